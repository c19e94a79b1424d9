/** Numbers that look arbitrary and are the same in every process: prices and stock of any date. */
import { createHash } from 'node:crypto';

/** @returns an integer of `min` to `max`, both included, that depends on nothing but `seed` */
export const generatedNumber = (seed: string, min: number, max: number): number =>
  min + (createHash('sha256').update(seed).digest().readUInt32BE(0) % (max - min + 1));
