import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TaskId } from '../../shared/events/names.ts';
import { derivedTaskId, newTaskId } from '../../shared/task-ids.ts';

const GRAMMAR = /^t[a-z2-7]{20}$/;

describe('task ids', () => {
  it('are t and 20 characters of base32, and fit the grammar', () => {
    for (const id of [newTaskId(), derivedTaskId('x')]) {
      expect(id).toMatch(GRAMMAR);
      expect(TaskId.safeParse(id).success).toBe(true);
    }
  });

  it('are fresh each time', () => {
    expect(new Set(Array.from({ length: 500 }, newTaskId)).size).toBe(500);
  });

  it('I4: derived from a letter are the same for the same letter only', () => {
    expect(derivedTaskId('abc')).toBe('txj4bnp4pahh6uqkbidpf');
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(derivedTaskId(a)).toMatch(GRAMMAR);
        expect(derivedTaskId(a) === derivedTaskId(b)).toBe(a === b);
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});
