// When `npm ci` may be left out.
import { expect, test } from 'vitest';
import { matchesLock } from '../../../infra/setup/dependencies.mjs';

const LINUX = { platform: 'linux', arch: 'x64' };
const WANTED = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/b-linux': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'] },
    'node_modules/b-mac': { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['x64'] },
    'node_modules/b-wasm': { version: '1.0.0', optional: true },
  },
};
const A = { version: '1.0.0', integrity: 'sha512-a' };
const B = { version: '1.0.0', optional: true };

test('accepts what npm leaves out on this platform', () => {
  const packages = { 'node_modules/a': A, 'node_modules/b-linux': B };
  expect(matchesLock(WANTED, { packages }, LINUX)).toBe(true);
});

test('asks for an install when a package is missing or is another one', () => {
  const other = { ...A, version: '1.0.1' };
  const forged = { ...A, integrity: 'sha512-b' };
  for (const a of [{}, { 'node_modules/a': other }, { 'node_modules/a': forged }]) {
    const packages = { ...a, 'node_modules/b-linux': B };
    expect(matchesLock(WANTED, { packages }, LINUX)).toBe(false);
  }
});

test('asks for an install when the packages are those of another platform', () => {
  const packages = { 'node_modules/a': A, 'node_modules/b-mac': B };
  expect(matchesLock(WANTED, { packages }, LINUX)).toBe(false);
});
