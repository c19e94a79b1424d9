/** A date that a text mentions, resolved by rule, so that no model has to know what day it is. */
import { z } from 'zod';

export const DateMention = z.object({
  /** As it stands in the text. */
  text: z.string(),
  /** Offset of `text` in UTF-16 units. */
  index: z.number().int().min(0),
  /** The day, or the first day of a period; null when it cannot be told. */
  from: z.iso.date().nullable(),
  /** The last day of a period, the day itself otherwise. */
  until: z.iso.date().nullable(),
  /**
   * `past`: it lies before the day of `now`, though nothing in its words points backwards (a "last week" is meant
   * to be past, and is `ok`). `ambiguous`: two readings, as of 10/12/2026, 从周五起 or 12月11日周四 where the 11th is a
   * Friday. `invalid`: no such day.
   */
  status: z.enum(['ok', 'past', 'ambiguous', 'invalid']),
});
export type DateMention = z.infer<typeof DateMention>;
