/** Asks the offline model's rules as a planner does, at one moment of one day. */
import { answerByRule } from '../../../../infra/offline-model/rules/answer-by-rule.ts';
import type { RuleSetting } from '../../../../infra/offline-model/rules/rule-setting.ts';
import { DEFAULT_CITIES } from '../../../../infra/sample-provider/default-cities.ts';
import { resolveDates } from '../../../../shared/dates/resolve-dates.ts';
import type { Spec } from '../../../../shared/events/shapes.ts';

/** A Tuesday, noon in Shanghai. */
const NOW = '2026-12-01T04:00:00.000Z';
const TIME_ZONE = 'Asia/Shanghai';
export const SETTING: RuleSetting = { fault: undefined, cities: DEFAULT_CITIES };

const tool = (name: string, required: string[], properties: object) => ({
  name,
  params: { type: 'object', properties, required },
});
const SAMPLES =
  'query_flight query_hotel book_flight book_hotel book_transfer get_weather git_log send_email send_reminder';
const TOOLS = [
  ...SAMPLES.split(' ').map((name) => tool(name, [], {})),
  tool('double', ['n'], { n: { type: 'number' } }),
  tool('greet', ['who'], { who: { type: 'string' }, loud: { type: 'boolean' } }),
  tool('move_file', ['from', 'to'], { from: { type: 'string' }, to: { type: 'string' } }),
  tool('sleep', ['ms'], { ms: { type: 'integer' } }),
];

export type Specified = Spec & { readonly questions: string[]; readonly refused?: string };

type More = {
  readonly answers?: readonly { question: string; answer: string }[];
  readonly input?: Record<string, unknown>;
};

export function specified(goal: string, { answers = [], input = {} }: More = {}): Specified {
  const texts = [goal, ...answers.map(({ answer }) => answer)];
  const document = {
    ...{ goal, input, answers, tools: TOOLS, now: NOW, timeZone: TIME_ZONE },
    dates: texts.flatMap((text) => resolveDates(text, NOW, TIME_ZONE)),
  };
  return answerByRule('specify', document, SETTING) as unknown as Specified;
}

/** The understood facts, as the context has them. */
export const factsOf = ({ context }: Pick<Specified, 'context'>): Record<string, string> =>
  Object.fromEntries(
    context.split('\n').map((line) => {
      const at = line.indexOf(': ');
      return [line.slice(0, at), line.slice(at + 2)];
    }),
  );
