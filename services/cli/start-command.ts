/** `start`: a whole system, one task in it, and the picture of how it goes. */
import { sampleOfFault } from '../../infra/faults/fault-names.ts';
import type { TaskView } from '../../machines/task/task-view.ts';
import { sendSubmission } from '../../shared/client/send-submission.ts';
import { nowIso } from '../../shared/clock.ts';
import type { Logged } from '../../shared/log/event-log.ts';
import type { System } from '../dev/start-system.ts';
import { type Bus, withBus } from './bus.ts';
import { type CommandContext, configOf } from './command-context.ts';
import { type Composed, composeSubmission, type SubmissionOptions } from './compose-submission.ts';
import { exportedEvent } from './describe-event.ts';
import { EXIT } from './exit-codes.ts';
import type { Leaving } from './leave-on-signal.ts';
import { parseScale } from './parse-options.ts';
import { labelled } from './picture/picture-style.ts';
import { taskEffects } from './provider-effects.ts';
import { type CheckedSamples, readSamples, type SampleWords } from './sample-options.ts';
import { sampleSentence } from './sample-sentences.ts';
import { taskLine } from './show-text.ts';
import { prefixOf, printBanner } from './system-banner.ts';
import { whenLeaving, withSystem } from './system-session.ts';
import { TaskPicture } from './task-picture.ts';
import { isSettled } from './task-result.ts';
import { followTask, printResult } from './watch-task.ts';

export type StartOptions = SubmissionOptions &
  SampleWords & {
    readonly once?: boolean;
    readonly scale: readonly string[];
  };

type Run = {
  readonly context: CommandContext;
  readonly composed: Composed;
  readonly system: System;
  readonly picture: TaskPicture;
  readonly isOnce: boolean;
};

async function finish(
  { context, composed, system, picture, isOnce }: Run,
  view: TaskView,
): Promise<number> {
  const { events } = picture;
  const effects = await taskEffects(system.providerUrl, events);
  if (effects.length > 0)
    context.output.result({ type: 'effects', id: composed.id, effects }, undefined);
  return printResult(context, view, { events, effects, prefix: prefixOf(system), isOnce });
}

async function runTask(run: Run, bus: Bus, signal: AbortSignal): Promise<number> {
  const { context, composed, picture } = run;
  const { output } = context;
  const { id, created } = await sendSubmission(bus, composed);
  output.result(
    { type: 'submitted', id, created: created ?? true },
    `\n${taskLine(id, composed.goal, picture.style)}`,
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

/** Stays up; what can be done meanwhile is said once. */
async function stay(
  { context, system, composed, picture }: Run,
  leaving: Leaving,
): Promise<number> {
  const { labels } = picture.style;
  const commands = ['show', 'log'].map(
    (verb) => `${prefixOf(system)}npx loopwright ${verb} ${composed.id}`,
  );
  const words = [...commands, labels.stops].join('   ');
  context.output.text(labelled(labels.next, words, picture.style));
  await whenLeaving(leaving);
  return EXIT.done;
}

/** Checked before anything is started, so that a wrong plan costs nothing; a sample where nothing was said. */
function compose(
  context: CommandContext,
  goal: string | undefined,
  options: StartOptions,
  { fault }: CheckedSamples,
): Composed {
  const { folder } = context.terminal;
  if (goal !== undefined || options.plan !== undefined)
    return composeSubmission(goal, options, folder);
  const sample = fault === undefined ? 'travel' : sampleOfFault(fault);
  const { timeZone } = configOf(context);
  return composeSubmission(sampleSentence(sample, nowIso(), timeZone), options, folder);
}

export async function startCommand(
  context: CommandContext,
  goal: string | undefined,
  options: StartOptions,
): Promise<number> {
  const { output, terminal } = context;
  const samples = readSamples(options, configOf(context), terminal.folder);
  const composed = compose(context, goal, options, samples);
  const isOnce = options.once === true;
  const picture = new TaskPicture(output, terminal, composed.goal);
  const began = performance.now();
  const session = {
    scale: parseScale(options.scale),
    samples,
    isOnce,
    logLevel: 'warn' as const,
    log: (line: string) => picture.say(() => output.progress(line)),
  };
  return withSystem(context, session, async (system, leaving) => {
    printBanner(context, system, performance.now() - began);
    const run = { context, composed, system, picture, isOnce };
    const config = configOf(context);
    const code = await withBus(config, (bus) => runTask(run, bus, leaving.signal), system.natsUrl);
    if (isOnce || leaving.signal.aborted) return code;
    return stay(run, leaving);
  });
}
