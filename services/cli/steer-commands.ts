/** `cancel`, `answer`, `extend`, `pause`, `resume`: what a person may say to a running task. */
import { userInfo } from 'node:os';
import type { TaskView } from '../../machines/task/task-view.ts';
import { viewTask } from '../../machines/task/task-view.ts';
import { callApi } from '../../shared/client/call-api.ts';
import { Fault } from '../../shared/errors.ts';
import type { LoopEvent } from '../../shared/events/catalog.ts';
import { LIMIT_RANGES } from '../../shared/events/limits.ts';
import { type Bus, withNamespace } from './bus.ts';
import type { CommandContext } from './command-context.ts';
import { EXIT } from './exit-codes.ts';
import { limitNamed, parseObject } from './parse-options.ts';
import { taskIdOf } from './read-commands.ts';
import { followTask } from './watch-task.ts';

/** A running call ends when it is aborted; longer than this nobody waits to see it. */
const CANCELLED_WITHIN_MS = 5_000;

/** Who said it, for the log. */
const who = (): string => {
  try {
    return userInfo().username;
  } catch {
    // A user without an entry in the password file, as in containers.
    return 'cli';
  }
};

async function statusSoon(bus: Bus, taskId: string): Promise<string> {
  const events: LoopEvent[] = [];
  let latest: TaskView | undefined;
  const onBatch: Parameters<typeof followTask>[1]['onBatch'] = (batch) => {
    events.push(...batch.map(({ event }) => event as LoopEvent));
    latest = viewTask(events);
    // Only the end counts here, not a question that is still open in what was read first.
    return latest === undefined || latest.result === null ? undefined : latest;
  };
  const signal = AbortSignal.timeout(CANCELLED_WITHIN_MS);
  await followTask(bus, { taskId, mustExist: true, onBatch, signal });
  return latest?.result === null ? 'cancelling' : (latest?.row.status ?? 'cancelling');
}

export async function cancelCommand(
  context: CommandContext,
  text: string,
  { reason = 'cancelled by its user' }: { readonly reason?: string },
): Promise<number> {
  const id = taskIdOf(text);
  return withNamespace(context, async (bus) => {
    await callApi(bus, 'cancel', { id, reason, by: who() });
    const status = await statusSoon(bus, id);
    context.output.result({ type: 'cancelled', id, status }, `${id} ${status}`);
    return EXIT.done;
  });
}

export type AnswerOptions = { readonly params?: string; readonly text?: string };

const additionsOf = ({ params, text }: AnswerOptions) => ({
  ...(params === undefined ? {} : { params: parseObject('--params', params) }),
  ...(text === undefined ? {} : { text }),
});

/** @param rest task, request, answer and the options, as commander hands them over */
export async function answerCommand(
  context: CommandContext,
  ...rest: [string, string, string, AnswerOptions]
): Promise<number> {
  const [text, requestId, answer, options] = rest;
  const id = taskIdOf(text);
  const additions = additionsOf(options);
  return withNamespace(context, async (bus) => {
    await callApi(bus, 'answer', { id, requestId, answer, ...additions, by: who() });
    const line = { type: 'answered', id, requestId, answer };
    context.output.result(line, `${id} ${requestId} ${answer}`);
    return EXIT.done;
  });
}

/** `attemptsPerStep.s3` grants for one step; the grant is added to the limit. */
function grantOf(limit: string, text: string): number {
  const name = limitNamed(limit.split('.')[0] ?? '');
  const { max } = LIMIT_RANGES[name];
  const grant = text.trim() === '' ? Number.NaN : Number(text);
  const isWhole = name === 'costUsd' || Number.isInteger(grant);
  if (Number.isFinite(grant) && isWhole && grant > 0 && grant <= max) return grant;
  throw new Fault(
    'LIMIT_INVALID',
    `${name} can be extended by more than 0 and at most ${max}, not ${text}.`,
  );
}

export async function extendCommand(
  context: CommandContext,
  [text, limit, amount]: readonly [string, string, string],
): Promise<number> {
  const id = taskIdOf(text);
  const grant = grantOf(limit, amount);
  return withNamespace(context, async (bus) => {
    const { status } = await callApi(bus, 'extend', { id, limit, grant, by: who() });
    context.output.result(
      { type: 'extended', id, limit, grant, status },
      `${id} ${limit} +${grant}`,
    );
    return EXIT.done;
  });
}

export async function pauseCommand(
  context: CommandContext,
  text: string,
  verb: 'pause' | 'resume',
): Promise<number> {
  const id = taskIdOf(text);
  const type = verb === 'pause' ? 'paused' : 'resumed';
  return withNamespace(context, async (bus) => {
    const { status } = await callApi(bus, verb, { id, by: who() });
    context.output.result({ type, id, status }, `${id} ${type}`);
    return EXIT.done;
  });
}
