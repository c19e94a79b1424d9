// How the picture is written: into a pipe each block once, on a terminal drawn over and over.
import { expect, it } from 'vitest';
import { Output } from '../../../services/cli/output.ts';
import { TaskPicture } from '../../../services/cli/task-picture.ts';
import type { Terminal } from '../../../services/cli/terminal.ts';
import type { Logged } from '../../../shared/log/event-log.ts';
import type { Told } from '../../support/facts.ts';
import { again, BEGUN, book, eventsOf, flights, hotels, wrongCity } from './picture/travel-run.ts';

const terminal = (isTty: boolean): Terminal => ({
  env: {},
  folder: '/',
  isTty,
  hasColours: false,
  columns: () => 80,
  rows: () => 24,
});

function picturing(isTty: boolean, isJson = false) {
  const written = { out: '' };
  const sink = { write: (text: string) => (written.out += text) };
  const picture = new TaskPicture(new Output(isJson, sink, sink), terminal(isTty), 'a goal');
  const add = (facts: readonly Told[], isEnd = false): string => {
    written.out = '';
    const batch = eventsOf(facts).map((event, index) => ({ event, sequence: index + 1 }) as Logged);
    picture.add(batch, () => isEnd);
    return written.out;
  };
  return { picture, add, written };
}

it('tells a pipe each block once, when nothing in it changes any more', () => {
  const { add } = picturing(false);
  const first = add(BEGUN);
  expect(first).toMatch(/^spec .*\nplan r1 .*\n$/);
  expect(add([wrongCity()])).toBe('');
  expect(add([hotels()])).toMatch(/^✔ s2 query_hotel .*\n$/);
  const corrected = add([again(2), flights(2)]);
  expect(corrected).toMatch(/^✔ s1 query_flight .*2 attempts.*\n {3}✘ attempt 1/);
  expect(corrected).not.toContain('s2 query_hotel');
});

it('tells a pipe at the end what is still open', () => {
  const { add } = picturing(false);
  add(BEGUN);
  const last = add([flights(), book()], true);
  expect(last).toContain('✔ s1 query_flight');
  expect(last).toContain('◑ s2 query_hotel');
  expect(last).toContain('◑ s3 book_flight');
});

it('draws the whole picture over the last one on a terminal', () => {
  const { add } = picturing(true);
  expect(add(BEGUN, true).split('\n')).toHaveLength(6);
  const drawn = add([hotels()], true);
  expect(drawn.startsWith('\u001B[5A\u001B[J')).toBe(true);
  expect(drawn).toContain('◑ s1 query_flight');
  expect(drawn).toContain('✔ s2 query_hotel');
});

it('keeps what is said above the picture apart from it', () => {
  const { picture, add, written } = picturing(true);
  add(BEGUN, true);
  written.out = '';
  picture.say(() => {
    written.out += 'observer 7 ended\n';
  });
  expect(written.out).toMatch(/^\S+\[5A\S+observer 7 ended\nspec /);
});

it('draws nothing with --json', () => {
  const { picture, add } = picturing(true, true);
  expect(add(BEGUN, true)).toBe('');
  expect(picture.view?.steps).toHaveLength(3);
});
