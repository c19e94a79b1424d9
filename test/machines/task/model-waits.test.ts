import { describe, expect, it } from 'vitest';
import { timersOf } from '../../../machines/task/outstanding.ts';
import type { TaskFact } from '../../../machines/task/task-state.ts';
import * as facts from '../../support/facts.ts';
import { given, planOf } from '../../support/given.ts';
import * as task from '../../support/task-facts.ts';

const A1 = facts.refOf('a');
const asked = [task.submitted(), task.planRequested()];
const answering = [
  ...[...planOf([facts.planStep('a')]), facts.dispatched(A1), facts.accepted(A1)],
  task.answerRequested(),
];

const timerIdsOf = (past: readonly TaskFact[]): string[] =>
  timersOf(given(...past).state).map(({ id }) => id);

describe('a model that cannot be had', () => {
  it('is asked for the plan again when its timer fires, by a request that is no re-plan', () => {
    const past = [...asked, task.planRefused('model', 1, 'MODEL_UNREACHABLE')];
    given(...past)
      .thenNothing()
      .thenIs('waiting');
    expect(timerIdsOf(past)).toContain('r1-plan-later');
    const { state } = given(...past)
      .when(task.timerFired('r1-plan-later'))
      .thenOwes('plan r2')
      .thenIs('thinking');
    expect(state.context.plan.replans).toBe(0);
  });

  it('is waited for four times in a row, and then the task fails with the cure', () => {
    const outages = [1, 2, 3, 4].flatMap((revision) => [
      task.planRequested(revision),
      task.planRefused('model', revision, 'MODEL_TIMEOUT'),
      task.timerFired(`r${revision}-plan-later`),
    ]);
    given(task.submitted(), ...outages, task.planRequested(5))
      .when(task.planRefused('model', 5, 'MODEL_TIMEOUT'))
      .thenEnds({ type: 'task.failed', class: 'model', code: 'MODEL_TIMEOUT', cure: 'Say more.' });
  });

  it('is not waited for when waiting cannot bring it back', () => {
    for (const code of ['MODEL_KEY_REFUSED', 'MODEL_QUOTA', 'MODEL_UNKNOWN', 'MODEL_MISSING']) {
      given(...asked)
        .when(task.planRefused('model', 1, code))
        .thenEnds({ type: 'task.failed', class: 'model', code });
    }
  });

  it('is asked for the same step again, as an attempt of its own', () => {
    const past = [
      ...planOf([facts.planStep('a')]),
      ...[facts.dispatched(A1), facts.rejected(A1, 'parameter')],
      facts.actionRequested(facts.refOf('a', 2)),
      facts.actionRefused(facts.refOf('a', 2), 'model', 'MODEL_RATE_LIMITED'),
    ];
    given(...past).thenNothing();
    expect(timerIdsOf(past)).toContain('r1-a-a2-later');
    given(...past)
      .when(task.timerFired('r1-a-a2-later'))
      .thenOwes('action a.3');
  });

  it('ends the task from a step too, with class, code and cure', () => {
    const step = facts.planStep('a', { tool: null });
    given(...planOf([step]), facts.reasoningRequested(A1))
      .when(facts.reasoningRefused(A1, 'model', 'MODEL_QUOTA'))
      .thenEnds({ type: 'task.failed', class: 'model', code: 'MODEL_QUOTA' });
  });

  it('is asked for the answer again, and that is no refused answer', () => {
    const past = [...answering, task.answerRefused(1, 'model', 'MODEL_UNREACHABLE')];
    given(...past)
      .thenNothing()
      .thenIs('waiting');
    given(...past)
      .when(task.timerFired('n1-later'))
      .thenOwes('answer n2');
    const refusedTwice = [2, 3].flatMap((round) => [
      task.answerRequested(round),
      task.answerObserved(false, round),
    ]);
    given(...past, task.timerFired('n1-later'), ...refusedTwice).thenOwes('answer n4');
  });

  it('changes nothing when the refusal is about a question that is not open', () => {
    const running = [...planOf([facts.planStep('a')]), facts.dispatched(A1)];
    given(...running).thenUnchangedBy(facts.actionRefused(A1, 'model', 'MODEL_QUOTA'));
  });
});

describe('a proposal that is no plan', () => {
  it('is refused with feedback that adds up, and counts as no re-plan', () => {
    const { state } = given(...asked, task.planRefused('plan', 1, 'PLAN_CYCLE'))
      .when(task.planRequested(2), task.planRefused('plan', 2, 'PLAN_INCOMPLETE'))
      .thenOwes('plan r3');
    const { replans, feedback } = state.context.plan;
    expect(replans).toBe(0);
    expect(feedback.map(({ code }) => code)).toEqual(['PLAN_CYCLE', 'PLAN_INCOMPLETE']);
  });

  it('fails the task the third time in a row', () => {
    const twice = [1, 2].flatMap((revision) => [
      task.planRequested(revision),
      task.planRefused('plan', revision),
    ]);
    given(task.submitted(), ...twice, task.planRequested(3))
      .when(task.planRefused('plan', 3))
      .thenEnds({ type: 'task.failed', class: 'plan', code: 'CANNOT_PLAN' });
  });
});

describe('open parameters', () => {
  const tool = facts.declaration('look', {
    paramsSchema: { type: 'object', required: ['of', 'on'] },
  });
  const past = (params: Record<string, unknown>) => [
    ...[task.submitted(), task.planRequested()],
    ...[task.planProposed([facts.planStep('a', { params })], 1, [tool]), task.planned()],
  ];

  it("are asked for when the step's turn comes, and the call keeps the number", () => {
    given(...past({ of: 'a' })).thenOwes('action a.1');
    given(...past({ of: 'a' }))
      .when(facts.actionRequested(A1), facts.actionProposed(A1, tool, { of: 'a', on: 'b' }))
      .thenOwes('dispatch a.1');
  });

  it('are not asked for when all that the tool requires is there', () => {
    given(...past({ of: 'a', on: { $: 'x' } })).thenOwes('dispatch a.1');
  });
});

describe('parameters that were refused before the call once too often', () => {
  it('become feedback on the plan', () => {
    const refusals = [1, 2, 3].flatMap((attempt) => [
      facts.actionRequested(
        facts.refOf('a', attempt),
        Array.from({ length: attempt }, () => facts.feedback('parameter')),
      ),
      facts.actionProposed(facts.refOf('a', attempt)),
    ]);
    const past = [...planOf([facts.planStep('a')]), ...refusals];
    given(...past).thenOwes('dispatch a.3');
    const { state } = given(...past)
      .when(facts.actionRejected(facts.refOf('a', 3)))
      .thenOwes('plan r2');
    expect(state.context.plan.feedback.at(-1)?.message).toBe('refused as parameter');
  });
});
