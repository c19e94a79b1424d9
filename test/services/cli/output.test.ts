// Results on stdout, the rest on stderr; with JSON, one object a line on each.
import { expect, it } from 'vitest';
import { Output } from '../../../services/cli/output.ts';
import { tableText } from '../../../services/cli/table.ts';
import { Fault } from '../../../shared/errors.ts';

const sinks = () => {
  const written = { out: '', err: '' };
  const out = { write: (text: string) => (written.out += text) };
  const err = { write: (text: string) => (written.err += text) };
  return { written, out, err };
};

it('prints objects with JSON, and no text for people', () => {
  const { written, out, err } = sinks();
  const output = new Output(true, out, err);
  output.text('for people');
  output.raw('for people');
  output.result({ type: 'submitted', id: 't1' }, 't1');
  expect(written.out).toBe('{"type":"submitted","id":"t1"}\n');
});

it('prints a fault as one object with code, message and cure', () => {
  const { written, out, err } = sinks();
  new Output(true, out, err).error(new Fault('PLAN_CYCLE', 'a waits for a.', { path: 'steps' }));
  expect(JSON.parse(written.err)).toEqual({
    type: 'error',
    code: 'PLAN_CYCLE',
    message: 'a waits for a.',
    cure: 'Remove one of the named dependencies, so that some step can go first.',
    path: 'steps',
  });
  expect(written.out).toBe('');
});

it('prints text for people, and progress beside the results', () => {
  const { written, out, err } = sinks();
  const output = new Output(false, out, err);
  output.result({ type: 'submitted', id: 't1' }, 't1');
  output.progress('waiting');
  output.error(new Fault('USAGE', 'unknown option.'));
  expect(written.out).toBe('t1\n');
  expect(written.err).toBe('waiting\nUSAGE: unknown option.\nSee loopwright --help.\n');
});

it('lines up columns, Chinese ones too', () => {
  expect(
    tableText([
      ['上海', 'a'],
      ['x', 'b'],
    ]),
  ).toBe('上海  a\nx     b');
});

it('masks identity numbers in words, and never in objects', () => {
  const id = '110101199001011234';
  const people = sinks();
  const words = new Output(false, people.out, people.err);
  words.text(id);
  words.raw(id);
  words.progress(id);
  words.result({ type: 'task', id }, id);
  words.error(new Fault('USAGE', `${id} is no task id.`));
  expect(people.written.out + people.written.err).not.toContain(id);
  expect(people.written.out).toContain('110***********1234');
  const machines = sinks();
  const data = new Output(true, machines.out, machines.err);
  data.result({ type: 'task', id }, id);
  words.data({ type: 'task', id });
  expect(machines.written.out).toContain(id);
  expect(people.written.out).toContain(id);
});
