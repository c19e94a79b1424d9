/**
 * Finds out what became of a call whose outcome is unknown. What happened is reported as the result of the
 * claimed attempt itself, under its own id: if the late result of that attempt came first, it stays.
 */
import type { Letter } from '../../shared/actor/serve-letters.ts';
import { nowIso } from '../../shared/clock.ts';
import { toFault } from '../../shared/errors.ts';
import type { EventOf } from '../../shared/events/catalog.ts';
import { attemptKey } from '../../shared/events/event-id.ts';
import { NOTHING_SPENT } from '../../shared/events/shapes.ts';
import type { Probed } from '../../shared/tools/define-tool.ts';
import type { Executor } from './call-step.ts';

type Request = EventOf<'step.probeRequested'>;

async function ask(executor: Executor, { data, subject: taskId }: Request): Promise<Probed> {
  const tool = executor.runner.find(data.tool);
  if (tool?.probe == null) return { outcome: 'unknown' };
  const { logger } = executor.context;
  try {
    return await tool.probe({
      params: data.params,
      idempotencyKey: data.idempotencyKey,
      signal: AbortSignal.timeout(data.timeoutMs),
      log: (message) => logger.info({ taskId, stepId: data.stepId }, message),
      progress: () => undefined,
    });
  } catch (thrown) {
    logger.warn(
      { taskId, stepId: data.stepId, tool: data.tool },
      `a probe failed: ${toFault(thrown).facts}`,
    );
    return { outcome: 'unknown' };
  }
}

const findDispatch = async (
  executor: Executor,
  { subject, data }: Request,
): Promise<EventOf<'step.dispatched'> | undefined> => {
  const history = await executor.context.events.readTask(subject);
  return history
    .map(({ event }) => event)
    .find(
      (event): event is EventOf<'step.dispatched'> =>
        event.type === 'step.dispatched' &&
        event.data.stepId === data.stepId &&
        event.data.attempt === data.attempt,
    );
};

export async function probeStep(
  executor: Executor,
  _letter: Letter,
  request: Request,
): Promise<void> {
  const { events } = executor.context;
  const { revision, stepId, attempt } = request.data;
  const ref = { revision, stepId, attempt };
  const base = {
    taskId: request.subject,
    key: attemptKey(ref),
    from: 'executor',
    causationId: request.id,
  } as const;
  const { outcome, result } = await ask(executor, request);
  const dispatched = outcome === 'happened' ? await findDispatch(executor, request) : undefined;
  if (dispatched !== undefined && result !== undefined) {
    const now = nowIso();
    await events.append({
      ...base,
      type: 'step.executed',
      to: 'observer',
      data: {
        call: dispatched.data,
        result,
        tries: 1,
        startedAt: now,
        endedAt: now,
        spent: NOTHING_SPENT,
      },
    });
  }
  const told =
    outcome === 'happened' && (dispatched === undefined || result === undefined)
      ? 'unknown'
      : outcome;
  await events.append({
    ...base,
    type: 'step.probed',
    to: 'router',
    data: { ...ref, outcome: told, ...(result === undefined ? {} : { result }) },
  });
}
