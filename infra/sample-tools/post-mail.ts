/** What the tools that mail have in common: the fields of a mail, and how it gets into the outbox. */
import { join } from 'node:path';
import { z } from 'zod';
import { nowIso } from '../../shared/clock.ts';
import { type ToolContext, ToolError } from '../../shared/tools/define-tool.ts';
import { type Mail, mailText } from './mail-text.ts';
import { messageIdOf, putMail } from './outbox.ts';

export const BODY_CHARACTERS_MAX = 100_000;

export const recipient = z.email().max(254).describe('Address of the recipient, without a name');

export const subject = z
  .string()
  .min(1)
  .max(300)
  .regex(/^\P{Cc}*$/u, 'a subject is one line')
  .describe('Subject, one line');

export const Posted = z.object({ messageId: z.string(), file: z.string() });

/**
 * Writes the mail of this call; called again with the same key it is the mail that is there already.
 *
 * @param home the folder that holds `outbox`
 * @throws {ToolError} `TIMEOUT` when the call was cut off before anything was written
 */
export async function postMail(
  home: string,
  { idempotencyKey, signal }: Pick<ToolContext<unknown>, 'idempotencyKey' | 'signal'>,
  mail: Omit<Mail, 'messageId' | 'sentAt'>,
): Promise<z.infer<typeof Posted>> {
  if (signal.aborted) {
    throw new ToolError({ code: 'TIMEOUT', message: 'The mail was not written.', retryable: true });
  }
  const messageId = messageIdOf(idempotencyKey);
  const text = mailText({ ...mail, messageId, sentAt: nowIso() });
  return { messageId, file: await putMail(join(home, 'outbox'), idempotencyKey, text) };
}
