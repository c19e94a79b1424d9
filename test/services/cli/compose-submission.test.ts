// What a command line becomes before anything is sent, and every way in which it is refused instead.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { composeSubmission } from '../../../services/cli/compose-submission.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loopwright-plan-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const step = (id: string, dependsOn: string[] = []) => ({
  id,
  tool: 'noop',
  params: {},
  dependsOn,
});

const given = (content: unknown): string => {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(join(folder, 'plan.json'), text);
  return 'plan.json';
};

const compose = (plan: string, limit: string[] = []) =>
  composeSubmission(undefined, { plan, limit }, folder);

it('chooses an id, so that sending again is the same task', () => {
  const { id, body } = composeSubmission('a goal', {}, folder);
  expect(id).toMatch(/^t[a-z2-7]{20}$/);
  expect(JSON.parse(body)).toEqual({ goal: 'a goal', id });
});

it('sends what was said and nothing that was left out', () => {
  const options = { id: 'mine', mode: 'plan', limit: ['steps=3'], input: '{"a":1}' };
  const { body } = composeSubmission('a goal', options, folder);
  expect(JSON.parse(body)).toEqual({
    goal: 'a goal',
    id: 'mine',
    mode: 'plan',
    limits: { steps: 3 },
    input: { a: 1 },
  });
});

it('takes the goal of the command line before that of the plan', () => {
  const plan = given({ goal: 'of the plan', steps: [step('a')] });
  expect(compose(plan).goal).toBe('of the plan');
  expect(composeSubmission('of the command', { plan }, folder).goal).toBe('of the command');
});

it('names a plan that has no goal by its size', () => {
  expect(compose(given({ steps: [step('a'), step('b')] })).goal).toBe(
    'Carry out a plan of 2 steps',
  );
});

it('names the file that is not there', () => {
  expect(() => compose('absent.json')).toThrow(
    expect.objectContaining({
      code: 'PLAN_INVALID',
      facts: `${join(folder, 'absent.json')}: there is no such file.`,
    }),
  );
});

it('names the place where a file stops being JSON', () => {
  const plan = given('{\n  "steps": [,]\n}');
  expect(() => compose(plan)).toThrow(
    expect.objectContaining({ code: 'PLAN_INVALID', facts: expect.stringMatching(/is not JSON/) }),
  );
});

it('names the step and field that do not fit', () => {
  const plan = given({ steps: [step('a'), { ...step('b'), tool: 7 }] });
  expect(() => compose(plan)).toThrow(
    expect.objectContaining({ code: 'PLAN_INVALID', path: 'steps.1.tool' }),
  );
});

it('refuses a cycle, naming its steps', () => {
  const plan = given({ steps: [step('a', ['b']), step('b', ['a'])] });
  expect(() => compose(plan)).toThrow(
    expect.objectContaining({ code: 'PLAN_CYCLE', facts: expect.stringContaining('a, b') }),
  );
});

it('refuses a plan beyond its limit, which an option raises', () => {
  const plan = given({ steps: Array.from({ length: 9 }, (_, index) => step(`s${index}`)) });
  expect(() => compose(plan)).toThrow(expect.objectContaining({ code: 'PLAN_TOO_LARGE' }));
  expect(compose(plan, ['stepsPerPlan=9']).id).not.toBe('');
});

it('refuses more than intake takes', () => {
  const goal = 'x'.repeat(20_001);
  expect(() => composeSubmission(goal, {}, folder)).toThrow(
    expect.objectContaining({ code: 'SUBMISSION_INVALID', path: 'goal' }),
  );
  const input = JSON.stringify({ text: 'x'.repeat(70_000) });
  expect(() => composeSubmission('a goal', { input }, folder)).toThrow(
    expect.objectContaining({ code: 'SUBMISSION_TOO_LARGE' }),
  );
});

it('refuses an empty command line, a wrong mode and a wrong id', () => {
  const path = (act: () => unknown) => {
    try {
      act();
    } catch (thrown) {
      return (thrown as { path?: string }).path;
    }
    return 'accepted';
  };
  expect(path(() => composeSubmission(undefined, {}, folder))).toBe('goal');
  expect(path(() => composeSubmission('a', { mode: 'fast' }, folder))).toBe('mode');
  expect(path(() => composeSubmission('a', { id: 'a.b' }, folder))).toBe('id');
});

it.each(['', ' ', '\n\t', '\u3000'])('refuses the goal %j, with a cure', (goal) => {
  expect(() => composeSubmission(goal, {}, folder)).toThrow(
    expect.objectContaining({
      code: 'SUBMISSION_INVALID',
      path: 'goal',
      facts: expect.stringContaining('empty'),
      cure: expect.stringContaining('Correct the named field'),
    }),
  );
});

it('takes a goal of 20,000 characters and refuses one more', () => {
  expect(composeSubmission('x'.repeat(20_000), {}, folder).goal).toHaveLength(20_000);
  expect(() => composeSubmission('x'.repeat(20_001), {}, folder)).toThrow(
    expect.objectContaining({ code: 'SUBMISSION_INVALID', path: 'goal' }),
  );
});
