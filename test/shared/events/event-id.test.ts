import { describe, expect, it } from 'vitest';
import { attemptKey, eventId, shortHash, stepKey } from '../../../shared/events/event-id.ts';
import { newEvent } from '../../../shared/events/new-event.ts';
import { SAMPLES } from '../../support/samples.ts';

const REF = { revision: 2, stepId: 's3', attempt: 1 };

describe('event ids', () => {
  it('are the task, the type and what it is about', () => {
    expect(eventId('t1', 'task.submitted')).toBe('t1/task.submitted');
    expect(eventId('t1', 'step.executed', attemptKey(REF))).toBe('t1/step.executed/r2.s3.a1');
    expect(stepKey(REF)).toBe('r2-s3-a1');
    expect(shortHash('approve')).toMatch(/^[0-9a-f]{8}$/);
    expect(shortHash('')).toBe('e3b0c442');
  });

  it('I4: do not depend on time, writer or payload', () => {
    const draft = { type: 'task.pauseRequested', taskId: 't1', key: 'p1', to: 'router' } as const;
    const a = newEvent(
      'lw',
      { ...draft, from: 'client', data: { by: 'ada' } },
      '2026-03-01T12:00:00.000Z',
    );
    const b = newEvent('ns', { ...draft, from: 'router', data: { by: 'bob' } });
    expect(a.id).toBe('t1/task.pauseRequested/p1');
    expect(b.id).toBe(a.id);
  });

  it('follow the keys of WIRE.md', () => {
    const keys = {
      'plan.proposed': 'r1',
      'task.adopted': 'e1',
      'step.dispatched': 'r1.s1.a1',
      'step.observed': 'r1.s1.a1.v1',
      'step.attemptFailed': 'r1.s1.a1.t1',
      'check.requested': 'r1.s1.a1.v2',
      'answer.requested': 'n1',
      'answer.observed': 'n1.v1',
      'human.requested': 'h1',
      'human.answered': `h1.${shortHash('approve')}`,
      'timer.fired': 'deadline-0',
      'limit.reached': 'steps.g0',
    } as const;
    for (const [type, key] of Object.entries(keys))
      expect(SAMPLES[type as keyof typeof keys].id).toBe(`tdemo/${type}/${key}`);
  });
});

describe('newEvent', () => {
  it('writes a whole envelope, and leaves out what is not known', () => {
    const { data: _data, ...envelope } = SAMPLES['task.submitted'];
    expect(envelope).toEqual({
      specversion: '1.0',
      id: 'tdemo/task.submitted',
      source: '/loopwright/lw/client',
      type: 'task.submitted',
      subject: 'tdemo',
      time: '2026-03-01T12:00:00.000Z',
      datacontenttype: 'application/json',
      recipient: 'router',
      schemaversion: 1,
    });
  });

  it('adds to a decision where it was taken, in which state, by which machine', () => {
    expect(SAMPLES['task.planned']).toMatchObject({
      decidedat: 7,
      statehash: '0123456789abcdef',
      machineversion: 'task@1',
    });
  });
});
