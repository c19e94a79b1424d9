import { describe, expect, it } from 'vitest';
import { SUBMISSION_BYTES_MAX, Submission } from '../../../shared/events/submission.ts';
import { readSubmission } from '../../../shared/plan/read-submission.ts';

const problem = (body: unknown): string | undefined => {
  const { error } = Submission.safeParse(body);
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
};
const weights = { syntax: 200, semantics: 500, consistency: 300, threshold: 800 };

describe('a submission', () => {
  it('needs a goal or a plan, and no more', () => {
    expect(Submission.parse({ goal: 'Find a flight' })).toEqual({
      goal: 'Find a flight',
      mode: 'auto',
      limits: {},
    });
    expect(problem({ plan: { steps: [{ id: 1 }] } })).toBeUndefined();
    expect(problem({})).toBe('goal: a submission needs a goal, or a plan');
    expect(problem({ goal: '' })).toContain('goal');
  });

  it('is strict: a field that nobody knows is refused by name', () => {
    expect(problem({ goal: 'x', gaol: 'y' })).toContain('gaol');
    expect(problem({ goal: 'x', limits: { step: 3 } })).toContain('step');
    expect(problem({ goal: 'x', weights: { ...weights, style: 1 } })).toContain('style');
  });

  it('has weights in thousandths that add up', () => {
    expect(problem({ goal: 'x', weights })).toBeUndefined();
    expect(problem({ goal: 'x', weights: { ...weights, syntax: 199 } })).toContain(
      'add up to 1000',
    );
    expect(problem({ goal: 'x', weights: { ...weights, syntax: 0.2 } })).toContain(
      'weights.syntax',
    );
  });

  it('names a zone that exists, and an id that fits the grammar', () => {
    expect(problem({ goal: 'x', timeZone: 'Asia/Shanghai', id: 't-1_A' })).toBeUndefined();
    expect(problem({ goal: 'x', timeZone: 'Mars/Olympus' })).toContain('not an IANA time zone');
    for (const id of ['', 'a.b', 'a b', '_x', 'é', 'x'.repeat(65)])
      expect(problem({ goal: 'x', id })).toContain('id: ');
  });

  it('is refused with the field named', () => {
    const wrong = (text: string) => () => readSubmission(text);
    const invalid = { code: 'SUBMISSION_INVALID' };
    expect(wrong('hello')).toThrow(expect.objectContaining(invalid));
    expect(wrong('{"mode":"fast","goal":"x"}')).toThrow(
      expect.objectContaining({ ...invalid, path: 'mode' }),
    );
    expect(wrong('{"plan":{"steps":[{"id":"a","dependsOn":["a"]}]}}')).toThrow(
      expect.objectContaining({ code: 'PLAN_DEPENDENCY' }),
    );
  });

  it('has at most 64 KiB, counted in bytes', () => {
    const text = (length: number) => {
      const frame = JSON.stringify({ goal: 'x', input: { text: '' } }).length;
      return JSON.stringify({ goal: 'x', input: { text: 'é'.repeat((length - frame) / 2) } });
    };
    expect(Buffer.byteLength(text(SUBMISSION_BYTES_MAX))).toBeLessThanOrEqual(SUBMISSION_BYTES_MAX);
    expect(() => readSubmission(text(SUBMISSION_BYTES_MAX))).not.toThrow();
    expect(() => readSubmission(text(SUBMISSION_BYTES_MAX + 4))).toThrow(
      expect.objectContaining({ code: 'SUBMISSION_TOO_LARGE' }),
    );
  });

  it('I4: has one hash for one body, whatever its id and the order of its fields', () => {
    const { bodyHash } = readSubmission('{"goal":"x","mode":"plan"}');
    expect(readSubmission('{"mode":"plan","id":"t1","goal":"x"}').bodyHash).toBe(bodyHash);
    expect(readSubmission('{"goal":"y","mode":"plan"}').bodyHash).not.toBe(bodyHash);
  });
});
