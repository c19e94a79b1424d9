// A task whole: the same picture as while it ran, then each step with its evidence, then its end.
import { expect, it } from 'vitest';
import { viewTask } from '../../../machines/task/task-view.ts';
import { paintFor } from '../../../services/cli/paint.ts';
import { showText, taskLine } from '../../../services/cli/show-text.ts';
import { widthOf } from '../../../services/cli/text-width.ts';
import { BEGUN, eventsOf, ID, pictureOf, styleFor, wrongCity } from './picture/travel-run.ts';

const NOW = '2026-12-01T12:00:01.000Z';

it('shows the picture, parameters and evidence, and how far it is', () => {
  const facts = [...BEGUN, wrongCity()];
  const events = eventsOf(facts);
  const lines = showText(viewTask(events)!, events, paintFor(false), NOW).split('\n');
  expect(lines[0]).toBe('task     tdemo  "Find a flight"');
  expect(lines.slice(1, 9)).toEqual(pictureOf(facts).slice(0, 8));
  expect(lines.filter((line) => line.startsWith('  s1'))).toEqual(['  s1 query_flight  waiting']);
  expect(lines).toContain(
    '    params {"dep_city":"北京","arr_city":"上海","dep_date":"2026-12-10"}',
  );
  expect(lines).toContain('      ! rows depart there: yields false');
  expect(lines.at(-1)).toBe('acting 1.0 s   0 calls · 1 rejected');
});

it('keeps the goal on one line of a screen, without the number in it', () => {
  const goal = `Book for ${ID}\nand more ${'x'.repeat(200)}`;
  const line = taskLine('tdemo', goal, styleFor('a goal', 80));
  expect(widthOf(line)).toBe(80);
  expect(line).toContain('110***********1234 and more');
  expect(taskLine('tdemo', goal, styleFor('a goal'))).toContain('x"');
});
