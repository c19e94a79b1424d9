// The version numbers that programs print, and their order.
import { expect, test } from 'vitest';
import { isAtLeast, parseVersion } from '../../../infra/setup/version.mjs';

test('reads the version that nats-server prints', () => {
  expect(parseVersion('nats-server: v2.15.1\n')).toBe('2.15.1');
  expect(parseVersion('nats-server: v2.12.0-RC.3')).toBe('2.12.0');
  expect(parseVersion('command not found')).toBeUndefined();
});

test('compares numbers, not letters', () => {
  expect(isAtLeast('2.12.0', '2.12.0')).toBe(true);
  expect(isAtLeast('2.9.10', '2.12.0')).toBe(false);
  expect(isAtLeast('2.15.1', '2.12.0')).toBe(true);
  expect(isAtLeast('3.0.0', '2.12.9')).toBe(true);
  expect(isAtLeast('2.11.99', '2.12.0')).toBe(false);
});
