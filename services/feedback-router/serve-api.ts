/**
 * The request/reply side (`<ns>.api.<verb>`, NATS services framework), served by the active router. Every
 * reply is `{ ok: true, … }` or `{ ok: false, error: { code, message, cure, path? } }`.
 */
import type { Service, ServiceMsg } from 'nats';
import type { z } from 'zod';
import { viewTask } from '../../machines/task/task-view.ts';
import type { RoleContext } from '../../shared/actor/role-context.ts';
import { apiSubject } from '../../shared/bus/subjects.ts';
import { Fault, toFault } from '../../shared/errors.ts';
import {
  AnswerRequest,
  CancelRequest,
  ExtendRequest,
  GetRequest,
  ListRequest,
  PauseRequest,
} from '../../shared/events/api-requests.ts';
import type { LoopEvent } from '../../shared/events/catalog.ts';
import { shortHash } from '../../shared/events/event-id.ts';
import { LIMIT_RANGES } from '../../shared/events/limits.ts';
import type { Draft } from '../../shared/events/new-event.ts';
import { describeIssues } from '../../shared/events/parse-event.ts';
import { readIndex } from '../../shared/log/task-index.ts';
import { readSubmission } from '../../shared/plan/read-submission.ts';
import { newTaskId } from '../../shared/task-ids.ts';
import { VERSION } from '../../shared/version.ts';
import { acceptSubmission } from './accept-submission.ts';

type Context = RoleContext;

