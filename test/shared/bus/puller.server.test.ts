import type { NatsConnection } from 'nats';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectBus } from '../../../shared/bus/connect-bus.ts';
import type { Delivery } from '../../../shared/bus/delivery.ts';
import { Puller } from '../../../shared/bus/puller.ts';
import { eventually } from '../../support/eventually.ts';
import { NatsServer } from '../../support/nats-server.ts';

let nats: NatsServer;
let connection: NatsConnection;

beforeEach(async () => {
  nats = await NatsServer.start();
  connection = await connectBus({ url: nats.url, creds: undefined, ca: undefined, name: 'test' });
  const jsm = await connection.jetstreamManager();
  await jsm.streams.add({ name: 'S', subjects: ['s.>'] });
  await jsm.consumers.add('S', {
    durable_name: 'd',
    ack_policy: 'explicit' as never,
    ack_wait: 600_000_000,
  });
});
afterEach(async () => {
  await connection.close();
  await nats.stop();
});

const publish = async (count: number): Promise<void> => {
  for (let index = 0; index < count; index += 1)
    await connection.jetstream().publish(`s.${index}`, String(index));
};

const open = (
  slots: number,
  onMessage: (delivery: Delivery) => Promise<void>,
  onGone = (_reason: string): void => undefined,
): Puller => {
  const puller = new Puller(connection, {
    stream: 'S',
    durable: 'd',
    slots,
    heartbeatMs: 150,
    onMessage,
    onGone,
  });
  puller.start();
  return puller;
};

describe('the puller', () => {
  it('never holds more messages than it has slots, and takes the next when one is done', async () => {
    await publish(12);
    const held: (() => void)[] = [];
    const seen: string[] = [];
    const puller = open(3, async (delivery) => {
      seen.push(delivery.text());
      await new Promise<void>((done) => held.push(done));
      delivery.ack();
    });
    const info = async () => (await connection.jetstreamManager()).consumers.info('S', 'd');
    for (let done = 0; done < 12; done += 1) {
      await eventually(() => expect(held.length).toBeGreaterThan(0));
      expect(puller.running).toBeLessThanOrEqual(3);
      expect((await info()).num_ack_pending).toBeLessThanOrEqual(3);
      held.shift()?.();
    }
    await puller.stop();
    expect(seen).toEqual(Array.from({ length: 12 }, (_, index) => String(index)));
  });

  it('keeps a slow message by saying that it works, beyond its acknowledgement time', async () => {
    await publish(1);
    const deliveries: number[] = [];
    let finish = (): void => undefined;
    const puller = open(2, async (delivery) => {
      deliveries.push(delivery.info.deliveries);
      await new Promise<void>((done) => {
        finish = done;
      });
      delivery.ack();
    });
    await eventually(() => expect(deliveries).toEqual([1]));
    const jsm = await connection.jetstreamManager();
    // Three acknowledgement times, told by the server's own clock.
    const { ts = '' } = await jsm.consumers.info('S', 'd');
    await eventually(async () => {
      const now = (await jsm.consumers.info('S', 'd')).ts ?? '';
      expect(Date.parse(now) - Date.parse(ts)).toBeGreaterThan(1_800);
    });
    expect(deliveries).toEqual([1]);
    finish();
    await puller.stop();
  });

  it('goes on after the server was killed and started again, and loses nothing', async () => {
    await publish(5);
    const seen = new Set<string>();
    const puller = open(2, async (delivery) => {
      seen.add(delivery.text());
      delivery.ack();
    });
    await eventually(() => expect(seen.size).toBe(5));
    await nats.kill();
    await nats.launch();
    await eventually(() => publish(8));
    await eventually(() => expect(seen.size).toBe(8));
    await puller.stop();
  });

  it('tells that its durable was deleted', async () => {
    let reason = '';
    const puller = open(
      2,
      async (delivery) => delivery.ack(),
      (why) => {
        reason = why;
      },
    );
    await eventually(async () =>
      expect(
        (await (await connection.jetstreamManager()).consumers.info('S', 'd')).num_waiting,
      ).toBeGreaterThan(0),
    );
    await (await connection.jetstreamManager()).consumers.delete('S', 'd');
    await eventually(() => expect(reason).toMatch(/deleted/i));
    await puller.stop();
  });

  it('waits at its stop for what is in work', async () => {
    await publish(1);
    let isDone = false;
    let finish = (): void => undefined;
    const puller = open(1, async (delivery) => {
      await new Promise<void>((done) => {
        finish = done;
      });
      isDone = true;
      delivery.ack();
    });
    await eventually(() => expect(puller.running).toBe(1));
    const stopped = puller.stop();
    finish();
    await stopped;
    expect(isDone).toBe(true);
  });
});
