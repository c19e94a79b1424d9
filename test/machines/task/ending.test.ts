import { describe, expect, it } from 'vitest';
import { statusOf } from '../../../machines/task/task-row.ts';
import * as facts from '../../support/facts.ts';
import { given, planOf } from '../../support/given.ts';
import * as task from '../../support/task-facts.ts';

const A1 = facts.refOf('a');
const done = [...planOf([facts.planStep('a')]), facts.dispatched(A1), facts.accepted(A1)];
const asked = [...done, task.answerRequested()];
const running = [...planOf([facts.planStep('a'), facts.planStep('b')]), facts.dispatched(A1)];

describe('the answer', () => {
  it('is asked for once every step is over, and completes the task when it is accepted', () => {
    given(...done)
      .thenOwes('answer n1')
      .thenIs('thinking');
    given(...asked)
      .thenNothing()
      .thenIs('observing');
    given(...asked)
      .when(task.answerObserved(true))
      .thenOwes('task.completed')
      .thenEnds({ type: 'task.completed', answer: 'Flight MU1 it is.' });
  });

  it('may be refused twice; a third time fails the task with the reason', () => {
    const refusedOnce = [...asked, task.answerObserved(false)];
    given(...refusedOnce).thenOwes('answer n2');
    const refusedTwice = [...refusedOnce, task.answerRequested(2), task.answerObserved(false, 2)];
    given(...refusedTwice).thenOwes('answer n3');
    given(...refusedTwice, task.answerRequested(3))
      .when(task.answerObserved(false, 3))
      .thenOwes('task.failed')
      .thenEnds({ type: 'task.failed', code: 'UNGROUNDED' });
  });

  it('fails the task when the planner has none', () => {
    given(...asked)
      .when(task.answerRefused())
      .thenEnds({ type: 'task.failed', code: 'NO_ANSWER' });
  });

  it('ignores verdicts on another round', () => {
    given(...asked).thenUnchangedBy(task.answerObserved(true, 2), task.answerRefused(2));
    given(...done).thenUnchangedBy(task.answerObserved(true));
  });
});

describe('the end', () => {
  it('is the first that was decided: nothing else changes it', () => {
    const cancelled = [...running, task.cancelRequested()];
    given(...cancelled).thenOwes('task.cancelled');
    given(...cancelled).thenUnchangedBy(
      facts.accepted(A1),
      facts.rejected(A1, 'infeasible'),
      task.cancelRequested('another reason'),
      task.roleFailed('x', { role: 'router' }),
      task.timerFired('deadline-0'),
      task.pauseRequested(),
    );
  });

  it('is the first terminal event in the log, and nothing is owed after it', () => {
    const { state } = given(...running, task.cancelRequested())
      .when(task.cancelled(), task.completed(), task.failed())
      .thenNothing()
      .thenIs('terminated')
      .thenCounts({ cancelled: 2, total: 2 });
    expect(statusOf(state)).toBe('cancelled');
  });

  it('takes a terminal event that was written by another version of the rules', () => {
    given(...running)
      .when(task.completed())
      .thenIs('terminated', { ended: 'task.completed' });
  });

  it('comes at once when a step is infeasible, with the other steps cancelled', () => {
    given(...running)
      .when(facts.rejected(A1, 'infeasible'))
      .thenOwes('task.failed')
      .thenEnds({ type: 'task.failed', class: 'infeasible' });
    given(...running)
      .when(facts.rejected(A1, 'infeasible'), task.failed())
      .thenCounts({ failed: 1, cancelled: 1, total: 2 });
  });
});

describe('role.failed', () => {
  const letter = 'tdemo/step.dispatched/r1.a.a1';

  it('I7: ends the task when it is about a letter that the task waits for', () => {
    given(...running)
      .when(task.roleFailed(letter))
      .thenOwes('task.failed')
      .thenEnds({ class: 'internal', code: 'DELIVERIES_EXHAUSTED' });
    given(...asked)
      .when(task.roleFailed('tdemo/answer.proposed/n1', { role: 'observer' }))
      .thenOwes('task.failed');
  });

  it('changes nothing when it is about garbage, or about a letter that nobody waits for', () => {
    given(...running).thenUnchangedBy(
      task.roleFailed('garbage'),
      task.roleFailed('', { code: 'EVENT_MALFORMED' }),
      task.roleFailed('tdemo/step.dispatched/r1.b.a1'),
      task.roleFailed('x', { role: 'router', code: 'EVENT_MALFORMED' }),
      task.roleFailed('x', { role: 'router', code: 'EVENT_FORGED' }),
    );
    given(...running, facts.accepted(A1)).thenUnchangedBy(task.roleFailed(letter));
  });

  it('I7: stalls the task on an event from a newer version; it can still be cancelled', () => {
    const stalled = [...running, task.roleFailed('x', { code: 'EVENT_TOO_NEW' })];
    given(...stalled)
      .thenNothing()
      .thenIs('waiting', { stalled: 'executor: it came five times' });
    given(...stalled)
      .when(task.cancelRequested())
      .thenOwes('task.cancelled');
    given(...stalled)
      .when(task.timerFired('deadline-0'))
      .thenOwes('limit deadlineMs');
  });
});

describe('late facts', () => {
  it('I4: about a finished attempt, an earlier revision or an unknown step change nothing', () => {
    const again = [...running, facts.rejected(A1, 'result'), facts.dispatched(facts.refOf('a', 2))];
    given(...again).thenUnchangedBy(
      facts.accepted(A1, { check: 2 }),
      facts.outcomeUnknown(A1),
      facts.accepted(facts.refOf('a', 2, 7)),
      facts.accepted(facts.refOf('nobody')),
      facts.dispatched(A1),
      task.planProposed([facts.planStep('q')]),
      task.planRequested(),
    );
  });
});
