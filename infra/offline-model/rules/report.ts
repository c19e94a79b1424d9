/** The weekly report: commits, their summary, a draft, and the mail. */
import { dayOf, plusDays, weekdayOf } from '../../../shared/dates/zoned-day.ts';
import type { ActQuestion } from './act-question.ts';
import { type AnswerQuestion, coversOf, resultOf } from './answer-question.ts';
import { contextOf, factsIn } from './context-facts.ts';
import { emailsIn } from './person.ts';
import { Draft, type PlanQuestion } from './planning.ts';
import type { ReasonQuestion } from './reason-question.ts';
import { infeasible, unknown } from './refuse.ts';
import { reasonDraft, reasonSummary } from './report-texts.ts';
import type { Request } from './request-text.ts';
import { type RuleAnswer, type RuleSetting, say } from './rule-setting.ts';

const REPORT =
  /周报|日报|月报|工作汇报|工作报告|项目报告|提交记录|\b(?:weekly|daily|monthly|project|status|work|progress)\s+report\b|\breport\b.*\bcommits?\b|\bcommits?\b.*\breport\b|\breport (?:of|on|about) (?:this|last) week|\b(?:this|last|past) (?:week|month)(?:'s)? (?:\w+ )?report\b/iu;
const NO_MAIL =
  /不要?发(?:送)?(?:邮件)?|别发|\bdo not (?:send|mail|e-?mail)\b|\bdon't (?:send|mail|e-?mail)\b|\bwithout (?:sending|mailing)\b/iu;
const MAIL = /发(?:送)?(?:邮件|到|给|至)|邮件|邮箱|\bmail\b|\be-?mail\b|\bsend\b/iu;

export const isReport = (text: string): boolean => REPORT.test(text);

/** This week when nothing else is said: Monday to today. */
const periodOf = ({ days, now, timeZone }: Request): { since: string; until: string } => {
  const [day] = days;
  const today = dayOf(now, timeZone);
  if (day?.from != null) {
    const until = day.until ?? day.from;
    // Days are compared as text, and a report looks back.
    return { since: day.from, until: [until, today].toSorted()[0] ?? today };
  }
  return { since: plusDays(today, 1 - weekdayOf(today)), until: today };
};

const folderIn = ({ whole, input }: Request): string => {
  if (typeof input.folder === 'string') return input.folder;
  return (
    /(?:仓库|repo(?:sitory)?)\s*(?:在|in|at|:|：)?\s*((?:\.{1,2}\/|\/|~\/)[\w./-]+)/iu.exec(
      whole,
    )?.[1] ?? '.'
  );
};

export function specifyReport(request: Request): RuleAnswer {
  const { language, whole, text, said, input } = request;
  const answered = emailsIn(said);
  const named = answered.length > 0 ? answered : emailsIn(whole);
  const email = typeof input.to === 'string' ? input.to : named[0];
  const { since, until } = periodOf(request);
  const isMailed = !NO_MAIL.test(text);
  const questions = [
    ...(isMailed && email === undefined
      ? [say(language, '周报发到哪个邮箱？', 'To which e-mail address shall the report go?')]
      : []),
    ...(isMailed && named.length > 1
      ? [
          say(
            language,
            `一次只发给一个邮箱，发给哪个：${named.join('、')}？`,
            `One address at a time: which of ${named.join(', ')}?`,
          ),
        ]
      : []),
    ...(!isMailed && MAIL.test(text.replace(NO_MAIL, ''))
      ? [say(language, '到底要不要发邮件？', 'Shall it be mailed or not?')]
      : []),
  ];
  const to = JSON.stringify(email ?? '');
  return {
    goal: whole.slice(0, 4_000),
    constraints: [
      {
        id: 'period',
        text: say(language, `${since} 至 ${until}`, `${since} to ${until}`),
        check: `tool = "git_log" ? (params.since = "${since}" and params.until = "${until}") : true`,
      },
      ...(isMailed
        ? [
            {
              id: 'recipient',
              text: say(language, `收件人 ${email}`, `to ${email}`),
              check: `tool in ["send_email", "send_reminder"] ? params.to = ${to} : true`,
            },
          ]
        : []),
    ],
    context: contextOf({
      domain: 'report',
      since,
      until,
      folder: folderIn(request),
      to: isMailed ? email : undefined,
    }),
    requiredTools: isMailed ? ['git_log', 'send_email'] : ['git_log'],
    language,
    questions,
  };
}

const pick = (from: string, take: string): object => ({ $pick: { from, take } });

export function planReport(question: PlanQuestion): RuleAnswer {
  const { language, context } = question.spec;
  const { since, until, to, folder = '.' } = factsIn(context);
  const draft = new Draft(question);
  const commits = draft.add({
    subtask: 'commits',
    description: say(
      language,
      `读取 ${since} 至 ${until} 的提交`,
      `Read the commits from ${since} to ${until}`,
    ),
    tool: 'git_log',
    params: { folder, since, until },
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
    description: say(language, '起草周报', 'Draft the report'),
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
      description: say(language, `把周报发给 ${to}`, `Mail the report to ${to}`),
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
    const right = { folder: folder ?? '.', since, until };
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
  const { since, until, to } = factsIn(context);
  const commits = resultOf(results, 'git_log');
  const mail = resultOf(results, 'send_email');
  const draft = resultOf(results, null, 'subject');
  const count = commits?.data.count;
  const sent =
    mail === undefined
      ? say(language, '没有发送邮件。', 'No mail was sent.')
      : say(
          language,
          `已发邮件给 ${to}，主题“${draft?.data.subject}”。`,
          `It was mailed to ${to} under the subject "${draft?.data.subject}".`,
        );
  const text = say(
    language,
    `${since} 至 ${until} 的周报：共 ${count} 次提交。${sent}`,
    `Report of ${since} to ${until}: ${count} commits. ${sent}`,
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
