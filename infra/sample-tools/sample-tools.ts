/** The tools that an executor has when it is given no others: those of the samples and the tests. */
import type { Tool } from '../../shared/tools/define-tool.ts';
import { bookFlight } from './book-flight.ts';
import { bookHotel } from './book-hotel.ts';
import { bookTransfer } from './book-transfer.ts';
import { count } from './count.ts';
import { getWeather } from './get-weather.ts';
import { gitLog } from './git-log.ts';
import { noop } from './noop.ts';
import { queryFlight } from './query-flight.ts';
import { queryHotel } from './query-hotel.ts';
import { sendEmail } from './send-email.ts';
import { sendReminder } from './send-reminder.ts';
import { sleep } from './sleep.ts';

type SampleToolsOptions = {
  /** Where the sample provider answers; null when none runs, and then its tools say so. */
  readonly providerUrl: string | null;
  /** `LOOPWRIGHT_HOME`: holds `outbox` and `ledger`. */
  readonly home: string;
  /** What the folders of `git_log` are relative to; the current folder when left out. */
  readonly workFolder?: string;
};

/** @returns one of each, bound to where they work */
export const sampleTools = ({
  providerUrl,
  home,
  workFolder = '.',
}: SampleToolsOptions): Tool[] => [
  queryFlight(providerUrl),
  queryHotel(providerUrl),
  getWeather(providerUrl),
  bookFlight(providerUrl),
  bookHotel(providerUrl),
  bookTransfer(providerUrl),
  gitLog(workFolder),
  sendEmail(home),
  sendReminder(home),
  noop(),
  sleep(),
  count(home),
];
