// Reminders as files: mails that also say when they are due, once per key.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Tool } from '../../../shared/tools/define-tool.ts';
import { brokenRules, callTool, sampleTool, summaryOf } from './call-tool.ts';

type Sent = { messageId: string; file: string; remind_at: string };

let home: string;
let sendReminder: Tool;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'loopwright-reminder-'));
  sendReminder = sampleTool('send_reminder', { home });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const reminder = {
  to: 'team@example.com',
  subject: '出发提醒',
  body: '航班 08:30 起飞',
  remind_at: '2027-06-09T18:00',
};

test.each(['2027-06-09T18:00', '2027-06-09'])(
  'writes one mail, named by its key, that is due %s',
  async (remind_at) => {
    const params = { ...reminder, remind_at };
    const sent = await callTool<Sent>(sendReminder, params, { key: 'k1' });
    expect(sent).toMatchObject({ file: join(home, 'outbox', 'k1.eml'), remind_at });
    const [head = '', body = ''] = readFileSync(sent.file, 'utf8').split('\r\n\r\n');
    expect(head.split('\r\n')).toContain(`X-Remind-At: ${remind_at}`);
    expect(head.split('\r\n')).toContain(`Message-ID: ${sent.messageId}`);
    expect(Buffer.from(body, 'base64').toString('utf8')).toBe('航班 08:30 起飞\r\n');
    expect(await brokenRules(sendReminder, params, sent)).toEqual([]);
    expect(await summaryOf(sendReminder, params, sent)).toBe(
      `Reminder for ${remind_at} to team@example.com: 出发提醒`,
    );
  },
);

test('the same key again is the same reminder', async () => {
  const first = await callTool<Sent>(sendReminder, reminder, { key: 'k1' });
  expect(await callTool(sendReminder, reminder, { key: 'k1' })).toEqual(first);
  expect(readdirSync(join(home, 'outbox'))).toEqual(['k1.eml']);
});

test('a mail that is no reminder says nothing of one', async () => {
  const { remind_at: _, ...mail } = reminder;
  const { file } = await callTool<Sent>(sampleTool('send_email', { home }), mail);
  expect(readFileSync(file, 'utf8')).not.toContain('X-Remind-At');
});

test('a reminder for another time is noticed', async () => {
  const sent = await callTool<Sent>(sendReminder, reminder);
  const wrong = { ...sent, remind_at: '2027-06-10' };
  expect(await brokenRules(sendReminder, reminder, wrong)).toEqual([
    'the reminder is for the asked time',
  ]);
});

test.each([
  { remind_at: 'tomorrow' },
  { remind_at: '2027-02-29' },
  { remind_at: '2027-06-09T24:00' },
  { remind_at: '2027-06-09T18:00Z' },
  { remind_at: '2027-06-09\r\nBcc: all@example.com' },
  { remind_at: undefined },
  { body: undefined },
  { to: 'nobody' },
  { subject: 'Hi\r\nBcc: all@example.com' },
])('%o is refused by the schema', (more) => {
  expect(sendReminder.params.safeParse({ ...reminder, ...more }).success).toBe(false);
});

test('an aborted call writes nothing', async () => {
  const call = callTool(sendReminder, reminder, { signal: AbortSignal.abort() });
  await expect(call).rejects.toMatchObject({ fault: { code: 'TIMEOUT' } });
  expect(readdirSync(home)).toEqual([]);
});
