// The port on a real log and a real object store.
import type { NatsConnection } from 'nats';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { provision } from '../../../infra/provision.ts';
import { connectBus } from '../../../shared/bus/connect-bus.ts';
import { BlobStore } from '../../../shared/log/blob-store.ts';
import { EventLog } from '../../../shared/log/event-log.ts';
import {
  type FakeModel,
  type FakeScript,
  failing,
  saying,
  startFakeModel,
} from '../../support/fake-model.ts';
import { NatsServer } from '../../support/nats-server.ts';
import { asking, modelsAt } from './given-models.ts';

let nats: NatsServer;
let connection: NatsConnection;
let fake: FakeModel;
const closing = new AbortController();

beforeAll(async () => {
  nats = await NatsServer.start();
  connection = await connectBus({ url: nats.url, creds: undefined, ca: undefined, name: 'test' });
  await provision(connection, 'lw');
});
afterEach(() => fake.stop());
afterAll(async () => {
  await connection.close();
  await nats.stop();
});

const red = { colour: 'red' };
const logOf = () => ({
  events: new EventLog(connection, 'lw', closing.signal),
  blobs: new BlobStore(connection, 'lw'),
  from: 'planner' as const,
});
const given = async (script: FakeScript) => {
  fake = await startFakeModel(script);
  return modelsAt(fake.url, { log: logOf() });
};

it('I3: another process reads the reply from the log, large as it is', async () => {
  const models = await given([saying({ ...red, talk: 'x'.repeat(100_000) })]);
  await models.ask(asking());
  const other = modelsAt(fake.url, { log: logOf() });
  expect(await other.ask(asking({ isSuspect: true }))).toMatchObject({ value: red });
  expect(fake.requests).toHaveLength(1);
  const [logged] = await logOf().events.readTask('t1');
  expect(logged?.event).toMatchObject({
    type: 'model.replied',
    data: { raw: { $blob: expect.any(String) } },
  });
});

it('I4: of two that ask at once, both use what was stored first', async () => {
  const models = await given(() => saying({ ...red, shade: fake.requests.length }));
  const question = asking({ taskId: 't2' });
  const [one, two] = await Promise.all([models.ask(question), models.ask(question)]);
  expect(one).toMatchObject({ kind: 'answered' });
  expect(two).toEqual(one);
  expect(fake.requests).toHaveLength(2);
  expect(await logOf().events.readTask('t2')).toHaveLength(1);
});

it('a process that starts later knows what an endpoint refuses', async () => {
  const models = await given((request) =>
    request.body.response_format === undefined
      ? saying(red)
      : failing(400, { message: 'response_format' }),
  );
  await models.ask(asking({ taskId: 't3' }));
  const refusals = fake.requests.length - 1;
  expect(refusals).toBe(1);
  await modelsAt(fake.url, { log: logOf() }).ask(asking({ taskId: 't4' }));
  expect(fake.requests).toHaveLength(refusals + 2);
});

it('records a failure for whoever reads the log', async () => {
  const models = await given([failing(401, { message: 'no' })]);
  await models.ask(asking({ taskId: 't5' }));
  const history = await logOf().events.readTask('t5');
  expect(history.map(({ event }) => event.data)).toMatchObject([
    { error: { code: 'MODEL_KEY_REFUSED' } },
  ]);
});
