/** `start`: a whole system, one task in it, and the picture of how it goes. */
import { fileURLToPath } from 'node:url';
import type { TaskView } from '../../machines/task/task-view.ts';
import type { Logged } from '../../shared/log/event-log.ts';
import type { System } from '../dev/start-system.ts';
import { type Bus, withBus } from './bus.ts';
import { type CommandContext, configOf } from './command-context.ts';
import { type Composed, composeSubmission, type SubmissionOptions } from './compose-submission.ts';
import { exportedEvent } from './describe-event.ts';
import { EXIT } from './exit-codes.ts';
import { labelsFor } from './labels.ts';
import type { Leaving } from './leave-on-signal.ts';
import { paintFor } from './paint.ts';
import { parseScale } from './parse-options.ts';
import { effectsText, taskEffects } from './provider-effects.ts';
import { sendSubmission } from './send-submission.ts';
import { printBanner, useText } from './system-banner.ts';
import { whenLeaving, withSystem } from './system-session.ts';
import { TaskPicture } from './task-picture.ts';
import { isSettled } from './task-result.ts';
import { followTask, printResult } from './watch-task.ts';

const DEFAULT_PLAN = fileURLToPath(new URL('../../../infra/examples/travel.json', import.meta.url));

export type StartOptions = SubmissionOptions & {
  readonly once?: boolean;
  readonly scale: readonly string[];
  readonly world?: string;
};

type Run = {
  readonly context: CommandContext;
  readonly composed: Composed;
  readonly system: System;
  readonly picture: TaskPicture;
};

async function finish(
  { context, composed, system, picture }: Run,
  view: TaskView,
): Promise<number> {
  const { output, terminal } = context;
  const labels = labelsFor(composed.goal);
  const effects = await taskEffects(system.providerUrl, picture.events);
  output.text('');
  if (effects.length > 0) {
    const line = `${labels.effects}: ${effectsText(effects)}`;
    output.result(
      { type: 'effects', id: composed.id, effects },
      paintFor(terminal.hasColours)('dim', line),
    );
  }
  return printResult(context, view);
}

async function runTask(run: Run, bus: Bus, signal: AbortSignal): Promise<number> {
  const { context, composed, picture } = run;
  const { output } = context;
  const { id, created } = await sendSubmission(bus, composed);
  const labels = labelsFor(composed.goal);
  output.result(
    { type: 'submitted', id, created: created ?? true },
    `\n${labels.task} ${id}  "${composed.goal}"`,
  );
  const onBatch = (batch: readonly Logged[]): TaskView | undefined => {
    if (output.isJson) for (const logged of batch) output.result(exportedEvent(logged), undefined);
    picture.add(batch, isSettled);
    return picture.view;
  };
  const view = await followTask(bus, { taskId: id, mustExist: false, onBatch, signal });
  picture.leave();
  return view === undefined ? EXIT.done : finish(run, view);
}

async function stay({ context, system }: Run, leaving: Leaving): Promise<number> {
  context.output.text(`\n${useText(system)}`);
  await whenLeaving(leaving);
  return EXIT.done;
}

/** Checked before anything is started, so that a wrong plan costs nothing. */
function compose(
  { terminal }: CommandContext,
  goal: string | undefined,
  options: StartOptions,
): Composed {
  const isDefault = goal === undefined && options.plan === undefined;
  const chosen = isDefault ? { ...options, plan: DEFAULT_PLAN } : options;
  return composeSubmission(goal, chosen, terminal.folder);
}

export async function startCommand(
  context: CommandContext,
  goal: string | undefined,
  options: StartOptions,
): Promise<number> {
  const { output, terminal } = context;
  const composed = compose(context, goal, options);
  const isOnce = options.once === true;
  const picture = new TaskPicture(output, terminal, composed.goal);
  const began = performance.now();
  const session = {
    scale: parseScale(options.scale),
    world: options.world,
    isOnce,
    logLevel: 'warn' as const,
    log: (line: string) => picture.say(() => output.progress(line)),
  };
  return withSystem(context, session, async (system, leaving) => {
    printBanner(context, system, performance.now() - began);
    const run = { context, composed, system, picture };
    const config = configOf(context);
    const code = await withBus(config, (bus) => runTask(run, bus, leaving.signal), system.natsUrl);
    if (isOnce || leaving.signal.aborted) return code;
    return stay(run, leaving);
  });
}
