// A task from any NATS client, beside `npm start`: publish-with-nats.mjs [SUBMISSION as JSON] [URL]
import { readFileSync } from 'node:fs';
import { connect } from 'nats';

const started = () => JSON.parse(readFileSync('.loopwright/dev.json', 'utf8')).natsUrl;
const [text = '{"goal":"查一下这周五北京的天气"}', servers = started()] = process.argv.slice(2);
const ends = ['task.completed', 'task.failed', 'task.cancelled', 'human.requested'];
const id = `t${Date.now()}`;
const nats = await connect({ servers });
const results = nats.subscribe(`lw.ev.router.client.${id}`);
nats.subscribe('lw.dlq.router', {
  callback: (_, message) => {
    const { code, reason, cure, original } = JSON.parse(message.string());
    if (!original.includes(id)) return;
    process.stdout.write(`refused ${code}: ${reason} ${cure}\n`);
    results.unsubscribe();
  },
});
await nats.jetstream().publish('lw.tasks.submit', JSON.stringify({ ...JSON.parse(text), id }));
for await (const message of results) {
  const { type, data } = JSON.parse(message.string());
  process.stdout.write(`${type} ${data.answer ?? data.reason ?? data.question ?? ''}\n`);
  if (ends.includes(type)) break;
}
await nats.close();
