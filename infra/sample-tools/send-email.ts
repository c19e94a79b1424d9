/** `send_email`: writes a mail into the outbox; called again it is the same mail. */
import { join } from 'node:path';
import { z } from 'zod';
import { nowIso } from '../../shared/clock.ts';
import { defineTool, type Tool, ToolError } from '../../shared/tools/define-tool.ts';
import { mailText } from './mail-text.ts';
import { messageIdOf, putMail } from './outbox.ts';

const Params = z.object({
  to: z.email().max(254).describe('Address of the recipient, without a name'),
  subject: z
    .string()
    .min(1)
    .max(300)
    .regex(/^\P{Cc}*$/u, 'a subject is one line')
    .describe('Subject, one line'),
  body: z.string().max(100_000).optional().describe('Text of the mail; or give lines instead'),
  lines: z
    .array(z.string().max(10_000))
    .max(5_000)
    .optional()
    .describe('Text of the mail, line by line'),
});

const Result = z.object({ messageId: z.string(), file: z.string() });

/** @param home the folder that holds `outbox` */
export const sendEmail = (home: string): Tool =>
  defineTool({
    name: 'send_email',
    description:
      'Sends a plain text mail to one recipient. Here it becomes an .eml file in the outbox.',
    whenToUse: 'When something is to be mailed, such as a report.',
    whenNotToUse: 'To show a result to the user who asked.',
    effect: 'idempotent',
    params: Params,
    result: Result,
    checkParams: ({ body, lines }) =>
      (body === undefined) === (lines === undefined) ? 'give either body or lines' : null,
    summary: `$substring('Mail to ' & params.to & ': ' & params.subject, 0, 200)`,
    handler: async ({ params, idempotencyKey, signal }) => {
      if (signal.aborted) {
        throw new ToolError({
          code: 'TIMEOUT',
          message: 'The mail was not written.',
          retryable: true,
        });
      }
      const messageId = messageIdOf(idempotencyKey);
      const body = params.body ?? (params.lines ?? []).join('\n');
      const text = mailText({ ...params, body, messageId, sentAt: nowIso() });
      return { messageId, file: await putMail(join(home, 'outbox'), idempotencyKey, text) };
    },
  });
