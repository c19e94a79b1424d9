// Real git on a repository with odd commits.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenRules, callTool, sampleTool, summaryOf } from './call-tool.ts';

type Log = {
  commits: { hash: string; date: string; author: string; subject: string }[];
  count: number;
};

const root = mkdtempSync(join(tmpdir(), 'loopwright-git-'));
const repository = join(root, 'repository');
const gitLog = sampleTool('git_log', { workFolder: root });

const MESSAGES = [
  'plain first commit',
  `quotes "double" 'single' \`tick\` $(touch never) ; rm -rf x | y`,
  'subject of three lines\nin one\nparagraph\n\nA body\nwith "lines" and\x01control',
  '修复：航班查询 ✈️ — naïve café',
  '-n --all',
  'tabs\tand   blanks ',
];

const git = (folder: string, ...args: string[]): string =>
  execFileSync(
    'git',
    ['-C', folder, '-c', 'user.email=a@example.com', '-c', 'user.name=张 "三" <x', ...args],
    {
      encoding: 'utf8',
    },
  );

const commit = (message: string, day: number): string => {
  const date = `2026-03-${String(day).padStart(2, '0')}T12:00:00`;
  return git(
    repository,
    'commit',
    '--quiet',
    '--allow-empty',
    '--cleanup=verbatim',
    `--date=${date}`,
    '-m',
    message,
  );
};

beforeAll(() => {
  mkdirSync(join(root, 'plain'));
  mkdirSync(join(root, 'empty'));
  mkdirSync(join(repository, 'inside', 'deep'), { recursive: true });
  for (const folder of [repository, join(root, 'empty')]) git(folder, 'init', '--quiet');
  for (const [index, message] of MESSAGES.entries()) commit(message, index + 1);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('lists every commit with its own hash, newest first', async () => {
  const { commits, count } = await callTool<Log>(gitLog, { folder: 'repository' });
  expect(count).toBe(MESSAGES.length);
  expect(commits.map(({ hash }) => hash)).toEqual(
    git(repository, 'rev-list', 'HEAD').trim().split('\n'),
  );
  expect(commits.map(({ date }) => date.slice(0, 10))).toEqual(
    MESSAGES.map((_, index) => `2026-03-0${MESSAGES.length - index}`),
  );
});

test('subjects keep quotes, scripts and signs, on one line each', async () => {
  const { commits } = await callTool<Log>(gitLog, { folder: 'repository' });
  expect(commits.map(({ subject }) => subject).toReversed()).toEqual([
    MESSAGES[0],
    MESSAGES[1],
    'subject of three lines in one paragraph',
    MESSAGES[3],
    '-n --all',
    expect.stringMatching(/^tabs\tand {3}blanks/),
  ]);
  expect(commits[0]?.author).toContain('张');
});

test('reads from any folder inside the repository, absolute or relative', async () => {
  const deep = await callTool<Log>(gitLog, { folder: join('repository', 'inside', 'deep') });
  const absolute = await callTool<Log>(gitLog, { folder: repository });
  expect(deep).toEqual(absolute);
  const here = sampleTool('git_log', { workFolder: repository });
  expect(await callTool<Log>(here, {})).toEqual(absolute);
});

test('gives at most so many', async () => {
  const log = await callTool<Log>(gitLog, { folder: 'repository', max: 2 });
  expect(log).toMatchObject({
    count: 2,
    commits: [{ subject: expect.stringContaining('tabs') }, { subject: '-n --all' }],
  });
  expect(await brokenRules(gitLog, { max: 2 }, log)).toEqual([]);
  expect(await brokenRules(gitLog, { max: 1 }, log)).toHaveLength(1);
});

test('since and until are whole days, both included', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const dayBefore = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  const dayAfter = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const counted = async (since: string, until: string) =>
    (await callTool<Log>(gitLog, { folder: 'repository', since, until })).count;
  expect(await counted(dayBefore, dayAfter)).toBe(MESSAGES.length);
  expect(await counted('2020-01-01', dayBefore)).toBe(0);
  expect(await counted(dayAfter, '2199-01-01')).toBe(0);
  expect(gitLog.checkParams({ since: today, until: dayBefore })).toContain('until');
});

test('is summarised by the newest commit, for many, one and none', async () => {
  const many = await callTool<Log>(gitLog, { folder: 'repository' });
  expect(await summaryOf(gitLog, {}, many)).toMatch(
    /^6 commits, newest [0-9a-f]{7} 2026-03-06 tabs/,
  );
  const one = await callTool<Log>(gitLog, { folder: 'repository', max: 1 });
  expect(await summaryOf(gitLog, {}, one)).toMatch(/^1 commits, newest [0-9a-f]{7} /);
  expect(await summaryOf(gitLog, {}, { commits: [], count: 0 })).toBe('0 commits');
});

test('a repository without a commit has an empty log', async () => {
  const log = await callTool<Log>(gitLog, { folder: 'empty' });
  expect(log).toEqual({ commits: [], count: 0 });
  expect(await brokenRules(gitLog, {}, log)).toEqual([]);
});

test.each(['plain', 'nowhere', '--help', '$(id)'])('%j is no repository', async (folder) => {
  const call = callTool(gitLog, { folder });
  await expect(call).rejects.toMatchObject({ fault: { code: 'NOT_FOUND', retryable: false } });
});

test('a program that the repository names for signatures is not run', async () => {
  const trap = join(root, 'trap');
  writeFileSync(trap, `#!/bin/sh\ntouch ${join(root, 'sprung')}\n`, { mode: 0o755 });
  const trapped = join(root, 'trapped');
  mkdirSync(trapped);
  git(trapped, 'init', '--quiet');
  git(trapped, 'config', 'log.showSignature', 'true');
  git(trapped, 'config', 'gpg.program', trap);
  git(trapped, 'commit', '--quiet', '--allow-empty', '-m', 'bait');
  const tree = git(trapped, 'rev-parse', 'HEAD^{tree}').trim();
  const signed = [
    `tree ${tree}`,
    'author A <a@example.com> 1770000000 +0000',
    'committer A <a@example.com> 1770000000 +0000',
    'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\nsigned\n',
  ].join('\n');
  writeFileSync(join(root, 'object'), signed);
  const hash = git(trapped, 'hash-object', '-t', 'commit', '-w', join(root, 'object')).trim();
  git(trapped, 'reset', '--quiet', hash);
  git(trapped, 'log', '--format=%s');
  expect(existsSync(join(root, 'sprung'))).toBe(true);
  rmSync(join(root, 'sprung'));
  expect(await callTool(gitLog, { folder: 'trapped' })).toMatchObject({
    commits: [{ subject: 'signed' }],
  });
  expect(existsSync(join(root, 'sprung'))).toBe(false);
});

test('an abort ends it', async () => {
  const call = callTool(gitLog, { folder: 'repository' }, { signal: AbortSignal.abort() });
  await expect(call).rejects.toMatchObject({ fault: { code: 'TIMEOUT', retryable: true } });
});

test.each([
  { since: 'last week' },
  { until: '2026-02-30' },
  { max: 0 },
  { max: 1.5 },
  { folder: '' },
])('%o is refused before git is asked', (params) => {
  expect(gitLog.params.safeParse(params).success).toBe(false);
});
