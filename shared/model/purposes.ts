/**
 * What models are asked for. Each question has the same form for every endpoint (WIRE.md section 8): the first
 * line of the system message is `loopwright/<purpose>/<promptVersion>`, and the last user message is one JSON
 * document with the letter's fields.
 */
import { z } from 'zod';

/** `decide`, `judge` and `summarise` are names of settings; nothing asks for them yet. */
export const PURPOSES = [
  'specify',
  'plan',
  'act',
  'reason',
  'decide',
  'judge',
  'summarise',
  'answer',
] as const;
export const Purpose = z.enum(PURPOSES);
export type Purpose = z.infer<typeof Purpose>;

/** `loopwright/plan/1` */
export const promptLine = (purpose: Purpose, version: string): string =>
  `loopwright/${purpose}/${version}`;
