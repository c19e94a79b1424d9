import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as subjects from '../../../shared/bus/subjects.ts';

const token = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,20}$/);
const namespace = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/);
const RUNS = { seed: 2, numRuns: 100 };

describe('subjects', () => {
  it('of events read back as the address they were made of', () => {
    fc.assert(
      fc.property(namespace, token, token, token, (ns, from, to, taskId) => {
        const address = { from, to, taskId };
        expect(subjects.parseEventSubject(subjects.eventSubject(ns, address))).toEqual(address);
      }),
      RUNS,
    );
  });

  it('of due timers read back as their task and id', () => {
    fc.assert(
      fc.property(namespace, token, token, (ns, taskId, timerId) => {
        expect(subjects.parseTimerDue(subjects.timerDue(ns, taskId, timerId))).toEqual({
          taskId,
          timerId,
        });
      }),
      RUNS,
    );
  });

  it('that are none of these read as nothing', () => {
    const ref = { revision: 1, stepId: 's1', attempt: 2 };
    const claim = subjects.claimSubject('lw', 't1', ref);
    expect(claim).toBe('lw.ev.executor.claim.t1.r1-s1-a2');
    for (const subject of [claim, 'lw.tasks.submit', 'lw.ev.client', 'lw', '', 'lw.timer.due.t1.x'])
      expect(subjects.parseEventSubject(subject)).toBeUndefined();
    for (const subject of [subjects.timerSet('lw', 't1', 'x'), 'lw.timer.due.t1', ''])
      expect(subjects.parseTimerDue(subject)).toBeUndefined();
  });

  it('are those of WIRE.md', () => {
    expect(subjects.inboxOf('lw', 'router')).toBe('lw.ev.*.router.*');
    expect(subjects.historyOf('lw', 't1')).toBe('lw.ev.*.*.t1');
    expect(subjects.decisionsOf('lw', 't1')).toBe('lw.ev.router.*.t1');
    expect(subjects.claimsOf('lw', 't1')).toBe('lw.ev.executor.claim.t1.*');
    expect(subjects.submitSubject('lw')).toBe('lw.tasks.submit');
    expect(subjects.apiSubject('lw', 'get')).toBe('lw.api.get');
    expect(subjects.deadLetters('lw', 'router')).toBe('lw.dlq.router');
    expect(subjects.liveSubject('lw', 't1')).toBe('lw.live.t1');
  });
});
