// Mails as files: whole, once per key, readable in every language, and no header that nobody wrote.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mailText } from '../../../infra/sample-tools/mail-text.ts';
import { fileNameOf } from '../../../infra/sample-tools/outbox.ts';
import type { Tool } from '../../../shared/tools/define-tool.ts';
import { callTool, sampleTool, summaryOf } from './call-tool.ts';

type Sent = { messageId: string; file: string };

let home: string;
let sendEmail: Tool;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'loopwright-mail-'));
  sendEmail = sampleTool('send_email', { home });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Headers by name and the decoded body, read as a mail program would. */
function readMail(text: string): { headers: [string, string][]; body: string } {
  const end = text.indexOf('\r\n\r\n');
  const headers = text
    .slice(0, end)
    .replaceAll('\r\n ', ' ')
    .split('\r\n')
    .map((line): [string, string] => [
      line.slice(0, line.indexOf(':')),
      line.slice(line.indexOf(':') + 2),
    ]);
  return { headers, body: Buffer.from(text.slice(end + 4), 'base64').toString('utf8') };
}

const decodeWords = (value: string): string =>
  value
    .replaceAll('?= =?', '?==?')
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/g, (_, word: string) =>
      Buffer.from(word, 'base64').toString('utf8'),
    );

const headerOf = (text: string, name: string): string =>
  decodeWords(readMail(text).headers.find(([key]) => key === name)?.[1] ?? '');

const mail = { to: 'team@example.com', subject: 'Report', body: 'Hello' };
const NAMES = [
  'From',
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
];

test('writes one whole mail, named by its key', async () => {
  const { file, messageId } = await callTool<Sent>(sendEmail, mail, { key: 'k1' });
  expect(file).toBe(join(home, 'outbox', 'k1.eml'));
  expect(readdirSync(join(home, 'outbox'))).toEqual(['k1.eml']);
  const text = readFileSync(file, 'utf8');
  expect(readMail(text).headers.map(([name]) => name)).toEqual(NAMES);
  expect(headerOf(text, 'To')).toBe('team@example.com');
  expect(headerOf(text, 'Subject')).toBe('Report');
  expect(headerOf(text, 'Message-ID')).toBe(messageId);
  expect(Date.parse(headerOf(text, 'Date'))).not.toBeNaN();
  expect(readMail(text).body).toBe('Hello\r\n');
});

test('the same key again is the same mail', async () => {
  const first = await callTool<Sent>(sendEmail, mail, { key: 'k1' });
  const { ino, mtimeMs } = statSync(first.file);
  expect(await callTool(sendEmail, mail, { key: 'k1' })).toEqual(first);
  expect(statSync(first.file)).toMatchObject({ ino, mtimeMs });
  const other = await callTool<Sent>(sendEmail, mail, { key: 'k2' });
  expect(other.messageId).not.toBe(first.messageId);
});

test('many calls of one key at the same moment leave one mail and no draft', async () => {
  await Promise.all(Array.from({ length: 10 }, () => callTool(sendEmail, mail, { key: 'k1' })));
  expect(readdirSync(join(home, 'outbox'))).toEqual(['k1.eml']);
});

test.each([
  '周报：航班与酒店 ✈️',
  '本周提交汇总'.repeat(40),
  'naïve café',
  'x'.repeat(200),
  'looks like =?UTF-8?B?aGFjaw==?= already',
  '👩‍👩‍👧‍👦'.repeat(12),
])('the subject %j decodes to itself, in lines that mail allows', async (subject) => {
  const { file } = await callTool<Sent>(sendEmail, { ...mail, subject });
  const text = readFileSync(file, 'utf8');
  expect(headerOf(text, 'Subject')).toBe(subject);
  expect(text).toMatch(/^[\x20-\x7e\r\n]*$/);
  for (const line of text.split('\r\n')) expect(line.length).toBeLessThanOrEqual(78);
});

test('lines and bodies in any language end with CRLF', async () => {
  const { file } = await callTool<Sent>(sendEmail, {
    to: mail.to,
    subject: 'x',
    lines: ['第一行', '', '.', 'last'],
  });
  expect(readMail(readFileSync(file, 'utf8')).body).toBe('第一行\r\n\r\n.\r\nlast\r\n');
});

test.each([
  { ...mail, subject: 'Hi\r\nBcc: all@example.com' },
  { ...mail, subject: 'Hi\nthere' },
  { ...mail, to: 'a@example.com\r\nBcc: b@example.com' },
  { ...mail, to: 'a@example.com, b@example.com' },
  { ...mail, to: 'nobody' },
  { ...mail, subject: '' },
])('%o is refused by the schema', (params) => {
  expect(sendEmail.params.safeParse(params).success).toBe(false);
});

test('body and lines are one or the other', () => {
  expect(sendEmail.checkParams(mail)).toBeNull();
  expect(sendEmail.checkParams({ to: mail.to, subject: 'x' })).toContain('body or lines');
  expect(sendEmail.checkParams({ ...mail, lines: [] })).toContain('body or lines');
});

test('no value can add a header or reach the next one, even past the schema', () => {
  const nasty = fc.string({
    unit: fc.oneof(
      fc.constantFrom('\r', '\n', '\r\n', '\u0000', ':', '=?', '张', 'Bcc: x'),
      fc.string(),
    ),
  });
  fc.assert(
    fc.property(nasty, nasty, nasty, (to, subject, body) => {
      const text = mailText({
        to,
        subject,
        body,
        messageId: '<1@x>',
        sentAt: '2027-06-10T08:00:00.000Z',
      });
      const read = readMail(text);
      expect(read.headers.map(([name]) => name)).toEqual(NAMES);
      expect(read.body.replace(/\r\n$/, '')).toBe(
        body.replace(/\r\n|\r|\n/g, '\r\n').replace(/\r\n$/, ''),
      );
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    }),
  );
});

test.each([
  '../../etc/passwd',
  'a/b',
  '..',
  '.hidden',
  '',
  'x'.repeat(300),
  'k\u0000',
  'a\\b',
  '键',
])('the key %j cannot leave the outbox', (key) => {
  expect(fileNameOf(key)).toMatch(/^[0-9a-f]{64}\.eml$/);
});

test('is summarised by recipient and subject', async () => {
  expect(await summaryOf(sendEmail, mail, {})).toBe('Mail to team@example.com: Report');
});

test('an aborted call writes nothing', async () => {
  const call = callTool(sendEmail, mail, { signal: AbortSignal.abort() });
  await expect(call).rejects.toMatchObject({ fault: { code: 'TIMEOUT' } });
  expect(readdirSync(home)).toEqual([]);
});
