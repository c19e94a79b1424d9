import { describe, expect, it } from 'vitest';
import { checkProposal } from '../../../services/planner/check-proposal.ts';
import { completeLimits } from '../../../shared/events/limits.ts';
import type { PlanStep } from '../../../shared/events/plan.ts';
import type { ToolAnnouncement } from '../../../shared/tools/tool-announcement.ts';
import { declaration, planStep, SPEC } from '../../support/facts.ts';

const SCHEMA = {
  type: 'object',
  properties: { of: { type: 'string' }, day: { type: 'string', format: 'date' } },
  required: ['of', 'day'],
};

const announce = (name: string, changed = {}): [string, ToolAnnouncement] => [
  name,
  {
    declaration: declaration(name, { paramsSchema: SCHEMA, ...changed }),
    description: name,
    whenToUse: '',
    whenNotToUse: '',
    cost: 0.5,
    instance: 'x',
    announcedAt: '2026-03-01T12:00:00.000Z',
  },
];
const tools = new Map([
  announce('look'),
  announce('book', { fallback: 'look' }),
  announce('sign', { approval: 'always' }),
]);

const scope = {
  spec: { ...SPEC, requiredTools: [] as string[] },
  limits: completeLimits({}, 'plan'),
  accepted: {},
  taken: [] as string[],
  mayBeOpen: true,
};
const check = (
  steps: readonly PlanStep[],
  changed: Partial<typeof scope> & { tools?: string[] } = {},
) => checkProposal({ ...scope, ...changed }, steps, tools);
const whole = { of: 'a', day: '2026-03-02' };
const refusal = (code: string, words: string) =>
  expect.objectContaining({ code, facts: expect.stringContaining(words) });

describe('a proposal', () => {
  it('is priced, and carries the declarations of its tools and of their fallbacks', () => {
    const plan = check([planStep('a', { tool: 'book', params: whole })]);
    expect(plan.candidates[0]).toMatchObject({ j: 0.5, cost: 0.5, dependency: 0, risk: 0 });
    expect(plan.tools.map(({ name }) => name)).toEqual(['book', 'look']);
  });

  it('may leave parameters open, of a model only', () => {
    const open = [planStep('a', { params: { of: 'a' } })];
    expect(check(open).steps).toHaveLength(1);
    expect(() => check(open, { mayBeOpen: false })).toThrow(refusal('PLAN_INVALID', 'day'));
  });

  it('is refused when complete parameters do not fit', () => {
    const steps = [planStep('a', { params: { of: 'a', day: 'Friday' } })];
    expect(() => check(steps)).toThrow(refusal('PLAN_INVALID', 'do not fit look'));
  });

  it('is refused when a tool that the goal needs is not called', () => {
    const spec = { ...SPEC, requiredTools: ['look', 'book'] };
    const steps = [planStep('a', { params: whole })];
    expect(() => check(steps, { spec })).toThrow(refusal('PLAN_INCOMPLETE', 'needs book'));
    const done = { tool: 'book', params: {}, summary: '', conclusion: '' };
    expect(check(steps, { spec, accepted: { old: done }, taken: ['old'] }).steps).toHaveLength(1);
  });

  it('is refused when a call that may happen once stands in it twice, but not when a person gives it so', () => {
    const once = new Map([...tools, announce('pay', { effect: 'once' })]);
    const steps = ['a', 'b'].map((id) => planStep(id, { tool: 'pay', params: whole }));
    expect(() => checkProposal(scope, steps, once)).toThrow(
      refusal('PLAN_INVALID', 'happen twice'),
    );
    const other = [steps[0]!, planStep('b', { tool: 'pay', params: { ...whole, of: 'b' } })];
    expect(checkProposal(scope, other, once).steps).toHaveLength(2);
    expect(checkProposal({ ...scope, mayBeOpen: false }, steps, once).steps).toHaveLength(2);
  });

  it('is refused for a step id of an earlier plan', () => {
    const steps = [planStep('a', { params: whole })];
    expect(() => check(steps, { taken: ['a'] })).toThrow(refusal('PLAN_INVALID', 'earlier plan'));
  });

  it('is refused for a tool that is unknown, not allowed, or wants approval', () => {
    const using = (tool: string) => [planStep('a', { tool, params: whole })];
    expect(() => check(using('fly'))).toThrow(refusal('PLAN_INVALID', 'look, book, sign'));
    expect(() => check(using('look'), { tools: ['book'] })).toThrow(
      refusal('PLAN_INVALID', 'may not'),
    );
    expect(() => check(using('sign'))).toThrow(refusal('PLAN_INVALID', 'approval'));
  });
});
