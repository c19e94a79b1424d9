import { describe, expect, it } from 'vitest';
import { wrongSpec } from '../../../services/planner/specify-task.ts';
import type { SpecReply } from '../../../shared/model/replies.ts';

const tools = ['look', 'book'].map((name) => ({
  name,
  description: '',
  whenToUse: '',
  whenNotToUse: '',
  effect: 'read' as const,
  params: {},
}));
const wrong = (changed: Partial<SpecReply>): string | null =>
  wrongSpec(
    {
      goal: 'g',
      constraints: [],
      context: '',
      requiredTools: ['look'],
      language: 'en',
      questions: [],
      ...changed,
    },
    tools,
  );
const checked = (check: string) => wrong({ constraints: [{ id: 'c', text: 'c', check }] });

describe('a specification of a model', () => {
  it('is fine when its tools exist and its checks can be evaluated', () => {
    expect(wrong({})).toBeNull();
    expect(
      checked('tool = "book" ? params.n < 3 and data.n > $count(results.s1.rows) : true'),
    ).toBeNull();
  });

  it.each([
    ['requires a tool that is not there', { requiredTools: ['fly'] }, 'fly is none of look, book'],
    [
      'uses an id twice',
      { constraints: [1, 2].map(() => ({ id: 'c', text: 'c' })) },
      'the id c occurs twice',
    ],
  ])('is sent back when it %s', (_, changed, words) => {
    expect(wrong(changed)).toContain(words);
  });

  it.each([
    ['does not parse', '1 +'],
    ['reads something else', 'price < 3'],
    ['uses a regular expression', '$contains(tool, /x/)'],
    ['asks for the time', '$now() > "2026"'],
  ])('is sent back when a check %s', (_, check) => {
    expect(checked(check)).toMatch(/^constraints: the check of c /);
  });
});
