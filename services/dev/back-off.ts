/** How long to wait before something that died is started again. */
const FIRST_MS = 200;
const MAX_MS = 5_000;

/** Whoever lived this long starts over with the shortest wait. */
export const HEALTHY_MS = 10_000;

/** @param deaths early deaths in a row, 1 for the first */
export const backOffMs = (deaths: number): number =>
  Math.min(FIRST_MS * 2 ** Math.max(0, deaths - 1), MAX_MS);
