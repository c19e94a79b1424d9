// A task from a program of your own, beside `npm start`: publish-with-client.mjs [SUBMISSION as JSON] [URL]
import { connect } from 'loopwright/client';

const [text = '{"goal":"查一下这周五北京的天气"}', url] = process.argv.slice(2);
const { goal, ...options } = JSON.parse(text);
const client = await connect({ url, home: '.loopwright' });
const task = await client.run(goal, options);
process.stdout.write(`${task.status} ${task.answer ?? ''}\n${JSON.stringify(task.data)}\n`);
await client.close();
