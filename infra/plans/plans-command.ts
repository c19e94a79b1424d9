/** `npm run plans` from its arguments to what it prints. */
import { FAULTS, toFault } from '../../shared/errors.ts';
import { judgeRow } from './judge-row.ts';
import { readPlansArguments } from './plans-arguments.ts';

const USAGE = 'Usage: npm run plans -- FILE [--tools FILE]';

export type Printed = {
  /** One JSON line a row, in the file's order. */
  readonly stdout: string;
  /** What is wrong with each plan, in words. */
  readonly stderr: string;
  readonly exitCode: number;
};

/** @returns exit code 0 however the plans are judged; another one only when the file cannot be read */
export function checkPlansOf(args: readonly string[]): Printed {
  try {
    const { text, tools } = readPlansArguments(args);
    const rows = text.split('\n').map((row, index) => [row, index + 1] as const);
    const judged = rows
      .filter(([row]) => row.trim() !== '')
      .map(([row, number]) => judgeRow(row, number, tools));
    const told = judged.flatMap(({ line, feedback }) =>
      feedback === null ? [] : [`${line.id}: ${feedback}\n`],
    );
    const lines = judged.map(({ line }) => `${JSON.stringify(line)}\n`);
    return { stdout: lines.join(''), stderr: told.join(''), exitCode: 0 };
  } catch (thrown) {
    const { code, facts } = toFault(thrown);
    return { stdout: '', stderr: `${code}: ${facts} ${USAGE}\n`, exitCode: FAULTS[code].exit };
  }
}
