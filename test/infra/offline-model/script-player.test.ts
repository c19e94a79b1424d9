// Which entry of a script plays for which question, and how often.
import { expect, test } from 'vitest';
import { contentOf, question, startModel } from './ask-model.ts';

/** What a model with this script says to each question, one after the other. */
async function playedFor(script: unknown, questions: unknown[]): Promise<string[]> {
  const { url } = await startModel(script);
  const played: string[] = [];
  for (const asked of questions) played.push(await contentOf(url, asked));
  return played;
}

const BY_RULE = expect.stringContaining('"purpose"');
const plan = question('plan', { step: { tool: 'x', dependsOn: ['s1', 's2'] }, feedback: [] });

test('an entry plays for its purpose only, * for any, even for none', async () => {
  const script = [{ purpose: 'act', response: 'acted' }];
  expect(await playedFor(script, [question('act', {}), plan])).toEqual(['acted', BY_RULE]);
  const nobody = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };
  const any = [{ purpose: '*', response: 'any' }];
  expect(await playedFor(any, [plan, nobody])).toEqual(['any', 'any']);
});

test('the first entry that fits and is not used up plays', async () => {
  const script = [
    { purpose: 'plan', response: 'first', times: 2 },
    { purpose: '*', response: 'second', times: 1 },
    { purpose: 'act', response: 'third' },
  ];
  const asked = [plan, question('act', {}), plan, question('act', {}), plan];
  expect(await playedFor(script, asked)).toEqual(['first', 'second', 'first', 'third', BY_RULE]);
});

test('a list plays one after the other; the last repeats, until times are used up', async () => {
  const entry = { purpose: '*', response: ['a', { b: 1 }, 'c'] };
  expect(await playedFor([entry], [plan, plan, plan, plan])).toEqual(['a', '{"b":1}', 'c', 'c']);
  expect(await playedFor([{ ...entry, times: 2 }], [plan, plan, plan])).toEqual([
    'a',
    '{"b":1}',
    BY_RULE,
  ]);
});

test.each([
  ['a text in the document', '"tool":"x"', true],
  ['a text of the system message', 'You plan', false],
  ['a leaf', { step: { tool: 'x' } }, true],
  ['another value', { step: { tool: 'y' } }, false],
  ['another type', { step: { tool: ['x'] } }, false],
  ['two leaves, one of them wrong', { step: { tool: 'x' }, round: 1 }, false],
  ['the beginning of a list', { step: { dependsOn: ['s1'] } }, true],
  ['a list with another first', { step: { dependsOn: ['s2'] } }, false],
  ['an empty list that is empty', { feedback: [] }, true],
  ['an empty list that is not', { step: { dependsOn: [] } }, false],
  ['an empty object for a full one', { step: {} }, false],
  ['null for what is missing', { nothing: null }, false],
  ['a name of the prototype', { constructor: { name: 'Object' } }, false],
])('a match with %s', async (_, match, fits) => {
  const [content] = await playedFor([{ purpose: '*', match, response: 'played' }], [plan]);
  expect(content === 'played').toBe(fits);
});

test('an object does not match what is no JSON', async () => {
  const messages = [{ role: 'user', content: 'step' }];
  const script = [{ purpose: '*', match: { step: 1 }, response: 'played' }];
  expect(await playedFor(script, [{ model: 'm', messages }])).toEqual([
    expect.stringContaining('"refused"'),
  ]);
});

test('a request that is refused uses nothing up', async () => {
  const script = [{ purpose: '*', response: 'once', times: 1 }];
  const { url } = await startModel(script);
  const refused = await fetch(`${url}/chat/completions`, { method: 'POST', body: '{}' });
  expect(refused.status).toBe(400);
  expect(await contentOf(url, plan)).toBe('once');
});
