/**
 * Is an answer made of what is known? Every number, date, id and direction in it must occur in accepted results, in
 * their summaries (which a recorded rule computed), in the specification, or be computed by a rule that came with
 * the answer.
 */
import type { EventData } from '../../shared/events/catalog.ts';

type Sources = Pick<EventData<'answer.proposed'>, 'spec' | 'results'> & {
  /** Values that recorded rules computed from the results. */
  readonly computed: readonly unknown[];
};

/** Runs that hold a digit: numbers with thousands, dates, times, identifiers. */
const FACTS = /(?<![\w,])\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|[A-Za-z0-9][\w.:/@#-]*/g;
/** What joins two facts to one run, as in 18-24 or CA1234/MU5678. */
const JOINTS = /[-–~/:.]/;
const LIST_MARKS = /^\s*\d{1,3}(?:[.)]\s+|、)/gm;
const ISO_DATE = /\d{4}-(\d{2})-(\d{2})/g;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH_NAME = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';

/** Dates in words, each with the places of month and day among its groups. */
const DATE_PHRASES: readonly (readonly [RegExp, month: number, day: number])[] = [
  [/(?:(\d{4})年)?(\d{1,2})月(\d{1,2})[日号]/g, 2, 3],
  [new RegExp(`\\b${MONTH_NAME}\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(\\d{4}))?\\b`, 'gi'), 1, 2],
  [new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+${MONTH_NAME}(?:\\s+(\\d{4}))?\\b`, 'gi'), 2, 1],
];

const DIRECTIONS = [
  /[东南西北]{1,2}(?:偏[东南西北])?风/g,
  /\b(?:north|south)?[- ]?(?:north|south|east|west)(?:erly|ern)?\s+(?:wind|breeze)s?\b/gi,
  /\b(?:wind|breeze)s?\s+from\s+the\s+(?:north|south)?[- ]?(?:north|south|east|west)\b/gi,
];

/** Full-width digits become plain ones; full-width punctuation separates, and must not become a comma in a number. */
const plainText = (text: string): string =>
  text.replace(/[，、；。：（）“”！？]/g, ' ').normalize('NFKC');

const trimmed = (token: string): string =>
  token.replace(/[.:/@#_-]+$/, '').replace(/(\d)(?:st|nd|rd|th)$/i, '$1');

/** A number may be written with other separators or trailing zeros than its source. */
const asNumber = (token: string): string | undefined => {
  const number = Number(token.replaceAll(',', ''));
  return token !== '' && Number.isFinite(number) ? String(number) : undefined;
};

const tokensOf = (text: string): string[] =>
  (text.match(FACTS) ?? []).map(trimmed).filter((token) => /\d/.test(token));

/** All facts of the sources, whole and in the parts that a joint separates. */
function factsOf(corpus: string): Set<string> {
  const facts = new Set<string>();
  for (const token of tokensOf(corpus)) {
    facts.add(token);
    const number = asNumber(token);
    if (number !== undefined) facts.add(number);
  }
  return facts;
}

const isKnown = (token: string, facts: ReadonlySet<string>): boolean => {
  if (facts.has(token)) return true;
  const number = asNumber(token);
  if (number !== undefined) return facts.has(number);
  const parts = token.split(JOINTS).filter((part) => part !== '');
  return parts.length > 1 && parts.every((part) => !/\d/.test(part) || isKnown(part, facts));
};

const monthNumber = (text: string): number =>
  /^\d/.test(text) ? Number(text) : MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1;

/** Takes dates in words out of the text: those that are the month and day of a known date, and the others. */
function withoutDates(text: string, corpus: string): { rest: string; unknown: string[] } {
  const days = new Set(
    [...corpus.matchAll(ISO_DATE)].map(([, month, day]) => `${Number(month)}-${Number(day)}`),
  );
  const unknown: string[] = [];
  let rest = text;
  for (const [pattern, month, day] of DATE_PHRASES) {
    rest = rest.replace(pattern, (phrase: string, ...groups: string[]) => {
      const key = `${monthNumber(groups[month - 1] ?? '')}-${Number(groups[day - 1])}`;
      if (!days.has(key) && !corpus.includes(phrase)) unknown.push(phrase);
      return ' ';
    });
  }
  return { rest, unknown };
}

const directionsIn = (text: string, corpus: string): string[] => {
  const known = corpus.toLowerCase();
  return DIRECTIONS.flatMap((pattern) => text.match(pattern) ?? []).filter(
    (direction) => !known.includes(direction.toLowerCase()),
  );
};

/** @returns the facts of `text` that occur nowhere in what is known, each once */
export function ungroundedIn(text: string, { spec, results, computed }: Sources): string[] {
  const corpus = plainText(JSON.stringify([spec, results, computed]));
  const plain = plainText(text).replace(LIST_MARKS, '');
  const { rest, unknown } = withoutDates(plain, corpus);
  const facts = factsOf(corpus);
  const tokens = tokensOf(rest).filter((token) => !isKnown(token, facts));
  return [...new Set([...unknown, ...tokens, ...directionsIn(plain, corpus)])];
}
