/** The feedback router's process: a standby until it holds the lease, then the one that decides. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Provisioned, provision } from '../../infra/provision.ts';
import { ACK_WAIT_MS } from '../../infra/streams.ts';
import type { RoleContext } from '../../shared/actor/role-context.ts';
import { runRole, type Serving } from '../../shared/actor/run-role.ts';
import { serveLetters } from '../../shared/actor/serve-letters.ts';
import { Puller } from '../../shared/bus/puller.ts';
import { DURABLES, streamNames } from '../../shared/bus/resource-names.ts';
import { FAULTS, toFault } from '../../shared/errors.ts';
import { takeSubmission, takeTimer } from './intake.ts';
import { Lease } from './lease.ts';
import { serveApi } from './serve-api.ts';
import { takeOver } from './take-over.ts';
import { TaskDesk } from './task-desk.ts';

const SLOTS = 256;
const STANDBY_MS = 300;
const heartbeatMs = ACK_WAIT_MS / 3;

class Router {
  readonly #context: RoleContext;
  readonly #provisioned: Provisioned;
  readonly #lease: Lease;
  #pullers: Puller[] = [];
  #isActive = false;

  constructor(context: RoleContext, provisioned: Provisioned) {
    this.#context = context;
    this.#provisioned = provisioned;
    this.#lease = new Lease(provisioned.leases, context.instance);
  }

  get pullers(): readonly Puller[] {
    return this.#pullers;
  }

  get state(): string {
    return this.#isActive ? `active, epoch ${this.#lease.epoch}` : 'standby';
  }

  /** Stands by, serves a tenure, stands by again; ends when the role closes. */
  async run(): Promise<void> {
    const { closing, logger } = this.#context;
    while (!closing.signal.aborted) {
      const isTaken = await this.#lease.tryTake().catch(() => false);
      if (isTaken) await this.#serveTenure();
      else await sleep(STANDBY_MS);
    }
    logger.debug({}, 'closing');
  }

  async release(): Promise<void> {
    if (this.#isActive) await this.#lease.release();
  }

  async #serveTenure(): Promise<void> {
    const context = this.#context;
    const { logger, namespace } = context;
    let end: (reason: string) => void = () => undefined;
    const ended = new Promise<string>((resolve) => {
      end = resolve;
    });
    this.#lease.keep(end);
    context.closing.signal.addEventListener('abort', () => end('closing'), { once: true });
    try {
      const { jsm, leases } = this.#provisioned;
      const { durable, streamSequence } = await takeOver(jsm, leases, namespace, this.#lease.epoch);
      const desk = new TaskDesk(context, this.#lease, streamSequence);
      this.#open(desk, durable, end);
      const api = await serveApi(context);
      this.#isActive = true;
      logger.info({ epoch: this.#lease.epoch }, 'active');
      const reason = await ended;
      logger.info({ epoch: this.#lease.epoch, reason }, 'stepping down');
      await api.stop();
      if (!context.closing.signal.aborted) await this.#close();
    } catch (thrown) {
      await this.#fail(thrown);
    }
  }

  #open(desk: TaskDesk, durable: string, onGone: (reason: string) => void): void {
    const context = this.#context;
    const names = streamNames(context.namespace);
    const raw = { slots: 64, heartbeatMs, onGone };
    const intake = new Puller(context.connection, {
      ...raw,
      stream: names.tasks,
      durable: DURABLES.intake,
      onMessage: (delivery) => takeSubmission(context, delivery),
    });
    const timers = new Puller(context.connection, {
      ...raw,
      stream: names.timers,
      durable: DURABLES.timers,
      onMessage: (delivery) => takeTimer(context, delivery, (taskId) => desk.isKnownEnded(taskId)),
    });
    const letters = serveLetters(context, {
      stream: names.events,
      durable,
      slots: SLOTS,
      heartbeatMs,
      handle: (letter) => desk.handle(letter),
      onDelivery: (delivery) => desk.noteDelivery(delivery),
      onGone,
    });
    intake.start();
    timers.start();
    this.#pullers = [letters, intake, timers];
  }

  async #close(): Promise<void> {
    this.#isActive = false;
    this.#lease.stop();
    await Promise.all(this.#pullers.map((puller) => puller.stop()));
    this.#pullers = [];
  }

  async #fail(thrown: unknown): Promise<void> {
    const fault = toFault(thrown);
    if (fault.disposition === 'crash') {
      this.#context.logger.error({ code: fault.code }, fault.message);
      process.exit(FAULTS[fault.code].exit);
    }
    this.#context.logger.warn({ code: fault.code }, fault.facts);
    await this.#lease.release();
    await this.#close();
    await sleep(STANDBY_MS);
  }
}

async function serve(context: RoleContext): Promise<Serving> {
  const provisioned = await provision(context.connection, context.namespace);
  const router = new Router(context, provisioned);
  void router.run().catch((thrown: unknown) => {
    context.logger.error({}, toFault(thrown).message);
    process.exit(1);
  });
  return { pullers: () => router.pullers, state: () => router.state, stop: () => router.release() };
}

await runRole('router', serve);
