/** Plays a script: which of its responses, if any, takes the place of the rule's answer to a question. */
import { canonicalJson } from '../../shared/canonical-json.ts';
import type { Question } from './read-question.ts';
import type { ScriptEntry } from './script-form.ts';
import type { ScriptedResponse } from './script-response.ts';

const isParent = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** Every leaf of `wanted` is at the same path of `found`; an empty list or object is a leaf too. */
const holds = (wanted: unknown, found: unknown): boolean => {
  if (!isParent(wanted)) return canonicalJson(wanted) === canonicalJson(found);
  if (!isParent(found)) return false;
  return Object.entries(wanted).every(
    ([key, value]) => Object.hasOwn(found, key) && holds(value, found[key]),
  );
};

const fits = ({ purpose, match }: ScriptEntry, question: Question): boolean => {
  if (purpose !== '*' && purpose !== question.purpose) return false;
  if (match === undefined) return true;
  return typeof match === 'string'
    ? question.text.includes(match)
    : holds(match, question.document);
};

export class ScriptPlayer {
  readonly #entries: readonly ScriptEntry[];
  /** How often each entry was played. */
  readonly #plays: number[];

  constructor(entries: readonly ScriptEntry[]) {
    this.#entries = entries;
    this.#plays = entries.map(() => 0);
  }

  /** Uses up one play of the first entry that fits; `undefined` when none does. */
  next(question: Question): ScriptedResponse | undefined {
    const at = this.#entries.findIndex(
      (entry, index) =>
        (this.#plays[index] ?? 0) < (entry.times ?? Infinity) && fits(entry, question),
    );
    const entry = this.#entries[at];
    if (entry === undefined) return undefined;
    const played = this.#plays[at] ?? 0;
    this.#plays[at] = played + 1;
    return entry.response[played] ?? entry.response.at(-1);
  }
}
