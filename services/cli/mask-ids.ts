/** Identity numbers as a terminal shows them: recognisable to their owner, useless to who looks over a shoulder. */

/** 15 to 18 characters, all digits but for a last X; not a part of a longer word or number. */
const IDENTITY = /(?<![0-9A-Za-z])\d{14,17}[\dXx](?![0-9A-Za-z])/g;

const HEAD = 3;
const TAIL = 4;

/** `110***********1234`: as wide as before, so that masking may come before or after columns are counted. */
export const maskIds = (text: string): string =>
  text.replace(
    IDENTITY,
    (id) => id.slice(0, HEAD) + '*'.repeat(id.length - HEAD - TAIL) + id.slice(-TAIL),
  );
