/** What the words of a mention say, before it is known what day it is. */

export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** Counts of weeks, months and years are from the present one: 0 is this, -1 the last. */
export type DateReading = {
  readonly kind: 'date';
  readonly day: number;
  /** The last day of a period within one month, as in 12月10-12日. */
  readonly untilDay?: number | undefined;
  readonly month?: number | undefined;
  readonly monthShift?: number | undefined;
  readonly year?: number | undefined;
  readonly yearShift?: number | undefined;
  /** A weekday that stands beside it, and has to agree. */
  readonly weekday?: number | undefined;
  /** True for words that are a day only next to a month, such as 三日 in Chinese numerals. */
  readonly needsMonth?: boolean | undefined;
};

export type WeekdayReading = {
  readonly kind: 'weekday';
  readonly weekday: number;
  /** Left out for the next such day. */
  readonly week?: number | undefined;
};

export type Reading =
  | DateReading
  | WeekdayReading
  /** 10/12: either may be the month. */
  | {
      readonly kind: 'slashed';
      readonly first: number;
      readonly second: number;
      readonly year?: number | undefined;
      /** A weekday that stands beside it, and may tell which. */
      readonly weekday?: number | undefined;
    }
  /** One day, so many units from today; `loose` where it may be counted from a day named before. */
  | {
      readonly kind: 'shift';
      readonly unit: Unit;
      readonly count: number;
      readonly loose?: boolean | undefined;
    }
  /** A period of so many units that begins or ends today. */
  | { readonly kind: 'span'; readonly unit: Unit; readonly count: number }
  /** A whole week, month, quarter or year. */
  | { readonly kind: 'unit'; readonly unit: Unit; readonly shift: number }
  | { readonly kind: 'weekend'; readonly week: number }
  | {
      readonly kind: 'month';
      readonly month: number;
      readonly year?: number | undefined;
      readonly yearShift?: number | undefined;
    }
  /** The words themselves have two readings. */
  | { readonly kind: 'ambiguous' };

/** What a pattern's named groups matched. */
export type Groups = Readonly<Record<string, string | undefined>>;

/** Quantifiers of a pattern are bounded, so that a search takes time in proportion to the text. */
export type DatePattern = {
  /** With the flag `g`. */
  readonly pattern: RegExp;
  /** @returns null where the match is no mention after all */
  readonly read: (groups: Groups) => Reading | null;
};

export const optionalNumber = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);
