// The values of options: what is taken, and what is refused with the range or the nearest name.
import { describe, expect, it } from 'vitest';
import {
  limitNamed,
  parseLimits,
  parseNumber,
  parseObject,
  parseScale,
} from '../../../services/cli/parse-options.ts';
import { LIMIT_RANGES, type LimitName } from '../../../shared/events/limits.ts';

const names = Object.keys(LIMIT_RANGES) as LimitName[];

describe('parseLimits', () => {
  it.each(names)('takes both ends of the range of %s', (name) => {
    const { min, max } = LIMIT_RANGES[name];
    expect(parseLimits([`${name}=${min}`])).toEqual({ [name]: min });
    expect(parseLimits([`${name}=${max}`])).toEqual({ [name]: max });
  });

  it.each(names)('refuses what is outside the range of %s, and names it', (name) => {
    const { min, max } = LIMIT_RANGES[name];
    for (const value of [min - 1, max + 1]) {
      expect(() => parseLimits([`${name}=${value}`])).toThrow(
        expect.objectContaining({
          code: 'LIMIT_INVALID',
          path: `limits.${name}`,
          facts: expect.stringContaining(`from ${min} to ${max}, not ${value}`),
        }),
      );
    }
  });

  it.each(['steps=', 'steps', 'steps=many', 'steps=1.5', 'steps=1e400', 'steps= '])(
    'refuses %j',
    (pair) => {
      expect(() => parseLimits([pair])).toThrow(expect.objectContaining({ code: 'LIMIT_INVALID' }));
    },
  );

  it('takes a fraction of a dollar, and of one name the last', () => {
    expect(parseLimits(['costUsd=0.5', 'steps=3', 'steps=4'])).toEqual({ costUsd: 0.5, steps: 4 });
  });
});

it('names the limit that a misspelt one is nearest to', () => {
  expect(() => limitNamed('stepPerPlan')).toThrow(/did you mean stepsPerPlan\?/);
  expect(() => limitNamed('constructor')).toThrow(
    expect.objectContaining({ code: 'LIMIT_INVALID' }),
  );
});

describe('parseScale', () => {
  it('reads roles with their numbers', () => {
    expect(parseScale(['executor=3', 'feedback-router=2'])).toEqual({
      executor: 3,
      'feedback-router': 2,
    });
  });

  it.each(['router=2', 'executor', 'executor=0', 'executor=-1', 'executor=33', 'executor=x', '=2'])(
    'refuses %j',
    (pair) => {
      expect(() => parseScale([pair])).toThrow(expect.objectContaining({ code: 'USAGE' }));
    },
  );
});

describe('parseObject', () => {
  it('reads a JSON object', () => {
    expect(parseObject('--input', '{"city":"Berlin"}')).toEqual({ city: 'Berlin' });
  });

  it.each(['', '{', '[]', 'null', '"text"', '1'])('refuses %j, naming the option', (text) => {
    expect(() => parseObject('--input', text)).toThrow(/--input/);
  });
});

it('refuses a number below its least', () => {
  expect(parseNumber('--max', '1', 1)).toBe(1);
  for (const text of ['0', '', 'x']) expect(() => parseNumber('--max', text, 1)).toThrow(/--max/);
});
