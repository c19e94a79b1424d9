/** `submit`: hands a task in, and with `--watch` follows it. */

import { type Sent, sendSubmission } from '../../shared/client/send-submission.ts';
import { withBus } from './bus.ts';
import { type CommandContext, configOf } from './command-context.ts';
import { composeSubmission, type SubmissionOptions } from './compose-submission.ts';
import { EXIT } from './exit-codes.ts';
import { watchTask } from './watch-task.ts';

const told = ({ id, created }: Sent): string => {
  if (created === true) return id;
  return created === null ? `${id} (queued until a router runs)` : `${id} (known already)`;
};

export async function submitCommand(
  context: CommandContext,
  goal: string | undefined,
  options: SubmissionOptions & { readonly watch?: boolean },
): Promise<number> {
  const { output, terminal } = context;
  const composed = composeSubmission(goal, options, terminal.folder);
  return withBus(configOf(context), async (bus) => {
    const sent = await sendSubmission(bus, composed);
    if (sent.created === null) {
      output.progress(`No router answers: task ${sent.id} is stored and starts when one runs.`);
    }
    const isQueued = sent.created === null ? { queued: true } : {};
    output.result(
      { type: 'submitted', id: sent.id, created: sent.created ?? true, ...isQueued },
      told(sent),
    );
    return options.watch === true ? watchTask(context, bus, sent.id, false) : EXIT.done;
  });
}
