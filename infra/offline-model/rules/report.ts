/** Carrying out a report: commits, their summary, a draft, and the mail. */
import type { ActQuestion } from './act-question.ts';
import { type AnswerQuestion, coversOf, resultOf } from './answer-question.ts';
import { factsIn } from './context-facts.ts';
import { Draft, type PlanQuestion } from './planning.ts';
import type { ReasonQuestion } from './reason-question.ts';
import { infeasible, unknown } from './refuse.ts';
import { reasonDraft, reasonSummary } from './report-texts.ts';
import { type RuleAnswer, type RuleSetting, say } from './rule-setting.ts';

/** As many as the tool gives: a report leaves nothing out for being long. */
const COMMITS_MAX = 1_000;

const pick = (from: string, take: string): object => ({ $pick: { from, take } });

export function planReport(question: PlanQuestion): RuleAnswer {
  const { language, context } = question.spec;
  const { since, until, to, folder = '.', kind = '周报' } = factsIn(context);
  const draft = new Draft(question);
  const commits = draft.add({
    subtask: 'commits',
    description: say(
      language,
      `读取 ${since} 至 ${until} 的提交`,
      `Read the commits from ${since} to ${until}`,
    ),
    tool: 'git_log',
    params: { folder, since, until, max: COMMITS_MAX },
    dependsOn: [],
    expect: [
      {
        rule: 'commits are listed',
        test: '"commits" in $keys(data)',
        layer: 'semantics',
        class: 'tool',
      },
    ],
    intent: say(language, '知道做了什么', 'Know what was done'),
  });
  const summary = draft.add({
    subtask: 'summary',
    description: say(language, '汇总提交', 'Summarise the commits'),
    tool: null,
    params: {},
    dependsOn: [commits],
    intent: say(language, '让读者一眼看懂', 'Let the reader see it at a glance'),
  });
  const letter = draft.add({
    subtask: 'draft',
    description: say(language, `起草${kind}`, 'Draft the report'),
    tool: null,
    params: {},
    dependsOn: [commits, summary],
    expect: [
      {
        rule: 'has subject and body',
        test: '$exists(data.subject) and $exists(data.body)',
        layer: 'semantics',
        class: 'result',
      },
    ],
    intent: say(language, '得到可以发送的正文', 'Have a text that can be sent'),
  });
  if (to !== undefined) {
    draft.add({
      subtask: 'mail',
      description: say(language, `把${kind}发给 ${to}`, `Mail the report to ${to}`),
      tool: 'send_email',
      // Whom it goes to is decided when it is sent.
      params: { subject: pick(letter, 'subject'), body: pick(letter, 'body') },
      dependsOn: [letter],
      expect: [
        {
          rule: 'the mail is kept under an id',
          test: '$exists(data.messageId)',
          layer: 'semantics',
        },
      ],
      intent: say(language, '让收件人收到', 'Let the recipient have it'),
    });
  }
  return { steps: draft.steps };
}

export function actReport(
  { spec, step, feedback }: ActQuestion,
  { fault }: RuleSetting,
): RuleAnswer {
  const { language } = spec;
  const { since, until, folder, to } = factsIn(spec.context);
  const last = feedback.at(-1);
  const why =
    last === undefined
      ? say(language, '按任务要求填写', 'as the request says')
      : say(language, `纠正：${last.message}`, `corrected: ${last.message}`);
  if (step.tool === 'git_log') {
    const right = { folder: folder ?? '.', since, until, max: COMMITS_MAX };
    const asked = feedback.find(({ class: cls, rejected }) => {
      const params = rejected?.params as Record<string, unknown> | undefined;
      return cls === 'parameter' && params?.folder === right.folder && params.since === since;
    });
    if (asked !== undefined)
      return infeasible(
        language,
        `读不到提交：${asked.message}。`,
        `The commits cannot be read: ${asked.message}.`,
      );
    return { tool: 'git_log', params: { ...step.params, ...right }, why };
  }
  if (step.tool === 'send_email') {
    const isWrong = fault === 'wrong-recipient' && feedback.length === 0;
    return {
      tool: 'send_email',
      params: { ...step.params, to: isWrong ? 'somebody.else@example.com' : to },
      why,
    };
  }
  return unknown(language);
}

export function reasonReport(question: ReasonQuestion): RuleAnswer {
  return question.step.subtask === 'draft' ? reasonDraft(question) : reasonSummary(question);
}

export function answerReport({ spec, results }: AnswerQuestion): RuleAnswer {
  const { language, context } = spec;
  const { since, until, to, kind = '周报' } = factsIn(context);
  const commits = resultOf(results, 'git_log');
  const mail = resultOf(results, 'send_email');
  const draft = resultOf(results, null, 'subject');
  const count = commits?.data.count ?? resultOf(results, null, 'count')?.data.count;
  const body = draft?.data.body === undefined ? '' : `\n${String(draft.data.body)}`;
  const sent =
    mail === undefined
      ? `${say(language, '没有发送邮件。', 'No mail was sent.')}${body}`
      : say(
          language,
          `已发邮件给 ${to}，主题“${draft?.data.subject}”。`,
          `It was mailed to ${to} under the subject "${draft?.data.subject}".`,
        );
  const text = say(
    language,
    `${since} 至 ${until} 的${kind}${count === undefined ? '' : `：共 ${String(count)} 次提交`}。${sent}`,
    `Report of ${since} to ${until}${count === undefined ? '' : `: ${String(count)} commits`}. ${sent}`,
  );
  const all = Object.keys(results);
  return {
    text,
    data: {
      commits: count ?? null,
      since,
      until,
      ...(mail === undefined ? {} : { mail: mail.data }),
      ...(draft === undefined ? {} : { subject: draft.data.subject }),
    },
    covers: coversOf(spec, all, { period: [commits?.id], recipient: [mail?.id] }),
    computed: [],
  };
}
