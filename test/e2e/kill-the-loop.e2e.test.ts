/** Sentences carried out while every role is killed again and again: all are answered, and nothing is booked twice. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RoleName } from '../support/processes.ts';
import { eventsOf, SampleSystem } from '../support/sample-system.ts';

const TASKS = 6;

let system: SampleSystem;
beforeEach(async () => {
  system = await SampleSystem.start();
});
afterEach(() => system.stop());

const goalOf = (index: number): string =>
  `预订2027年3月${10 + index}日北京到上海的机票和当晚酒店，酒店不超过1000元，乘客张三，身份证110101199001011234`;

const submitAll = (): Promise<string[]> =>
  Promise.all(
    Array.from({ length: TASKS }, (_, index) =>
      system.client.submit({
        goal: goalOf(index),
        timeZone: 'Asia/Shanghai',
        limits: { attemptsPerStep: 20 },
      }),
    ),
  );

const killInTurn = async (order: readonly RoleName[], pauseMs: number): Promise<void> => {
  for (const name of order) {
    await sleep(pauseMs);
    await system.roles.of(name).kill();
    await system.roles.of(name).start();
  }
};

const expectAnswered = async (ids: readonly string[]): Promise<void> => {
  for (const id of ids) {
    await system.client.until(id, ['completed', 'failed', 'cancelled'], 120_000);
    const run = await system.told(id);
    expect(run.view.row.status, JSON.stringify(run.view.result?.data)).toBe('completed');
    const places = eventsOf(run, 'model.replied').map(
      ({ purpose, question }) => `${purpose}.${question}`,
    );
    expect(
      places.filter((place) => place === 'specify.1'),
      'a reply is kept once',
    ).toHaveLength(1);
  }
  const { orders } = await system.told(ids[0] ?? '');
  expect(orders.map(({ kind, effects }) => `${kind} ${effects}`).sort()).toEqual([
    ...Array.from({ length: TASKS }, () => 'flight 1'),
    ...Array.from({ length: TASKS }, () => 'hotel 1'),
  ]);
};

it.each([
  [
    'from the planner on',
    ['planner', 'executor', 'observer', 'feedback-router', 'planner', 'executor'],
  ],
  [
    'from the router on',
    ['feedback-router', 'observer', 'planner', 'executor', 'planner', 'observer'],
  ],
] as const)('answers every sentence and books once, killing %s', async (_, order) => {
  const ids = await submitAll();
  await killInTurn(order, 150);
  await expectAnswered(ids);
});
