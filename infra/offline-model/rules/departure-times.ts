/** When the flight may leave, by what was answered or else by the goal; and what has to be asked about times. */
import type { Request } from './request-text.ts';
import { type Language, say } from './rule-setting.ts';
import { type TimeWindow, timeWindowIn } from './time-window.ts';

type Departure = Pick<TimeWindow, 'from' | 'until'> & { readonly questions: readonly string[] };

const MARKS = { zh: '起飞时间', en: 'time of departure' } as const;
/** The word for the evening belongs to the date that was taken out: 今晚, 10日晚. */
const EVENING_OF_DATE = /(?:[今明]|后天|[日号])晚(?!.{0,6}(?:住|酒店|宾馆|旅馆|房))|\btonight\b/iu;

const isLeft = ({ from, until }: TimeWindow): boolean => from !== undefined || until !== undefined;

const contradiction = ({ from, until }: TimeWindow, language: Language): string[] =>
  from === undefined || until === undefined || from < until
    ? []
    : [
        say(
          language,
          `${MARKS.zh}矛盾（${from} 以后，${until} 以前），应该是几点？`,
          `No ${MARKS.en} is after ${from} and before ${until}. When shall it be?`,
        ),
      ];

const unplaced = (words: readonly string[], language: Language): string[] =>
  words.length === 0
    ? []
    : [
        say(
          language,
          `只能限定${MARKS.zh}。“${words.join('、')}”是说几点以后、几点以前起飞？`,
          `Only the ${MARKS.en} can be limited. What does "${words.join(', ')}" mean for it: after when, before when?`,
        ),
      ];

export function departureIn(request: Request, wantsFlight: boolean): Departure {
  const { text, said, asked, whole, language } = request;
  const answered = timeWindowIn(said);
  const window = isLeft(answered) ? answered : timeWindowIn(text);
  const wasAsked = asked.includes(MARKS[language]);
  const questions = [
    ...contradiction(window, language),
    ...(wasAsked ? [] : unplaced(window.unplaced, language)),
  ];
  if (isLeft(window) || !wantsFlight || !EVENING_OF_DATE.test(whole))
    return { from: window.from, until: window.until, questions };
  return { from: '18:00', until: undefined, questions };
}
