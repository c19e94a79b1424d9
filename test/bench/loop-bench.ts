/**
 * `npm run bench:loop`: what the whole loop costs, on a real nats-server and four real processes. Three
 * workloads: many small tasks side by side, one long row, one wide fan-out with a join.
 */
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { connect, type NatsConnection } from 'nats';
import { newTaskId } from '../../shared/task-ids.ts';
import { eventually } from '../support/eventually.ts';
import { NatsServer } from '../support/nats-server.ts';
import { Roles } from '../support/processes.ts';

type Step = { id: string; tool: string; dependsOn?: string[] };
type Figures = Record<string, number>;

const STEP_LIMITS = { stepsPerPlan: 1_000, steps: 1_000, parallel: 1_000 };

const row = (length: number): Step[] =>
  Array.from({ length }, (_, index) => ({
    id: `s${index}`,
    tool: 'noop',
    ...(index === 0 ? {} : { dependsOn: [`s${index - 1}`] }),
  }));

const fan = (width: number): Step[] => {
  const middle = Array.from({ length: width }, (_, index) => ({
    id: `m${index}`,
    tool: 'noop',
    dependsOn: ['first'],
  }));
  return [
    { id: 'first', tool: 'noop' },
    ...middle,
    { id: 'join', tool: 'noop', dependsOn: middle.map(({ id }) => id) },
  ];
};

/** User and system time of a process so far, in milliseconds (proc(5), 100 ticks a second). */
const cpuMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

const memoryMb = (pid: number): number => {
  const line = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(line?.[1] ?? 0) / 1_024);
};

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

class Load {
  readonly #connection: NatsConnection;
  readonly #waiting = new Map<string, (type: string) => void>();

  constructor(connection: NatsConnection) {
    this.#connection = connection;
    connection.subscribe('lw.ev.router.client.*', {
      callback: (_error, message) => {
        const id = message.subject.split('.').at(-1) ?? '';
        const type = /"type":"(task\.(?:completed|failed|cancelled))"/.exec(message.string())?.[1];
        if (type === undefined) return;
        this.#waiting.get(id)?.(type);
        this.#waiting.delete(id);
      },
    });
  }

  /** Runs one task to its end; throws when it does not complete. */
  async task(steps: Step[]): Promise<void> {
    const id = newTaskId();
    const ended = new Promise<string>((resolve) => this.#waiting.set(id, resolve));
    const body = JSON.stringify({ id, plan: { steps }, limits: STEP_LIMITS });
    const reply = await this.#connection.request('lw.api.submit', body, { timeout: 30_000 });
    if (!reply.json<{ ok: boolean }>().ok) throw new Error(reply.string());
    const type = await ended;
    if (type !== 'task.completed') throw new Error(`${id}: ${type}`);
  }

  async many(tasks: number, atOnce: number, steps: Step[]): Promise<void> {
    let left = tasks;
    const worker = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await this.task(steps);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }
}

/** Milliseconds between one verdict and the next in a long row, from the log's own times. */
async function stepTimes(connection: NatsConnection, run: () => Promise<void>): Promise<number[]> {
  const seen: number[] = [];
  const subscription = connection.subscribe('lw.ev.observer.router.*', {
    callback: () => seen.push(performance.now()),
  });
  await run();
  subscription.unsubscribe();
  return seen.slice(1).map((at, index) => at - (seen[index] ?? at));
}

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

async function timed(run: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

async function main(): Promise<void> {
  const isJson = process.argv.includes('--json');
  const nats = await NatsServer.start();
  const roles = new Roles(nats.url, { LOOPWRIGHT_CONCURRENCY: '64', LOOPWRIGHT_LOG_LEVEL: 'info' });
  try {
    await roles.startAll();
    const connection = await connect({ servers: nats.url });
    const load = new Load(connection);
    await eventually(() => load.task(row(2)), { withinMs: 20_000 });
    await load.many(50, 16, row(10));
    const pids: [string, number][] = [
      ...roles.all.map((role): [string, number] => [role.role, role.pid]),
      ['nats-server', nats.pid],
    ];
    const rounds: Figures[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = pids.map(([, pid]) => cpuMs(pid));
      const manyMs = await timed(() => load.many(500, 64, row(10)));
      const spent = pids.map(([, pid], index) => cpuMs(pid) - (before[index] ?? 0));
      let rowMs = 0;
      const gaps = (
        await stepTimes(connection, async () => {
          rowMs = await timed(() => load.task(row(200)));
        })
      ).toSorted((a, b) => a - b);
      const fanMs = await timed(() => load.task(fan(100)));
      rounds.push({
        'steps/s (500 tasks of 10, 64 at a time)': 5_000 / (manyMs / 1_000),
        'CPU ms a step, all processes': spent.reduce((sum, value) => sum + value, 0) / 5_000,
        ...Object.fromEntries(
          pids.map(([name], index) => [`CPU ms a step, ${name}`, (spent[index] ?? 0) / 5_000]),
        ),
        'ms a step in a row of 200 (whole)': rowMs / 200,
        'ms a step in a row of 200 (p50)': quantile(gaps, 0.5),
        'ms a step in a row of 200 (p99)': quantile(gaps, 0.99),
        'ms, fan-out of 100 with join': fanMs,
      });
    }
    const memory = Object.fromEntries(pids.map(([name, pid]) => [`MB, ${name}`, memoryMb(pid)]));
    report(rounds, memory, connection.info?.version ?? '', isJson);
    await connection.close();
  } finally {
    await roles.stop();
    await nats.stop();
  }
}

function report(
  rounds: readonly Figures[],
  memory: Figures,
  server: string,
  isJson: boolean,
): void {
  const rounded = (value: number): number => Number(value.toPrecision(4));
  const figures = Object.keys(rounds[0] ?? {}).map((name) => {
    const values = rounds.map((round) => round[name] ?? 0);
    return {
      name,
      median: rounded(median(values)),
      min: rounded(Math.min(...values)),
      max: rounded(Math.max(...values)),
    };
  });
  const about = {
    rounds: rounds.length,
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
    node: process.version,
    'nats-server': server,
    durability: 'sync_interval default (2 min): survives a kill of any process, not a power loss',
  };
  if (isJson) {
    process.stdout.write(`${JSON.stringify({ type: 'bench', ...about, figures, memory })}\n`);
    return;
  }
  const lines = figures.map(
    ({ name, median: mid, min, max }) =>
      `${name.padEnd(42)} ${String(mid).padStart(8)}   (${min} to ${max})`,
  );
  const memories = Object.entries(memory).map(
    ([name, value]) => `${name.padEnd(42)} ${String(value).padStart(8)}`,
  );
  const heads = Object.entries(about).map(([name, value]) => `${name}: ${value}`);
  process.stdout.write(
    `${[...heads, '', 'median (min to max)', ...lines, ...memories].join('\n')}\n`,
  );
}

await main();