const read = <T>(schema: z.ZodType<T>, text: string): T => {
  let value: unknown;
  try {
    value = JSON.parse(text === '' ? '{}' : text);
  } catch (cause) {
    throw new Fault('USAGE', 'The request is not JSON.', { cause });
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw new Fault('USAGE', `The request is wrong (${describeIssues(parsed.error)}).`);
  return parsed.data;
};

async function viewOf({ events }: Context, id: string) {
  const history = await events.readTask(id);
  const view = viewTask(history.map(({ event }) => event as LoopEvent));
  if (view === undefined) throw new Fault('TASK_UNKNOWN', `There is no task ${id}.`);
  return view;
}

async function liveView(context: Context, id: string) {
  const view = await viewOf(context, id);
  if (view.result !== null) throw new Fault('TASK_ENDED', `Task ${id} is ${view.row.status}.`);
  return view;
}

async function submit(context: Context, text: string) {
  const readBody = readSubmission(text);
  const { id, created } = await acceptSubmission(
    context,
    readBody.submission.id ?? newTaskId(),
    readBody,
  );
  const status = created ? 'queued' : (await viewOf(context, id)).row.status;
  return { id, status, created };
}

async function cancel(context: Context, text: string) {
  const { id, reason, by } = read(CancelRequest, text);
  await liveView(context, id);
  await context.events.append({
    type: 'task.cancelRequested',
    taskId: id,
    from: 'client',
    to: 'router',
    data: { reason, by },
  });
  return { id, status: 'cancelling' };
}

async function answer(context: Context, text: string) {
  const { id, ...data } = read(AnswerRequest, text);
  const { request } = await liveView(context, id);
  if (request?.requestId !== data.requestId) {
    throw new Fault(
      'REQUEST_UNKNOWN',
      `Task ${id} ${request === null ? 'asks nothing' : `asks ${request.requestId}`}.`,
    );
  }
  if (
    request.answers.length > 0 &&
    data.answer !== 'abort' &&
    !request.answers.includes(data.answer)
  ) {
    throw new Fault(
      'REQUEST_UNKNOWN',
      `${data.requestId} takes one of: ${request.answers.join(', ')}.`,
    );
  }
  const key = `${data.requestId}.${shortHash(data.answer)}`;
  await context.events.append({
    type: 'human.answered',
    taskId: id,
    key,
    from: 'client',
    to: 'router',
    data,
  });
  return { id, requestId: data.requestId };
}

type Numbered = 'limit.extended' | 'task.pauseRequested' | 'task.resumeRequested';

/** Appends the next of a numbered kind; when somebody took the number meanwhile, the one after it. */
async function appendNext<T extends Numbered>(
  { events }: Context,
  draftOf: (number: number) => Draft<T>,
): Promise<void> {
  const { taskId, type } = draftOf(1);
  for (;;) {
    const history = await events.readTask(taskId);
    const number = history.filter(({ event }) => event.type === type).length + 1;
    const { isMine } = await events.append(draftOf(number));
    if (isMine) return;
  }
}

async function extend(context: Context, text: string) {
  const { id, limit, grant, by } = read(ExtendRequest, text);
  const name = limit.split('.')[0] ?? '';
  if (!Object.hasOwn(LIMIT_RANGES, name)) {
    throw new Fault(
      'LIMIT_INVALID',
      `${name} is no limit; there are ${Object.keys(LIMIT_RANGES).join(', ')}.`,
    );
  }
  const view = await liveView(context, id);
  await appendNext(context, (number) => ({
    type: 'limit.extended',
    taskId: id,
    key: `${limit}.g${number}`,
    from: 'client',
    to: 'router',
    data: { by, limit, grant },
  }));
  return { id, status: view.row.status };
}

async function pause(context: Context, text: string) {
  const { id, by, where } = read(PauseRequest, text);
  const view = await liveView(context, id);
  const data = { by, ...(where === undefined ? {} : { where }) };
  await appendNext(context, (number) => ({
    type: 'task.pauseRequested',
    taskId: id,
    key: `p${number}`,
    from: 'client',
    to: 'router',
    data,
  }));
  return { id, status: view.row.status };
}

async function resume(context: Context, text: string) {
  const { id, by } = read(PauseRequest, text);
  const view = await liveView(context, id);
  await appendNext(context, (number) => ({
    type: 'task.resumeRequested',
    taskId: id,
    key: `p${number}`,
    from: 'client',
    to: 'router',
    data: { by },
  }));
  return { id, status: view.row.status };
}

async function list({ connection, namespace }: Context, text: string) {
  const { status, limit, after } = read(ListRequest, text);
  const all = await readIndex(connection, namespace);
  const wanted = all.filter((entry) => status === undefined || entry.status === status);
  const start = after === undefined ? 0 : wanted.findIndex(({ id }) => id === after) + 1;
  const tasks = wanted.slice(start, start + limit);
  const next = start + limit < wanted.length ? tasks.at(-1)?.id : undefined;
  return { tasks, ...(next === undefined ? {} : { next }) };
}

async function get(context: Context, text: string) {
  const { row, revision, steps, request, result, ...view } = await viewOf(
    context,
    read(GetRequest, text).id,
  );
  const plan = {
    revision,
    steps: steps.map(({ id, tool, description, dependsOn }) => ({
      id,
      tool,
      description,
      dependsOn,
    })),
  };
  return {
    ...view,
    row,
    plan,
    steps,
    request,
    ...(result === null ? {} : { result: { status: row.status, ...result.data } }),
  };
}

const VERBS: Readonly<Record<string, (context: Context, text: string) => Promise<object>>> = {
  submit,
  get,
  list,
  cancel,
  answer,
  extend,
  pause,
  resume,
};

async function reply(context: Context, verb: string, message: ServiceMsg): Promise<void> {
  try {
    const act = VERBS[verb];
    if (act === undefined) throw new Fault('USAGE', `There is no verb ${verb}.`);
    message.respond(JSON.stringify({ ok: true, ...(await act(context, message.string())) }));
  } catch (thrown) {
    const { code, facts, cure, path } = toFault(thrown);
    const error = { code, message: facts, cure, ...(path === undefined ? {} : { path }) };
    message.respond(JSON.stringify({ ok: false, error }));
  }
}

/** @returns the running service; stop it when the lease is gone */
export async function serveApi(context: RoleContext): Promise<Service> {
  const service = await context.connection.services.add({
    name: 'loopwright-router',
    version: VERSION,
  });
  for (const verb of Object.keys(VERBS)) {
    service.addEndpoint(verb, {
      subject: apiSubject(context.namespace, verb),
      handler: (error, message) => {
        if (error === null) void reply(context, verb, message);
      },
    });
  }
  return service;
}
