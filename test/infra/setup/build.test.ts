// When the build may be left out.
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprint, isBuilt } from '../../../infra/setup/build.mjs';

let root: string;
let source: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'loopwright build '));
  mkdirSync(join(root, 'shared', 'deep'), { recursive: true });
  mkdirSync(join(root, 'dist'));
  source = join(root, 'shared', 'deep', 'a.ts');
  writeFileSync(source, 'export const a = 1;\n');
  writeFileSync(join(root, 'tsconfig.json'), '{}');
  writeFileSync(join(root, 'dist', '.built-from'), fingerprint(root));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test('knows a build of these sources', () => {
  expect(isBuilt(root)).toBe(true);
});

test('does not care about times, which change with every checkout', () => {
  utimesSync(source, 1, 1);
  expect(isBuilt(root)).toBe(true);
});

test('sees a changed, a new, a renamed source and changed settings', () => {
  const before = fingerprint(root);
  writeFileSync(source, 'export const a = 2;\n');
  const changed = fingerprint(root);
  writeFileSync(join(root, 'shared', 'b.ts'), '');
  const added = fingerprint(root);
  rmSync(join(root, 'shared', 'b.ts'));
  writeFileSync(join(root, 'shared', 'c.ts'), '');
  const renamed = fingerprint(root);
  writeFileSync(join(root, 'tsconfig.json'), '{ }');
  const configured = fingerprint(root);
  expect(new Set([before, changed, added, renamed, configured]).size).toBe(5);
  expect(isBuilt(root)).toBe(false);
});

test('asks for a build when an earlier one was cut off', () => {
  rmSync(join(root, 'dist', '.built-from'));
  expect(isBuilt(root)).toBe(false);
});
