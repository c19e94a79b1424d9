// A script that is none is refused with the place; the examples of the README are scripts.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadScript, parseScript } from '../../../infra/offline-model/script-form.ts';
import { PlanReply } from '../../../shared/model/replies.ts';
import { ask, contentOf, question, send, startModel } from './ask-model.ts';

const entry = (response: unknown) => [{ purpose: '*', response }];

test.each([
  ['an object', {}, '(whole): a script is a list of entries'],
  ['an entry that is null', [null], '0: '],
  ['no purpose', [{ response: 'x' }], '0.purpose: '],
  ['an unknown purpose', [...entry('x'), { purpose: 'sing', response: 'x' }], '1.purpose: '],
  ['an unknown field', [{ purpose: '*', response: 'x', time: 1 }], '"time"'],
  ['no response', [{ purpose: '*' }], '0.response'],
  ['a response that is a number', entry(7), '0.response: '],
  ['a response that is null', entry(null), '0.response: '],
  ['an empty list of responses', entry([]), '0.response: there is at least one response'],
  ['a list in a list', entry(['x', ['y']]), '0.response.1: '],
  ['an empty match', [{ purpose: '*', match: {}, response: 'x' }], '0.match: an empty match'],
  [
    'an empty text to match',
    [{ purpose: '*', match: '', response: 'x' }],
    '0.match: an empty match',
  ],
  ['a match that is a list', [{ purpose: '*', match: [1], response: 'x' }], '0.match: match is'],
  ['times of zero', [{ purpose: '*', response: 'x', times: 0 }], '0.times'],
  ['half a time', [{ purpose: '*', response: 'x', times: 0.5 }], '0.times'],
  ['an unknown $ key', entry({ $htpp: {} }), '"$htpp"'],
  ['$http beside an answer', entry({ $http: {}, steps: [] }), '"steps"'],
  ['$usage alone', entry({ $usage: {} }), '$choice'],
  ['an unknown transport', entry({ $http: { statis: 500 } }), '"statis"'],
  ['a status that is none', entry({ $http: { status: 700 } }), '0.response.$http.status: '],
  ['a wait over ten minutes', entry({ $http: { delayMs: 600_001 } }), '$http.delayMs'],
  ['a header that HTTP has not', entry({ $http: { headers: { 'a b': 'x' } } }), '$http.headers'],
  ['a header over two lines', entry({ $http: { headers: { a: 'x\r\ny' } } }), '$http.headers'],
  ['a body that is a list', entry({ $http: { body: [] } }), '$http.body: a body is'],
  ['a reset with a status', entry({ $http: { reset: true, status: 500 } }), 'reset goes with'],
  ['an unknown field of a choice', entry({ $choice: { text: 'x' } }), '"text"'],
  ['a tool call that is a text', entry({ $choice: { tool_calls: ['x'] } }), '$choice.tool_calls.0'],
])('a script with %s is refused with the place', (_, script, place) => {
  expect(() => parseScript(script, 'The script')).toThrow(
    expect.objectContaining({
      code: 'CONFIG_INVALID',
      facts: expect.stringContaining(place),
    }),
  );
});

test('a script is read from a file; what is wrong names the file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loopwright-script-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'script.json');
  const refused = (problem: string) => ({
    code: 'CONFIG_INVALID',
    facts: expect.stringContaining(`The script file ${file}${problem}`),
  });
  await expect(loadScript(file)).rejects.toMatchObject(refused(' cannot be read: ENOENT'));
  writeFileSync(file, '[{"purpose":');
  await expect(loadScript(file)).rejects.toMatchObject(refused(' cannot be read: '));
  writeFileSync(file, '[{"purpose":"sing","response":"x"}]');
  await expect(loadScript(file)).rejects.toMatchObject(refused(': 0.purpose: '));
  writeFileSync(file, '[{"purpose":"plan","response":"x"}]');
  expect(await loadScript(file)).toMatchObject([{ purpose: 'plan', response: [{ text: 'x' }] }]);
});

const readme = readFileSync('infra/offline-model/README.md', 'utf8');
const [badJson, tooMany, wrongPlan, ...others] = [
  ...readme.matchAll(/```json\n([\s\S]*?)```/g),
].map((match) => JSON.parse(match[1]!) as unknown);

test('the README has three examples', () => {
  expect(others).toEqual([]);
  expect(wrongPlan).toBeDefined();
});

test('the first example plays bad JSON once', async () => {
  const { url } = await startModel(badJson);
  const asked = question('act', {});
  const bad = await contentOf(url, asked);
  expect(() => JSON.parse(bad)).toThrow(SyntaxError);
  expect(JSON.parse(await contentOf(url, asked))).toMatchObject({ purpose: 'act' });
});

test('the second example plays 429 with Retry-After twice', async () => {
  const { url } = await startModel(tooMany);
  const replies = [];
  for (const purpose of ['act', 'plan', 'plan'])
    replies.push(await send(url, question(purpose, 1)));
  expect(replies.map(({ status }) => status)).toEqual([429, 429, 200]);
  expect(replies.map(({ headers }) => headers.get('retry-after'))).toEqual(['1', '1', null]);
});

test('the third example plays a wrong plan once', async () => {
  const { url } = await startModel(wrongPlan);
  const planned = JSON.parse(await contentOf(url, question('plan', { feedback: [] })));
  expect(PlanReply.parse(planned).steps[0]).toMatchObject({ tool: 'query_train' });
  const again = await ask(url, question('plan', { feedback: [{ class: 'plan' }] }));
  expect(again.body.choices[0]!.message.content).toContain('"purpose":"plan"');
});
