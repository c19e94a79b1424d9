import { describe, expect, it } from 'vitest';
import { timersOf } from '../../../machines/task/outstanding.ts';
import * as facts from '../../support/facts.ts';
import { given, planOf } from '../../support/given.ts';
import * as task from '../../support/task-facts.ts';

const A1 = facts.refOf('a');
const CHAIN = [
  facts.planStep('a'),
  facts.planStep('b', { dependsOn: ['a'] }),
  facts.planStep('c', { dependsOn: ['b'] }),
  facts.planStep('x'),
];
const chain = planOf(CHAIN);

describe('scheduling', () => {
  it('dispatches what depends on nothing, then what its dependencies release', () => {
    given(...chain).thenOwes('dispatch a.1', 'dispatch x.1');
    given(...chain, facts.dispatched(A1))
      .when(facts.accepted(A1))
      .thenOwes('dispatch b.1', 'dispatch x.1');
  });

  it('holds no more calls in flight than the limit parallel', () => {
    const many = planOf(
      ['a', 'b', 'c'].map((id) => facts.planStep(id)),
      { parallel: 2 },
    );
    given(...many).thenOwes('dispatch a.1', 'dispatch b.1');
    given(...many, facts.dispatched(A1)).thenOwes('dispatch b.1');
    given(...many, facts.dispatched(A1), facts.dispatched(facts.refOf('b'))).thenNothing();
  });

  it('asks before it starts more steps than the limit steps', () => {
    const two = planOf([facts.planStep('a'), facts.planStep('b')], { steps: 1 });
    given(...two).thenOwes('dispatch a.1');
    given(...two, facts.dispatched(A1)).thenOwes('limit steps');
    given(...two, facts.dispatched(A1))
      .when(task.limitReached('steps'), task.humanRequested(1), task.humanAnswered(1, 'continue'))
      .thenOwes('dispatch b.1');
  });

  it('does not count another call of a started step against the limit steps', () => {
    const one = planOf([facts.planStep('a')], { steps: 1 });
    given(...one, facts.dispatched(A1))
      .when(facts.rejected(A1, 'result'))
      .thenOwes('dispatch a.2');
  });

  it('skips whatever depends on a skipped step, however far away', () => {
    const past = [...chain, facts.dispatched(A1), facts.outcomeUnknown(A1), task.humanRequested(1)];
    given(...past)
      .when(task.humanAnswered(1, 'skip'))
      .thenCounts({ skipped: 3, total: 4 })
      .thenOwes('dispatch x.1');
  });
});

describe('planning again', () => {
  const X1 = facts.refOf('x');
  const failed = [...chain, facts.dispatched(A1), facts.dispatched(X1), facts.rejected(A1, 'plan')];

  it('waits until every step is over, keeps what was accepted, and tells why', () => {
    given(...failed).thenNothing();
    const { state } = given(...failed)
      .when(facts.accepted(X1))
      .thenOwes('plan r2');
    expect(state.context.plan.feedback[0]).toMatchObject({ class: 'plan', code: 'PLAN_1' });
    given(...failed, facts.accepted(X1), task.planRequested(2))
      .when(task.planProposed([facts.planStep('n', { dependsOn: ['x'] })], 2))
      .thenOwes('announce r2', 'dispatch n.1')
      .thenCounts({ accepted: 1, failed: 1, skipped: 2, total: 5 });
  });

  it('ends once replans are used up', () => {
    const past = planOf([facts.planStep('a')], { replans: 0 });
    given(...past, facts.dispatched(A1))
      .when(facts.rejected(A1, 'plan'))
      .thenOwes('task.failed')
      .thenEnds({ type: 'task.failed', class: 'plan', code: 'PLAN_1' });
  });

  it('takes the first answer to a request for a plan, and no other', () => {
    const asked = [task.submitted(), task.planRequested()];
    given(...asked, task.planRefused('clarify')).thenUnchangedBy(
      task.planProposed([facts.planStep('late')]),
      task.planRequested(),
    );
    given(...asked, task.planProposed(CHAIN)).thenUnchangedBy(task.planRefused('infeasible'));
  });

  for (const [cls, owed] of [
    ['infeasible', 'task.failed'],
    ['model', 'task.failed'],
    ['plan', 'plan r2'],
    ['clarify', 'ask h1 clarification'],
  ] as const) {
    it(`answers a plan refused as ${cls} with: ${owed}`, () => {
      given(task.submitted(), task.planRequested()).when(task.planRefused(cls)).thenOwes(owed);
    });
  }
});

