/** Writes a mail as RFC 5322 text: UTF-8, encoded headers, CRLF. Nothing in a value can end its header. */

export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  readonly messageId: string;
  /** ISO instant. */
  readonly sentAt: string;
  /** Makes it a reminder: the day, or the local time of a day, that it is due. */
  readonly remindAt?: string;
};

const SENDER = 'Loopwright <loopwright@localhost.localdomain>';
/** A line with an encoded word has at most 76 characters: beside `Subject: ` and its marks 39 bytes fit. */
const WORD_BYTES = 39;
const LINE_MAX = 76;

/** Cuts text into pieces of whole characters that take at most `bytesMax` bytes each. */
const piecesOf = (text: string, bytesMax: number): string[] => {
  const pieces: string[] = [];
  let piece = '';
  for (const character of text) {
    if (Buffer.byteLength(piece + character) > bytesMax) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
};

/** Control characters, line ends among them, become blanks. */
const onOneLine = (value: string): string => value.replace(/\p{Cc}+/gu, ' ').trim();

/** What is not short plain ASCII, or looks like an encoded word already, is encoded. */
const headerText = (value: string): string => {
  const line = onOneLine(value);
  if (
    line.length <= LINE_MAX - 'Subject: '.length &&
    /^[\x20-\x7e]*$/.test(line) &&
    !line.includes('=?')
  ) {
    return line;
  }
  const words = piecesOf(line, WORD_BYTES).map((piece) => Buffer.from(piece).toString('base64'));
  return words.map((word) => `=?UTF-8?B?${word}?=`).join('\r\n ');
};

/** `Thu, 10 Jun 2027 08:00:00 +0000`. */
const headerDate = (iso: string): string => new Date(iso).toUTCString().replace(/GMT$/, '+0000');

const encodedBody = (body: string): string => {
  const text = body.replace(/\r\n|\r|\n/g, '\r\n');
  const base64 = Buffer.from(text.endsWith('\r\n') ? text : `${text}\r\n`).toString('base64');
  return (base64.match(/.{1,76}/g) ?? []).join('\r\n');
};

/** @returns the whole message */
export function mailText({ to, subject, body, messageId, sentAt, remindAt }: Mail): string {
  const lines = [
    `From: ${SENDER}`,
    `To: ${onOneLine(to)}`,
    `Subject: ${headerText(subject)}`,
    `Date: ${headerDate(sentAt)}`,
    `Message-ID: ${messageId}`,
    ...(remindAt === undefined ? [] : [`X-Remind-At: ${onOneLine(remindAt)}`]),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    encodedBody(body),
    '',
  ];
  return lines.join('\r\n');
}
