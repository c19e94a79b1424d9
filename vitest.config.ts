// Three kinds of tests, told apart by their names: pure ones, those that start a nats-server, and
// those that start the whole system.
import { defineConfig } from 'vitest/config';

const SERVER = 'test/**/*.server.test.ts';
const E2E = 'test/**/*.e2e.test.ts';

export default defineConfig({
  test: {
    // Each server test has a nats-server beside it, so more workers than two only make them late.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [SERVER, E2E],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: [SERVER],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: [E2E],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // They run after the others and one at a time: each is a system of many processes.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