describe('clarifying', () => {
  const asked = [
    task.submitted({ clarifications: 1 }),
    task.planRequested(),
    task.planRefused('clarify'),
  ];

  it('plans again with the answer', () => {
    const { state } = given(...asked, task.humanRequested(1))
      .when(task.humanAnswered(1, 'text', { text: 'next Monday' }))
      .thenOwes('plan r2');
    expect(state.context.plan.answers).toEqual([{ question: 'Which day?', answer: 'next Monday' }]);
  });

  it('fails once clarifications are used up', () => {
    given(...asked, task.humanRequested(1), task.humanAnswered(1, 'Monday'), task.planRequested(2))
      .when(task.planRefused('clarify', 2))
      .thenEnds({ type: 'task.failed', class: 'clarify' });
  });

  it('refuses a second, a late and an unknown answer', () => {
    given(...asked).thenUnchangedBy(task.humanAnswered(1, 'too early'));
    given(...asked, task.humanRequested(1)).thenUnchangedBy(task.humanAnswered(2, 'Monday'));
    given(...asked, task.humanRequested(1), task.humanAnswered(1, 'Monday')).thenUnchangedBy(
      task.humanAnswered(1, 'Tuesday'),
    );
  });

  it('I7: asks it still, when a limit had to be asked about first', () => {
    const late = [
      ...[task.submitted(), task.planRequested(), task.timerFired('deadline-0')],
      ...[task.planRefused('clarify'), task.limitReached('deadlineMs'), task.humanRequested(1)],
    ];
    given(...late).thenNothing();
    given(...late)
      .when(task.humanAnswered(1, 'continue'))
      .thenOwes('ask h2 clarification');
  });
});

describe('reasoning', () => {
  const past = planOf([facts.planStep('a', { tool: null })]);

  it('asks the planner, and asks it again as a new attempt with the feedback', () => {
    given(...past).thenOwes('reason a.1');
    for (const cls of ['result', 'parameter', 'tool'] as const) {
      const refused = [facts.reasoningRequested(A1), facts.rejected(A1, cls)];
      given(...past, ...refused).thenOwes('reason a.2');
      given(...past, ...refused)
        .when(facts.reasoningRequested(facts.refOf('a', 2)), facts.accepted(facts.refOf('a', 2)))
        .thenOwes('answer n1');
    }
  });

  it('ends the task when the planner calls it infeasible', () => {
    given(...past, facts.reasoningRequested(A1))
      .when(facts.reasoningRefused(A1, 'infeasible'))
      .thenOwes('task.failed');
  });
});

describe('timers', () => {
  it('calls again when the timer of the step fires, and only then', () => {
    const past = [
      ...planOf([facts.planStep('a')]),
      facts.dispatched(A1),
      facts.rejected(A1, 'transient'),
    ];
    const { state } = given(...past)
      .thenNothing()
      .thenIs('waiting');
    expect(timersOf(state).map(({ id }) => id)).toEqual(['deadline-0', 'r1-a-a1-later']);
    given(...past).thenUnchangedBy(task.timerFired('r1-b-a1-later'), task.timerFired('deadline-9'));
    given(...past)
      .when(task.timerFired('r1-a-a1-later'))
      .thenOwes('dispatch a.2');
  });

  it('honours Retry-After', () => {
    const error = {
      code: 'RATE_LIMITED',
      message: 'slow down',
      retryable: true,
      retryAfterMs: 60_000,
    };
    const { state } = given(...planOf([facts.planStep('a')]), facts.dispatched(A1)).when(
      facts.rejected(A1, 'transient', { result: { status: 'error', data: null, error } }),
    );
    expect(state.context.steps[0]?.context.later?.dueAt).toBe('2026-03-01T12:01:00.000Z');
  });
});
