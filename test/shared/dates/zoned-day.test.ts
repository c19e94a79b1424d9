import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  calendarDay,
  dayOf,
  daysBetween,
  mondayOf,
  plusDays,
  plusMonths,
  weekdayOf,
} from '../../../shared/dates/zoned-day.ts';

const day = fc.integer({ min: 0, max: 60_000 }).map((count) => plusDays('1950-01-01', count));

describe('days of a zone', () => {
  it.each([
    ['2026-11-29T23:30:00Z', 'Asia/Shanghai', '2026-11-30'],
    ['2026-11-29T23:30:00Z', 'America/New_York', '2026-11-29'],
    ['2026-12-31T11:30:00Z', 'Pacific/Auckland', '2027-01-01'],
    ['2026-12-31T10:30:00Z', 'Pacific/Auckland', '2026-12-31'],
    ['2027-01-01T04:59:59.999Z', 'America/New_York', '2026-12-31'],
    ['2028-02-28T16:00:00Z', 'Asia/Shanghai', '2028-02-29'],
    ['2026-12-01T00:30:00+08:00', 'UTC', '2026-11-30'],
  ])('put %s in %s on %s', (now, zone, expected) => {
    expect(dayOf(now, zone)).toBe(expected);
  });

  it('are refused for an instant or a zone that is none', () => {
    expect(() => dayOf('soon', 'UTC')).toThrow(RangeError);
    expect(() => dayOf('2026-12-01T00:00:00Z', 'Mars/Olympus')).toThrow(RangeError);
  });

  it('are counted from Monday to Sunday', () => {
    expect(weekdayOf('2026-11-30')).toBe(1);
    expect(weekdayOf('2026-12-06')).toBe(7);
    expect(mondayOf('2026-12-06')).toBe('2026-11-30');
    expect(mondayOf('2026-11-30')).toBe('2026-11-30');
  });

  it('are the same again when moved there and back', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -4000, max: 4000 }), (from, days) => {
        const moved = plusDays(from, days);
        expect(plusDays(moved, -days)).toBe(from);
        expect(daysBetween(from, moved)).toBe(days);
        expect(weekdayOf(moved)).toBe(((((weekdayOf(from) - 1 + days) % 7) + 7) % 7) + 1);
      }),
      { seed: 1 },
    );
  });

  it('exist as the calendar has them', () => {
    expect(calendarDay(2028, 2, 29)).toBe('2028-02-29');
    expect(calendarDay(2026, 2, 29)).toBeNull();
    expect(calendarDay(2100, 2, 29)).toBeNull();
    expect(calendarDay(2026, 13, 1)).toBeNull();
    expect(calendarDay(2026, 0, 1)).toBeNull();
    expect(calendarDay(2026, 1, 0)).toBeNull();
    expect(calendarDay(10_000, 1, 1)).toBeNull();
  });

  it('move by months to the last day where a month is shorter', () => {
    expect(plusMonths('2026-12-31', 2)).toBe('2027-02-28');
    expect(plusMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(plusMonths('2028-02-29', 12)).toBe('2029-02-28');
    expect(plusMonths('2026-12-01', 12 * 8000)).toBeNull();
  });
});
