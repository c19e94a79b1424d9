/**
 * Is an answer made of what is known? Every number, date, id and quoted name in it must occur in accepted
 * results, in their summaries (which a recorded rule computed), or in the specification.
 */
import type { EventData } from '../../shared/events/catalog.ts';

/** Numbers, dates, times and identifiers: runs that hold a digit. */
const FACTS = /[A-Za-z]*[\d][\w.:/-]*/g;

const trimmed = (token: string): string =>
  token.replace(/[.:/-]+$/, '').replace(/^[A-Za-z]*[¥$€]/, '');

const known = (text: string, corpus: string): boolean => corpus.includes(text);

/** A number may be written with other separators or trailing zeros than its source. */
const asNumber = (token: string): string | undefined => {
  const number = Number(token.replaceAll(',', ''));
  return token !== '' && Number.isFinite(number) ? String(number) : undefined;
};

/** @returns the facts of `text` that occur nowhere in what is known */
export function ungroundedIn(
  text: string,
  { spec, results }: Pick<EventData<'answer.proposed'>, 'spec' | 'results'>,
): string[] {
  const corpus = JSON.stringify([spec, results]);
  const tokens = new Set((text.match(FACTS) ?? []).map(trimmed));
  return [...tokens].filter((token) => {
    const number = asNumber(token);
    return (
      token !== '' && !known(token, corpus) && (number === undefined || !known(number, corpus))
    );
  });
}
