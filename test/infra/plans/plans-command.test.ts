import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkPlansOf } from '../../../infra/plans/plans-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'loopwright-plans-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

const good = '{"id":"good","steps":[{"id":"a","duration":"2 min"}]}';
const bad =
  '{"id":"bad","domain":"d","plan":{"task_steps":["x"],"task_nodes":[{"task":"Knife"}],"task_links":[]}}';
const plans = file('plans.jsonl', `\uFEFF${good}\r\n\n${bad}\nrubbish\n`);
const tools = file('tools.json', '{"d":["Oven"]}');

describe('npm run plans', () => {
  it('writes one JSON line a row in the order of the file, and its reasons beside', () => {
    const { stdout, stderr, exitCode } = checkPlansOf([plans, '--tools', tools]);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { id: 'good', accepted: true, codes: [], makespanSeconds: 120 },
      { id: 'bad', accepted: false, codes: ['unknown-tool'] },
      { id: 'line 4', accepted: false, codes: ['unreadable-row'] },
    ]);
    expect(stderr).toMatch(
      /^bad: Step node-0 uses the tool Knife.*\nline 4: Line 4 cannot be read/,
    );
    expect(exitCode).toBe(0);
  });

  it('says nothing of a file without rows', () => {
    const empty = checkPlansOf([file('empty.jsonl', '\n')]);
    expect(empty).toEqual({ stdout: '', stderr: '', exitCode: 0 });
  });

  const wrong: readonly [string, readonly string[], RegExp][] = [
    ['no file', [], /One file of plans is wanted, not 0/],
    ['two files', [plans, plans], /not 2/],
    ['an unknown option', [plans, '--labels'], /--labels/],
    ['an option without its value', [plans, '--tools'], /--tools/],
    ['a file that is not there', [join(folder, 'none')], /none cannot be read: ENOENT/],
    ['a folder', [folder], /cannot be read: EISDIR/],
    ['tools that are not JSON', [plans, '--tools', plans], /is not JSON/],
    ['tools without domains', [plans, '--tools', file('list.json', '["Oven"]')], /by domain/],
  ];
  for (const [name, args, reason] of wrong) {
    it(`refuses ${name} with a code, and exit code 2`, () => {
      const { stdout, stderr, exitCode } = checkPlansOf(args);
      expect([stdout, exitCode]).toEqual(['', 2]);
      expect(stderr).toMatch(/^USAGE: .*Usage: npm run plans -- FILE \[--tools FILE\]\n$/);
      expect(stderr).toMatch(reason);
    });
  }
});
