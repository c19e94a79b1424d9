/** Which domain a request belongs to; what belongs to none is asked back when it is vague, else refused. */
import { toolMissing, unknown } from './refuse.ts';
import { isReport, specifyReport } from './report-request.ts';
import { type Request, readRequest } from './request-text.ts';
import { type RuleAnswer, type RuleSetting, say } from './rule-setting.ts';
import { specifyTool, toolNamedIn } from './tool-request.ts';
import { specifyTravel } from './travel.ts';
import { isTravel } from './travel-words.ts';
import { isWeather, specifyWeather } from './weather-request.ts';

const VAGUE =
  /你定|你决定|随便|随意|都行|什么都|看着办|有什么适合|帮我写个|帮我做|弄一下|搞一下|处理一下|\bsomething\b|\banything\b|\bwhatever\b|\byou (?:decide|choose)\b|\bhelp me\b|\bsurprise me\b/iu;
const AUTOMATIC = /全自动|不要问我|无需确认|\bfully automatic\b|\bwithout asking\b/iu;
const CONFIRMED =
  /每一?步.{0,6}确认|都要?我?确认|逐步确认|\bconfirm every\b|\bask me (?:before|at) every\b/iu;

const questionsOnly = ({ language, goal }: Request, questions: readonly string[]): RuleAnswer => ({
  goal,
  constraints: [],
  context: '',
  requiredTools: [],
  language,
  questions,
});

const contradiction = ({ whole, said, language }: Request): string[] =>
  said === '' && AUTOMATIC.test(whole) && CONFIRMED.test(whole)
    ? [
        say(
          language,
          '既要全自动又要每一步确认，以哪个为准？',
          'Fully automatic, or confirmed at every step: which one counts?',
        ),
      ]
    : [];

/** Two things in one sentence: neither is dropped in silence. */
const mixture = ({ text, said, whole, language }: Request): string[] =>
  said === '' && isReport(whole) && (isWeather(text) || isTravel(text))
    ? [
        say(
          language,
          '一次只办一件事：先写周报，还是先办另一件？',
          'One thing at a time: the report, or the other?',
        ),
      ]
    : [];

/** A date that cannot be meant stops everything that hangs on it. */
const doubts = ({ doubtful, language }: Request): string[] =>
  doubtful
    .slice(0, 1)
    .map(({ text }) =>
      say(language, `“${text}”指的是哪一天？`, `Which day is meant by "${text}"?`),
    );

function byDomain(request: Request, setting: RuleSetting): RuleAnswer | null {
  const tool = toolNamedIn(request);
  if (tool !== undefined) return specifyTool(request, tool);
  const { text } = request;
  if (isReport(request.whole)) return specifyReport(request);
  if (isTravel(text)) return specifyTravel(request, setting);
  return isWeather(text) ? specifyWeather(request, setting) : null;
}

export function specify(document: unknown, setting: RuleSetting): RuleAnswer {
  const request = readRequest(document);
  if (request === null) return unknown('en');
  const specified = byDomain(request, setting);
  const { language } = request;
  if (specified === null) {
    return VAGUE.test(request.whole)
      ? questionsOnly(request, [
          say(
            language,
            '您具体想要什么结果？请说明主题、对象和要求。',
            'What exactly do you want? Please name the subject, for whom it is, and what it must satisfy.',
          ),
        ])
      : unknown(language);
  }
  const { questions = [], requiredTools = [] } = specified as {
    questions?: readonly string[];
    requiredTools?: readonly string[];
  };
  const known = request.tools.map(({ name }) => name);
  const absent = requiredTools.filter((name) => !known.includes(name));
  if (absent.length > 0) return toolMissing(language, absent);
  const all = [
    ...contradiction(request),
    ...mixture(request),
    ...doubts(request),
    ...questions,
  ].slice(0, 3);
  return { ...specified, questions: all };
}
