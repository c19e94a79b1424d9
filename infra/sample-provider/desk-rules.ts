/** What is the same whatever is asked or ordered: which cities are served, which dates are past. */
import { createHash } from 'node:crypto';
import { Refusal } from './refusal.ts';
import { findCity, type World } from './world.ts';
import type { WorldCity } from './world-rows.ts';

/** @throws {Refusal} `NOT_FOUND` when the world has no such city */
export function servedCity(world: World, asked: string): WorldCity {
  const found = findCity(world, asked);
  if (found === undefined) throw new Refusal('NOT_FOUND', `The city ${asked} is not served.`);
  return found;
}

/** @throws {Refusal} `INVALID_PARAMS` for a date before the world's `now` */
export function refusePast({ now }: World, date: string): void {
  if (now === undefined || date >= now.slice(0, 10)) return;
  throw new Refusal('INVALID_PARAMS', `${date} is past.`);
}

/** @returns the order's number: the same for the same key, so that a lost answer can be given again */
export const orderNo = (prefix: 'FL' | 'HT' | 'TR', date: string, key: string): string => {
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 8).toUpperCase();
  return `${prefix}${date.replaceAll('-', '')}${digest}`;
};
