/** `send_email`: writes a mail into the outbox; called again it is the same mail. */
import { z } from 'zod';
import { defineTool, type Tool } from '../../shared/tools/define-tool.ts';
import { BODY_CHARACTERS_MAX, Posted, postMail, recipient, subject } from './post-mail.ts';

const Params = z.object({
  to: recipient,
  subject,
  body: z
    .string()
    .max(BODY_CHARACTERS_MAX)
    .optional()
    .describe('Text of the mail; or give lines instead'),
  lines: z
    .array(z.string().max(10_000))
    .max(5_000)
    .optional()
    .describe('Text of the mail, line by line'),
});

/** @param home the folder that holds `outbox` */
export const sendEmail = (home: string): Tool =>
  defineTool({
    name: 'send_email',
    description:
      'Sends a plain text mail to one recipient. Here it becomes an .eml file in the outbox.',
    whenToUse: 'When something is to be mailed, such as a report.',
    whenNotToUse: 'To show a result to the user who asked, or to remind somebody later.',
    effect: 'idempotent',
    params: Params,
    result: Posted,
    checkParams: ({ body, lines }) =>
      (body === undefined) === (lines === undefined) ? 'give either body or lines' : null,
    summary: `$substring('Mail to ' & params.to & ': ' & params.subject, 0, 200)`,
    handler: async ({ params: { to, subject: title, body, lines = [] }, ...context }) =>
      postMail(home, context, { to, subject: title, body: body ?? lines.join('\n') }),
  });
