import { describe, expect, it } from 'vitest';
import { FAULTS, Fault, type FaultCode, toFault, unreachable } from '../../shared/errors.ts';

describe('the table of faults', () => {
  for (const [code, { cure, exit, disposition }] of Object.entries(FAULTS)) {
    it(`gives ${code} a cure that is a sentence, an exit code and a disposition`, () => {
      expect(cure).toMatch(/^\S.{8,}[.:)]$/s);
      expect([1, 2, 3, 4]).toContain(exit);
      expect(['retry', 'park', 'refuse', 'crash']).toContain(disposition);
    });
  }

  it('spells its codes in capitals', () => {
    for (const code of Object.keys(FAULTS)) expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
  });
});

describe('Fault', () => {
  it('says what happened, then the cure', () => {
    const fault = new Fault('TASK_UNKNOWN', 'There is no task t1.', { path: 'id' });
    expect(fault.message).toBe(`There is no task t1. ${FAULTS.TASK_UNKNOWN.cure}`);
    expect(fault).toMatchObject({
      code: 'TASK_UNKNOWN',
      facts: 'There is no task t1.',
      path: 'id',
      cure: FAULTS.TASK_UNKNOWN.cure,
      disposition: 'refuse',
      name: 'Fault',
    });
  });

  it('keeps its cause', () => {
    const cause = new RangeError('no');
    expect(new Fault('INTERNAL', 'It broke.', { cause }).cause).toBe(cause);
  });
});

describe('toFault', () => {
  it('leaves a fault alone and wraps anything else once', () => {
    const fault = new Fault('CONFLICT', 'Stale.');
    expect(toFault(fault)).toBe(fault);
    for (const thrown of [new TypeError('no such field'), 'no such field']) {
      const wrapped = toFault(thrown);
      expect(wrapped.code satisfies FaultCode).toBe('INTERNAL');
      expect(wrapped.facts).toBe('no such field.');
      expect(wrapped.cause).toBe(thrown);
    }
  });
});

describe('unreachable', () => {
  it('throws for a value that no case handles', () => {
    expect(() => unreachable('new' as never)).toThrow('unreachable: "new"');
  });
});
