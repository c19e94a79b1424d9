// The compose stack names the processes of the design, and its broker keeps its promise.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({ image: z.string(), command: z.string(), ports: z.array(z.string()).optional() }),
  ),
  volumes: z.record(z.string(), z.null()),
});
const text = readFileSync(new URL('../../docker-compose.yml', import.meta.url), 'utf8');
const compose = Compose.parse(parse(text, { merge: true }));
const { nats, ...roles } = compose.services;

test('runs exactly the four roles beside the broker', () => {
  const commands = Object.entries(roles).map(([name, { command }]) => [name, command]);
  expect(Object.fromEntries(commands)).toEqual({
    planner: 'node dist/services/cli/main.js serve planner',
    executor: 'node dist/services/cli/main.js serve executor',
    observer: 'node dist/services/cli/main.js serve observer',
    'feedback-router': 'node dist/services/cli/main.js serve feedback-router',
  });
});

test('publishes the broker on the loopback address only', () => {
  expect(nats?.ports?.length).toBeGreaterThan(0);
  expect(nats?.ports?.every((port) => port.startsWith('127.0.0.1:'))).toBe(true);
  expect(Object.values(roles).flatMap(({ ports }) => ports ?? [])).toEqual([]);
});

test('writes every message to a named volume before it is acknowledged', () => {
  const config = readFileSync(new URL('../../infra/nats.conf', import.meta.url), 'utf8');
  expect(config).toMatch(/^\s*sync_interval: always$/m);
  expect(config).toMatch(/^\s*store_dir: \/data$/m);
  expect(Object.keys(compose.volumes)).toEqual(['nats']);
});
