/** `send_reminder`: writes a mail that says when it is due into the outbox; called again it is the same. */
import { z } from 'zod';
import { defineTool, type Tool } from '../../shared/tools/define-tool.ts';
import { BODY_CHARACTERS_MAX, Posted, postMail, recipient, subject } from './post-mail.ts';

const isDay = (value: string): boolean => z.iso.date().safeParse(value.slice(0, 10)).success;

const Params = z.object({
  to: recipient,
  subject,
  body: z.string().max(BODY_CHARACTERS_MAX).describe('What to remind of'),
  remind_at: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}(T([01]\d|2[0-3]):[0-5]\d)?$/, 'YYYY-MM-DD or YYYY-MM-DDTHH:MM')
    .refine(isDay, 'there is no such day')
    .describe('When to remind: a day, YYYY-MM-DD, or a local time of a day, YYYY-MM-DDTHH:MM'),
});

const SUMMARY = `$substring('Reminder for ' & data.remind_at & ' to ' & params.to & ': '
  & params.subject, 0, 200)`;

/** @param home the folder that holds `outbox` */
export const sendReminder = (home: string): Tool =>
  defineTool({
    name: 'send_reminder',
    description:
      'Sets a reminder by mail for one recipient. Here it becomes an .eml file in the outbox.',
    whenToUse: 'When somebody is to be reminded of something on a day or at a time.',
    whenNotToUse: 'For a mail that is to be read at once, or to wait for a date.',
    effect: 'idempotent',
    params: Params,
    result: Posted.extend({ remind_at: z.string() }),
    checks: [
      {
        rule: 'the reminder is for the asked time',
        test: 'data.remind_at = params.remind_at',
        layer: 'consistency',
        class: 'result',
        message: 'The reminder is for another time.',
      },
    ],
    summary: SUMMARY,
    handler: async ({ params: { to, subject: title, body, remind_at }, ...context }) => {
      const mail = { to, subject: title, body, remindAt: remind_at };
      return { ...(await postMail(home, context, mail)), remind_at };
    },
  });
