import { describe, expect, it } from 'vitest';
import { timersOf } from '../../../machines/task/outstanding.ts';
import type { TaskFact } from '../../../machines/task/task-state.ts';
import { plusMs } from '../../../shared/clock.ts';
import * as facts from '../../support/facts.ts';
import { given, planOf } from '../../support/given.ts';
import * as task from '../../support/task-facts.ts';

const A1 = facts.refOf('a');
const one = planOf([facts.planStep('a')]);
const later = (fact: TaskFact, ms: number): TaskFact => ({ ...fact, at: plusMs(facts.AT, ms) });
const doubtful = [...one, facts.dispatched(A1), facts.outcomeUnknown(A1)];

describe('the deadline', () => {
  it('is asked about, with all new letters held back until it is raised', () => {
    const reached = [...one, task.timerFired('deadline-0')];
    given(...reached)
      .thenOwes('limit deadlineMs')
      .thenIs('waiting');
    const asked = [...reached, task.limitReached('deadlineMs')];
    given(...asked).thenOwes('ask h1 limit');
    given(...asked, task.humanRequested(1))
      .when(later(task.humanAnswered(1, 'continue', { grant: 5_000 }), 1_000))
      .thenOwes('dispatch a.1')
      .thenIs('acting', { deadline: { number: 2, dueAt: '2026-03-01T12:00:06.000Z' } });
  });

  it('stands still while a person is asked, and is armed again by the time that took', () => {
    const asked = [...doubtful, task.humanRequested(1)];
    given(...asked).thenUnchangedBy(task.timerFired('deadline-0'));
    const { state } = given(...asked).when(later(task.humanAnswered(1, 'approve'), 3_600_000));
    expect(timersOf(state)).toEqual([{ id: 'deadline-1', dueAt: '2026-03-01T13:10:00.000Z' }]);
  });

  it('I7: does not displace a question that is about to be asked', () => {
    given(...doubtful).thenUnchangedBy(task.timerFired('deadline-0'));
    const asks = [task.submitted(), task.planRequested(), task.planRefused('clarify')];
    given(...asks).thenUnchangedBy(task.timerFired('deadline-0'));
  });

  it('ends the task when it is not raised', () => {
    const asked = [
      ...[...one, task.timerFired('deadline-0')],
      ...[task.limitReached('deadlineMs'), task.humanRequested(1)],
    ];
    const end = { type: 'task.failed', class: 'limit', code: 'LIMIT_REACHED' } as const;
    given(...asked)
      .when(task.humanAnswered(1, 'abort'))
      .thenOwes('task.failed')
      .thenEnds(end);
    given(...asked)
      .when(task.timerFired('h1-expiry'))
      .thenEnds(end);
  });
});

describe('limits', () => {
  it('are raised by whoever extends them, while the question is open or before it comes', () => {
    const held = [
      ...planOf([facts.planStep('a'), facts.planStep('b')], { steps: 1 }),
      facts.dispatched(A1),
    ];
    given(...held)
      .when(task.limitExtended('steps', 1))
      .thenOwes('dispatch b.1');
    given(...held, task.limitReached('steps'), task.humanRequested(1))
      .when(task.limitExtended('steps', 1))
      .thenOwes('dispatch b.1')
      .thenIs('acting', { request: null, grants: { steps: 1 } });
  });

  it('I7: stay reached when another one is extended', () => {
    given(...one, task.timerFired('deadline-0'))
      .when(task.limitExtended('parallel', 1))
      .thenOwes('limit deadlineMs');
  });

  it('do not move when something unknown is extended', () => {
    given(...one).thenUnchangedBy(task.limitExtended('patience', 3));
  });

  it('of a step let it go on with what it was kept from', () => {
    const held = [
      ...[...planOf([facts.planStep('a')], { attemptsPerStep: 1 }), facts.dispatched(A1)],
      ...[
        facts.rejected(A1, 'result'),
        task.limitReached('attemptsPerStep'),
        task.humanRequested(1),
      ],
    ];
    given(...held)
      .when(task.humanAnswered(1, 'continue', { grant: 1 }))
      .thenOwes('dispatch a.2');
  });
});

describe('pausing', () => {
  it('holds new letters back, lets calls in flight finish, and ends with resume', () => {
    const two = planOf([facts.planStep('a'), facts.planStep('b', { dependsOn: ['a'] })]);
    const paused = [...two, facts.dispatched(A1), task.pauseRequested()];
    given(...paused)
      .thenNothing()
      .thenIs('acting');
    given(...paused)
      .when(facts.accepted(A1))
      .thenNothing()
      .thenIs('waiting')
      .thenCounts({ accepted: 1 });
    given(...paused, facts.accepted(A1))
      .when(task.resumeRequested())
      .thenOwes('dispatch b.1');
  });

  it('does not keep a cancellation back', () => {
    given(...one, task.pauseRequested())
      .when(task.cancelRequested())
      .thenOwes('task.cancelled');
  });
});

describe('escalations', () => {
  it('are asked one at a time', () => {
    const two = planOf([facts.planStep('a'), facts.planStep('b')]);
    const B1 = facts.refOf('b');
    const lost = [
      facts.dispatched(A1),
      facts.dispatched(B1),
      facts.outcomeUnknown(A1),
      facts.outcomeUnknown(B1),
    ];
    given(...two, ...lost).thenOwes('ask h1 escalation');
    given(...two, ...lost, task.humanRequested(1)).thenNothing();
    given(...two, ...lost, task.humanRequested(1))
      .when(task.humanAnswered(1, 'approve'))
      .thenOwes('ask h2 escalation');
  });

  it('take edited parameters, and forget the rejections before', () => {
    const refused = ([1, 2, 3] as const).flatMap((attempt) => [
      facts.dispatched(facts.refOf('a', attempt)),
      facts.rejected(facts.refOf('a', attempt), attempt === 3 ? 'parameter' : 'result'),
    ]);
    const { state } = given(...one, ...refused, task.humanRequested(1))
      .when(task.humanAnswered(1, 'edit', { params: { of: 'b' } }))
      .thenOwes('dispatch a.4');
    expect(state.context.steps[0]?.context).toMatchObject({
      rejections: 0,
      override: { tool: 'look', params: { of: 'b' } },
    });
  });

  it('refuse an answer that was not offered', () => {
    given(...doubtful, task.humanRequested(1)).thenUnchangedBy(task.humanAnswered(1, 'edit'));
  });

  it('end the task when nobody answers', () => {
    given(...doubtful, task.humanRequested(1))
      .when(task.timerFired('h1-expiry'))
      .thenEnds({ type: 'task.failed', code: 'ABORTED' });
  });

  it('ask what a step of kind ask wants to know, and keep the answer as its result', () => {
    const ask = facts.planStep('a', { kind: 'ask', tool: null, description: 'Window or aisle?' });
    const past = planOf([ask, facts.planStep('b', { dependsOn: ['a'] })]);
    given(...past).thenOwes('ask h1 clarification');
    const { state } = given(...past, task.humanRequested(1, { kind: 'clarification' }))
      .when(task.humanAnswered(1, 'aisle'))
      .thenOwes('dispatch b.1');
    expect(state.context.steps[0]?.context.result?.data).toEqual({
      answer: 'aisle',
      text: 'aisle',
    });
  });
});
