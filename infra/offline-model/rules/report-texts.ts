/** The texts of the weekly report, made of the commits alone. */
import { resultOf } from './answer-question.ts';
import { factsIn } from './context-facts.ts';
import type { ReasonQuestion } from './reason-question.ts';
import { infeasible } from './refuse.ts';
import { type RuleAnswer, say } from './rule-setting.ts';

type Commit = {
  readonly hash: string;
  readonly date: string;
  readonly author: string;
  readonly subject: string;
};

const LISTED_MAX = 40;
/** More commits than this are never asked for, so there may be others. */
const COUNTED_MAX = 1_000;

const commitsIn = (data: Readonly<Record<string, unknown>>): Commit[] =>
  Array.isArray(data.commits) ? (data.commits as Commit[]) : [];

const countBy = (
  commits: readonly Commit[],
  keyOf: (commit: Commit) => string,
): [string, number][] => {
  const counts = new Map<string, number>();
  for (const commit of commits) counts.set(keyOf(commit), (counts.get(keyOf(commit)) ?? 0) + 1);
  return [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
};

export function reasonSummary({ spec, results }: ReasonQuestion): RuleAnswer {
  const { language } = spec;
  const { since, until } = factsIn(spec.context);
  const log = resultOf(results, 'git_log');
  if (log === undefined)
    return infeasible(language, '没有提交数据。', 'There are no commits to go by.');
  const commits = commitsIn(log.data);
  if (log.data.count === undefined) return { text: log.summary, data: {} };
  const count = Number(log.data.count);
  if (count === 0) {
    return {
      text: say(
        language,
        `${since} 至 ${until} 没有提交。`,
        `There are no commits from ${since} to ${until}.`,
      ),
      data: { count },
    };
  }
  if (commits.length === 0) return { text: log.summary, data: { count } };
  const authors = countBy(commits, ({ author }) => author);
  const days = countBy(commits, ({ date }) => date.slice(0, 10));
  const listed = (pairs: readonly [string, number][]): string =>
    pairs.map(([name, number]) => `${name} ${number}`).join(say(language, '、', ', '));
  const isCut = count >= COUNTED_MAX;
  const text = say(
    language,
    `${since} 至 ${until} ${isCut ? '至少' : '共'} ${count} 次提交。作者：${listed(authors)}。按日：${listed(days)}。`,
    `${isCut ? 'At least ' : ''}${count} commits from ${since} to ${until}. By author: ${listed(authors)}. By day: ${listed(days)}.`,
  );
  return {
    text,
    data: { count, authors: Object.fromEntries(authors), days: Object.fromEntries(days) },
  };
}

export function reasonDraft({ spec, results }: ReasonQuestion): RuleAnswer {
  const { language } = spec;
  const { since, until, kind = '周报' } = factsIn(spec.context);
  const log = resultOf(results, 'git_log');
  const summary = resultOf(results, null, 'text');
  if (summary === undefined)
    return infeasible(language, '没有汇总。', 'There is no summary to write from.');
  const commits = log === undefined ? [] : commitsIn(log.data);
  const lines = commits
    .slice(0, LISTED_MAX)
    .map(({ hash, subject }) => `- ${hash.slice(0, 7)} ${subject}`);
  const rest = commits.length - lines.length;
  const more = rest > 0 ? [say(language, `- 以及另外 ${rest} 次提交`, `- and ${rest} more`)] : [];
  const subject = say(
    language,
    `${kind === '周报' ? '项目周报' : kind} ${since} 至 ${until}`,
    `Project report ${since} to ${until}`,
  );
  const greeting = say(language, '大家好，', 'Hello,');
  const body = [greeting, '', String(summary.data.text), '', ...lines, ...more]
    .join('\n')
    .trimEnd();
  return { text: subject, data: { subject, body } };
}
