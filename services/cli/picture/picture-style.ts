/** How the picture is written: its words, its colours, and what stands in its first column. */
import type { Labels } from '../labels.ts';
import type { Paint } from '../paint.ts';
import { padTo } from '../text-width.ts';

export type PictureStyle = {
  readonly labels: Labels;
  readonly paint: Paint;
  /** Of a screen; undefined where lines may be as long as they are. */
  readonly columns: number | undefined;
};

const LABEL_WIDTH = 9;

/** `spec     …` */
export const labelled = (label: string, text: string, { paint }: PictureStyle): string =>
  `${paint('dim', padTo(label, LABEL_WIDTH))}${text}`;

/** On one line. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
