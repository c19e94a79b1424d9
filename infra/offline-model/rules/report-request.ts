/** A request for a report: of which days, from which repository, to whom. */
import { dayOf, plusDays, weekdayOf } from '../../../shared/dates/zoned-day.ts';
import { contextOf, type Facts, factsIn } from './context-facts.ts';
import { emailsIn } from './person.ts';
import type { Request } from './request-text.ts';
import { askIf, type RuleAnswer, say } from './rule-setting.ts';

const REPORT =
  /周报|日报|月报|工作汇报|工作报告|项目报告|提交记录|(?:汇总|整理|总结|统计).{0,30}提交|提交.{0,10}(?:汇总|整理|总结)|\bsummar.{0,40}\bcommits?\b|\b(?:weekly|daily|monthly|project|status|work|progress)\s+report\b|\breport\b.*\bcommits?\b|\bcommits?\b.*\breport\b|\breport (?:of|on|about) (?:this|last) week|\b(?:this|last|past) (?:week|month)(?:'s)? (?:\w+ )?report\b/iu;
const NO_MAIL =
  /(?:不要?|不用|不必|无需|别)发(?:送)?(?:邮件)?|不用邮件|别发|\bno (?:e-?)?mail\b|\bdo not (?:send|mail|e-?mail)\b|\bdon't (?:send|mail|e-?mail)\b|\bwithout (?:sending|mailing)\b/iu;
const MAIL = /发(?:送)?(?:邮件|到|给|至)|邮件|邮箱|\bmail\b|\be-?mail\b|\bsend\b/iu;

const CANNOT =
  /每[周天月日].{0,8}[发给]|定时|定期|抄送|附件|附上|(?:用)?(?:英文|英语|中文)写|英文版|统计图|图表|PDF|\bin (?:english|chinese|french|german)\b|\bcharts?\b|\bgraphs?\b|Excel|PPT|\bevery (?:day|week|month|monday|friday)\b|\bcc\b|\battach/iu;

export const isReport = (text: string): boolean => REPORT.test(text);

const DAILY = /日报|\bdaily\b/iu;
const MONTHLY = /月报|本月|\bmonthly\b/iu;

/** This day, month or week by the name of the report: from its first day to today. */
const periodOf = ({ days, now, timeZone, whole }: Request): { since: string; until: string } => {
  const [day] = days;
  const today = dayOf(now, timeZone);
  if (day?.from != null) {
    // From one date to another are two of them.
    const until = days.at(-1)?.until ?? day.until ?? day.from;
    // Days are compared as text, and a report looks back.
    return { since: day.from, until: [until, today].toSorted()[0] ?? today };
  }
  if (DAILY.test(whole)) return { since: today, until: today };
  if (MONTHLY.test(whole)) return { since: `${today.slice(0, 7)}-01`, until: today };
  return { since: plusDays(today, 1 - weekdayOf(today)), until: today };
};

const folderIn = ({ whole, input }: Request): string => {
  if (typeof input.folder === 'string') return input.folder;
  return (
    /(?:仓库|\brepo(?:sitory)?\b)\s*(?:在|是|in|at|:|：)?\s*(?!(?:of|and|to|for|is|on|with|the|this|that|by|from)\b)((?:\.{1,2}\/|\/|~\/)?[A-Za-z0-9_][\w./-]*|\.{1,2})/iu
      .exec(whole)?.[1]
      ?.replace(/\.+$/u, '') || '.'
  );
};

const kindIn = (text: string): string | undefined =>
  /月报|日报|工作汇报|工作报告|项目报告/u.exec(text)?.[0];

/** What is missing, what cannot be done and what contradicts itself. */
function reportQuestions(request: Request, email: string | undefined, since: string): string[] {
  const { language, text, said, whole, now, timeZone } = request;
  const isMailed = !NO_MAIL.test(text);
  const named = emailsIn(emailsIn(said).length > 0 ? said : whole);
  const cannot = CANNOT.exec(said === '' ? text : '')?.[0];
  return [
    ...askIf(
      cannot !== undefined,
      say(
        language,
        `“${cannot}”办不到：只写一次、发一封纯文本邮件可以吗？`,
        `"${cannot}" cannot be done. Shall one report go out as one plain mail?`,
      ),
    ),
    ...askIf(
      since > dayOf(now, timeZone),
      say(
        language,
        `${since} 还没有到，要哪段时间的周报？`,
        `${since} is still to come. Of which days shall the report be?`,
      ),
    ),
    ...askIf(
      isMailed && email === undefined,
      say(language, '周报发到哪个邮箱？', 'To which e-mail address shall the report go?'),
    ),
    ...askIf(
      isMailed && named.length > 1,
      say(
        language,
        `一次只发给一个邮箱，发给哪个：${named.join('、')}？`,
        `One address at a time: which of ${named.join(', ')}?`,
      ),
    ),
    ...askIf(
      !isMailed && MAIL.test(text.replace(NO_MAIL, '')),
      say(language, '到底要不要发邮件？', 'Shall it be mailed or not?'),
    ),
  ];
}

function reportConstraints(language: string, facts: Facts): object[] {
  const { since, until, to } = facts;
  const period = {
    id: 'period',
    text: say(language, `${since} 至 ${until}`, `${since} to ${until}`),
    check: `tool = "git_log" ? (params.since = "${since}" and params.until = "${until}") : true`,
  };
  if (to === undefined) return [period];
  const recipient = {
    id: 'recipient',
    text: say(language, `收件人 ${to}`, `to ${to}`),
    check: `tool in ["send_email", "send_reminder"] ? params.to = ${JSON.stringify(to)} : true`,
  };
  return [period, recipient];
}

export function specifyReport(request: Request): RuleAnswer {
  const { language, goal, whole, text, said, input } = request;
  const email = typeof input.to === 'string' ? input.to : (emailsIn(said)[0] ?? emailsIn(whole)[0]);
  const { since, until } = periodOf(request);
  const isMailed = !NO_MAIL.test(text);
  const to = isMailed ? email : undefined;
  const context = contextOf({
    domain: 'report',
    kind: kindIn(whole),
    since,
    until,
    folder: folderIn(request),
    to,
  });
  return {
    goal,
    constraints: reportConstraints(language, factsIn(context)),
    context,
    requiredTools: isMailed ? ['git_log', 'send_email'] : ['git_log'],
    language,
    questions: reportQuestions(request, email, since),
  };
}
