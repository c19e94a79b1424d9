/** Calendar arithmetic of a stay: which nights lie between two dates. */
const DAY_MS = 86_400_000;
const NIGHTS_MAX = 30;

/**
 * @returns the dates of the nights from arrival to departure; none when the departure is not later, or
 * later than a provider can be asked for
 */
export function nightsOf(checkinDate: string, checkoutDate: string): string[] {
  const start = Date.parse(`${checkinDate}T00:00:00Z`);
  const count = (Date.parse(`${checkoutDate}T00:00:00Z`) - start) / DAY_MS;
  if (count < 1 || count > NIGHTS_MAX) return [];
  return Array.from({ length: count }, (_, night) =>
    new Date(start + night * DAY_MS).toISOString().slice(0, 10),
  );
}
