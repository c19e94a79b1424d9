/** Columns of text for people. */
import { padTo, widthOf } from './text-width.ts';

/** @param rows of equal length; the last column is not filled up */
export function tableText(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => widthOf(row[column] ?? ''))),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => padTo(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return rows.map(line).join('\n');
}
