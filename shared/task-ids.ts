/** Task ids: `t` and 20 characters of base32 (RFC 4648, lower case): 100 bits, random or derived. */
import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const LENGTH = 20;

const base32 = (bytes: Uint8Array): string => {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(held >> bits) & 31];
    }
  }
  return text.slice(0, LENGTH);
};

/** A fresh id, for whoever submits. */
export const newTaskId = (): string => `t${base32(randomBytes(13))}`;

/** The id of a submission that came without one: the same letter always gives the same task. */
export const derivedTaskId = (origin: string): string =>
  `t${base32(createHash('sha256').update(origin).digest())}`;
