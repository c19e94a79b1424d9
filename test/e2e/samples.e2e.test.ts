/** The scenarios that the samples are made of, from a sentence to the answer, in both languages. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventsOf, type Run, SampleSystem } from '../support/sample-system.ts';

let system: SampleSystem;
beforeAll(async () => {
  system = await SampleSystem.start();
});
afterAll(() => system.stop());
beforeEach(() => system.enter({}));

const completed = (run: Run) => {
  const { result } = run.view;
  expect(result?.type, JSON.stringify(result?.data)).toBe('task.completed');
  if (result?.type !== 'task.completed') throw new Error('not completed');
  return result.data;
};

const mails = (): string[] => {
  const outbox = join(system.roles.home, 'outbox');
  const files = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'));
  return files.map((mail) => {
    const [head = '', ...body] = mail.split('\r\n\r\n');
    return `${head}\n${Buffer.from(body.join(''), 'base64').toString('utf8')}`;
  });
};

describe('weather with advice on clothing', () => {
  it.each([
    ['in Chinese', '查一下这周五北京的天气，顺便指导下穿什么合适', '北京', /建议穿|带伞/],
    [
      'in English',
      "What's the weather in Beijing on Friday, and what should I wear?",
      'Beijing',
      /[Ww]ear /,
    ],
  ])('is answered from what the tool said, %s', async (_, goal, city, advice) => {
    const run = await system.run(goal);
    const { answer, data } = completed(run);
    expect(answer).toMatch(advice);
    expect(run.view.steps.map(({ tool }) => tool)).toEqual(['get_weather', null]);
    const [weather] = eventsOf(run, 'step.observed');
    const told = weather?.result.data as Record<string, unknown>;
    expect(told.city).toBe(city);
    expect(answer).toContain(String(told.temperature_max));
    expect(data).toMatchObject({ city, wind_level: told.wind_level });
  });
});

/** A repository of one commit, in the home of the roles. */
const repositoryOf = (subject: string): string => {
  const folder = join(system.roles.home, subject);
  mkdirSync(folder);
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  execFileSync('git', ['init', '-q', folder]);
  execFileSync('git', ['-C', folder, ...who, 'commit', '-q', '--allow-empty', '-m', subject]);
  return folder;
};

describe('the weekly report', () => {
  it.each([
    ['in Chinese', '整理2026年11月1日以来的项目周报，发邮件给 team@example.com', /提交/],
    [
      'in English',
      'Compile a report of the commits since November 1, 2026 and mail it to team@example.com',
      /commits/,
    ],
  ])('goes from the commits of a repository to a mail, %s', async (language, goal, words) => {
    const subject = `Mend the roof ${language}`;
    const run = await system.run(goal, { input: { folder: repositoryOf(subject) } });
    const { answer } = completed(run);
    expect(answer).toMatch(words);
    expect(answer).toContain('team@example.com');
    expect(run.view.steps.map(({ tool }) => tool)).toEqual(['git_log', null, null, 'send_email']);
    const mail = mails().find((text) => text.includes(subject));
    expect(mail).toContain('To: team@example.com');
  });
});

describe('a whole journey', () => {
  it('books flight, hotel and transfer once each, and sends the reminder', async () => {
    const run = await system.run(
      'Book a flight from Beijing to Shanghai on 2027-03-14, a hotel there for two nights under 900 yuan a night and an airport transfer, passenger Ada Lovelace, ID A12345678, and send a reminder to ada@example.com',
    );
    const { answer, counts } = completed(run);
    expect(counts).toMatchObject({ accepted: 6, total: 6 });
    expect(run.orders.map(({ kind, effects }) => [kind, effects]).sort()).toEqual([
      ['flight', 1],
      ['hotel', 1],
      ['transfer', 1],
    ]);
    const total = run.orders.reduce(
      (sum, { kind, price }) => sum + price * (kind === 'hotel' ? 2 : 1),
      0,
    );
    expect(answer.replaceAll(',', '')).toContain(String(total));
    expect(answer).not.toContain('A12345678');
    expect(mails().some((text) => text.includes('To: ada@example.com'))).toBe(true);
  });

  it('says why each parameter and each verdict, from the plan to the answer', async () => {
    const run = await system.run(
      '预订2027年3月14日北京到上海的机票和当晚酒店，酒店不超过1000元，乘客张三，身份证110101199001011234',
    );
    const { decisions } = completed(run);
    const kinds = decisions.map(({ what, stepId }) => `${what} ${stepId ?? ''}`.trim());
    expect(kinds).toEqual(
      expect.arrayContaining(['plan', 'parameters s3', 'verdict s4', 'answer']),
    );
    expect(decisions.every(({ why }) => why !== '')).toBe(true);
    const sequences = decisions.map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  });

  it('only looks when nothing is to be booked', async () => {
    const run = await system.run('查一下2027年3月14日北京到上海有哪些航班');
    completed(run);
    expect(run.orders).toEqual([]);
    expect(run.view.steps.map(({ tool }) => tool)).toEqual(['query_flight']);
  });
});

describe('a goal beyond the offline model', () => {
  it('is refused honestly, with how to set a real one', async () => {
    const { view } = await system.run('把这首诗翻译成法语');
    expect(view.result).toMatchObject({ type: 'task.failed', data: { code: 'MODEL_REFUSED' } });
    expect(JSON.stringify(view.result?.data)).toContain('OPENAI_API_KEY');
  });
});
