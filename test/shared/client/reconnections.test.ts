import { Events, type NatsConnection, type Status } from 'nats';
import { expect, it } from 'vitest';
import { eachReconnection } from '../../../shared/client/reconnections.ts';

/** A connection as far as its status goes; it tells what it is told. */
class Told {
  listeners = 0;
  #hear: (status: Status) => void = () => undefined;

  async *status(): AsyncGenerator<Status> {
    this.listeners += 1;
    for (;;) {
      yield await new Promise<Status>((resolve) => {
        this.#hear = resolve;
      });
    }
  }

  /** Resolves once whoever listens has acted on it. */
  async tell(type: Events): Promise<void> {
    await new Promise(setImmediate);
    this.#hear({ type, data: '' });
    await new Promise(setImmediate);
  }
}

it('tells all that listen of a reconnection, through one listener, until they end', async () => {
  const connection = new Told();
  const heard: string[] = [];
  const listenAs = (name: string): (() => void) =>
    eachReconnection(connection as unknown as NatsConnection, () => heard.push(name));
  const endFirst = listenAs('first');
  listenAs('second');
  await connection.tell(Events.Disconnect);
  expect(heard).toEqual([]);
  await connection.tell(Events.Reconnect);
  expect(heard).toEqual(['first', 'second']);
  endFirst();
  await connection.tell(Events.Reconnect);
  expect(heard).toEqual(['first', 'second', 'second']);
  expect(connection.listeners).toBe(1);
});
