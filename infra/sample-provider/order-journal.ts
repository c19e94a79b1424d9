/**
 * The provider's memory: one JSON line for each booking call, on the disk before the call is answered. A
 * last line without its end was never answered, so it is dropped when the file is opened again.
 */
import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { Fault } from '../../shared/errors.ts';
import { Refusal } from './refusal.ts';

/** One call; `order` is null when it brought about nothing new. */
const JournalEntry = z.strictObject({
  key: z.string(),
  kind: z.enum(['flight', 'hotel', 'transfer']),
  bodyHash: z.string(),
  order: z.record(z.string(), z.unknown()).nullable(),
  /** What the order takes one of: a seat of a flight on a day, a room on each night, a ride. */
  units: z.array(z.string()),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

export type OrderJournal = {
  readonly entries: readonly JournalEntry[];
  /** @throws {Refusal} `UNAVAILABLE` when the disk does not take it; then nothing was recorded */
  readonly append: (entry: JournalEntry) => void;
  readonly close: () => void;
};

/** A journal that is gone with its process. */
export const memoryJournal = (): OrderJournal => ({
  entries: [],
  append: () => {},
  close: () => {},
});

const readEntries = (text: string, file: string): JournalEntry[] =>
  text.split('\n').flatMap((line, index) => {
    if (line === '') return [];
    try {
      return [JournalEntry.parse(JSON.parse(line))];
    } catch (cause) {
      const facts = `Line ${index + 1} of the state file ${file} is no record of an order.`;
      throw new Fault('CONFIG_INVALID', facts, { cause });
    }
  });

const openFile = (file: string): number => {
  try {
    mkdirSync(dirname(file), { recursive: true });
    return openSync(file, 'a+');
  } catch (cause) {
    const why = (cause as Error).message;
    throw new Fault('CONFIG_INVALID', `The state file ${file} cannot be used: ${why}.`, { cause });
  }
};

const succeeds = (work: () => void): boolean => {
  try {
    work();
    return true;
  } catch {
    return false;
  }
};

const writeLine = (handle: number, line: Buffer): void => {
  for (let sent = 0; sent < line.length; ) sent += writeSync(handle, line, sent);
  fsyncSync(handle);
};

/** Reads what is there, without an end that was cut short. */
const recover = (handle: number, file: string) => {
  const bytes = readFileSync(handle);
  const size = bytes.lastIndexOf('\n') + 1;
  const entries = readEntries(bytes.subarray(0, size).toString('utf8'), file);
  ftruncateSync(handle, size);
  return { entries, size };
};

/**
 * Opens or creates a journal. Writing is synchronous on purpose: between a look at the stock and the
 * record of the order no other request may run.
 *
 * @throws {Fault} `CONFIG_INVALID` when the file cannot be used or holds something else
 */
export function openJournal(file: string): OrderJournal {
  const handle = openFile(file);
  const close = (): void => closeSync(handle);
  let state: ReturnType<typeof recover>;
  try {
    state = recover(handle, file);
  } catch (fault) {
    close();
    throw fault;
  }
  let { size } = state;
  let isSound = true;
  const append = (entry: JournalEntry): void => {
    const line = Buffer.from(`${JSON.stringify(entry)}\n`);
    if (isSound && succeeds(() => writeLine(handle, line))) {
      size += line.length;
      return;
    }
    // Half a line would spoil the next one; where it cannot be taken back, nothing more is written.
    isSound &&= succeeds(() => ftruncateSync(handle, size));
    throw new Refusal('UNAVAILABLE', 'The order cannot be recorded.');
  };
  return { entries: state.entries, append, close };
}
