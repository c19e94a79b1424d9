/** `git_log`: the commits of a repository on this machine, read by git itself without a shell. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { defineTool, type Tool, ToolError } from '../../shared/tools/define-tool.ts';

const execute = promisify(execFile);
const OUTPUT_MAX = 16 * 1024 * 1024;

const Params = z.object({
  folder: z.string().min(1).max(1_000).default('.').describe('Folder inside a git repository'),
  since: z.iso.date().optional().describe('First day of the commits, YYYY-MM-DD'),
  until: z.iso.date().optional().describe('Last day of the commits, YYYY-MM-DD'),
  max: z
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(100)
    .describe('At most so many, the newest first'),
});

const Commit = z.object({
  hash: z.string(),
  /** ISO instant with the author's offset. */
  date: z.string(),
  author: z.string(),
  subject: z.string(),
});
const Result = z.object({ commits: z.array(Commit), count: z.number().int() });

/** One commit in the order of `FORMAT`; NUL cannot occur in any of them. */
const FIELDS = ['hash', 'date', 'author', 'subject'] as const;
const FORMAT = '--format=format:%H%x00%aI%x00%an%x00%s';

const SUMMARY = `$substring($count(data.commits) & ' commits' & ($exists(data.commits[0])
  ? ', newest ' & $substring(data.commits[0].hash, 0, 7) & ' ' & $substring(data.commits[0].date, 0, 10)
    & ' ' & data.commits[0].subject : ''), 0, 200)`;

type Failure = { readonly code?: unknown; readonly stderr?: string; readonly message: string };

const git = async (
  folder: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<string> => {
  const fixed = ['--no-pager', '-C', folder, ...args];
  return (await execute('git', fixed, { signal, maxBuffer: OUTPUT_MAX })).stdout;
};

const logArguments = ({ since, until, max }: z.infer<typeof Params>): string[] => [
  'log',
  // A repository's own configuration could name a program to check signatures with.
  '--no-show-signature',
  '--no-color',
  '--encoding=UTF-8',
  '-z',
  FORMAT,
  `--max-count=${max}`,
  // Without a time of day git would take the present one.
  ...(since === undefined ? [] : [`--since=${since}T00:00:00`]),
  ...(until === undefined ? [] : [`--until=${until}T23:59:59`]),
  'HEAD',
  '--',
];

const readCommits = (output: string): z.infer<typeof Commit>[] => {
  const parts = output === '' ? [] : output.split('\0');
  const rows = Array.from({ length: Math.floor(parts.length / FIELDS.length) }, (_, row) =>
    FIELDS.map((field, index) => [field, parts[row * FIELDS.length + index]]),
  );
  return rows.map((row) => Commit.parse(Object.fromEntries(row)));
};

const succeeds = (work: Promise<string>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** Tells apart why the log cannot be read; a repository without a commit has an empty log. */
const diagnose = async (folder: string, failure: Failure, signal: AbortSignal): Promise<string> => {
  if (signal.aborted) {
    throw new ToolError({ code: 'TIMEOUT', message: 'git log was cut off.', retryable: true });
  }
  if (failure.code === 'ENOENT') {
    throw new ToolError({
      code: 'TOOL_GONE',
      message: 'git is not installed.',
      cure: 'Install git.',
    });
  }
  const why = failure.stderr?.split('\n')[0] || failure.message;
  if (!(await succeeds(git(folder, ['rev-parse', '--git-dir'], signal)))) {
    throw new ToolError({
      code: 'NOT_FOUND',
      message: `${folder} is in no git repository (${why}).`,
    });
  }
  if (!(await succeeds(git(folder, ['rev-parse', '--verify', '--quiet', 'HEAD'], signal))))
    return '';
  throw new ToolError({ code: 'INVALID_RESULT', message: `git log failed: ${why}.` });
};

/** @param workFolder what `folder` is relative to */
export const gitLog = (workFolder: string): Tool =>
  defineTool({
    name: 'git_log',
    description:
      'Lists the commits of a git repository: hash, date, author and subject, newest first.',
    whenToUse: 'When work done in a repository is asked for, such as for a report.',
    whenNotToUse: 'To read or change files.',
    effect: 'read',
    emptyIsSuccess: true,
    timeoutMs: 10_000,
    params: Params,
    result: Result,
    checkParams: ({ since, until }) =>
      since !== undefined && until !== undefined && until < since ? 'until is before since' : null,
    checks: [
      {
        rule: 'commits are counted right and no more than asked for',
        test: 'data.count = $count(data.commits) and data.count <= ($exists(params.max) ? params.max : 100)',
        layer: 'semantics',
        class: 'result',
      },
    ],
    summary: SUMMARY,
    handler: async ({ params, signal }) => {
      const folder = resolve(workFolder, params.folder);
      const output = await git(folder, logArguments(params), signal).catch((failure: Failure) =>
        diagnose(folder, failure, signal),
      );
      const commits = readCommits(output);
      return { commits, count: commits.length };
    },
  });
