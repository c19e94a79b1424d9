/** The values of options that are more than words: limits, scales, JSON. */
import { nearest } from '../../shared/config/nearest.ts';
import { Fault } from '../../shared/errors.ts';
import { LIMIT_RANGES, type LimitName, type LimitsInput } from '../../shared/events/limits.ts';
import { isRoleName, ROLE_NAMES, type Scale } from '../dev/role-names.ts';

const SCALE_MAX = 32;

const isLimitName = (name: string): name is LimitName => Object.hasOwn(LIMIT_RANGES, name);

/** @throws {Fault} `LIMIT_INVALID` for another name than those of `LIMIT_RANGES` */
export function limitNamed(name: string): LimitName {
  if (isLimitName(name)) return name;
  const names = Object.keys(LIMIT_RANGES);
  const facts = `${name || 'A limit without a name'} is no limit; did you mean ${nearest(name, names)}? There are ${names.join(', ')}.`;
  throw new Fault('LIMIT_INVALID', facts, { path: `limits.${name}` });
}

const limitValue = (name: LimitName, text: string): number => {
  const { min, max } = LIMIT_RANGES[name];
  const value = text.trim() === '' ? Number.NaN : Number(text);
  const isWhole = name === 'costUsd' || Number.isInteger(value);
  if (Number.isFinite(value) && isWhole && value >= min && value <= max) return value;
  const kind = name === 'costUsd' ? 'a number' : 'a whole number';
  const facts = `${name} takes ${kind} from ${min} to ${max}, not ${text === '' ? 'nothing' : text}.`;
  throw new Fault('LIMIT_INVALID', facts, { path: `limits.${name}` });
};

/**
 * @param pairs `name=value`; of one name the last counts
 * @throws {Fault} `LIMIT_INVALID`, naming the range
 */
export function parseLimits(pairs: readonly string[]): LimitsInput {
  const limits: Record<string, number> = {};
  for (const pair of pairs) {
    const cut = pair.indexOf('=');
    const name = limitNamed(cut < 0 ? pair : pair.slice(0, cut));
    limits[name] = limitValue(name, cut < 0 ? '' : pair.slice(cut + 1));
  }
  return limits;
}

/**
 * @param pairs `role=N`
 * @throws {Fault} `USAGE`
 */
export function parseScale(pairs: readonly string[]): Scale {
  const scale: Record<string, number> = {};
  for (const pair of pairs) {
    const [role = '', text = ''] = pair.split('=');
    if (!isRoleName(role)) {
      const facts = `--scale ${pair}: ${role || 'nothing'} is no role; there are ${ROLE_NAMES.join(', ')}.`;
      throw new Fault('USAGE', facts);
    }
    const count = Number(text);
    if (!/^\d+$/.test(text) || count < 1 || count > SCALE_MAX) {
      throw new Fault('USAGE', `--scale ${pair}: a role runs 1 to ${SCALE_MAX} times.`);
    }
    scale[role] = count;
  }
  return scale;
}

/** @throws {Fault} `USAGE` when it is not a JSON object */
export function parseObject(option: string, text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Fault('USAGE', `${option} is not JSON: ${(cause as Error).message}.`, { cause });
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new Fault('USAGE', `${option} takes a JSON object, such as '{"city":"Berlin"}'.`);
}

/** @throws {Fault} `USAGE` when it is no number of at least `min` */
export function parseNumber(what: string, text: string, min = 0): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value) && value >= min) return value;
  throw new Fault('USAGE', `${what} takes a number of at least ${min}, not ${text || 'nothing'}.`);
}
