/** The observer's process: verdicts on results and answers, the task index, `api.tools`. */
import { provision } from '../../infra/provision.ts';
import { ACK_WAIT_MS } from '../../infra/streams.ts';
import type { RoleContext } from '../../shared/actor/role-context.ts';
import { runRole, type Serving } from '../../shared/actor/run-role.ts';
import { type Letter, serveLetters } from '../../shared/actor/serve-letters.ts';
import { DURABLES, streamNames } from '../../shared/bus/resource-names.ts';
import { Fault } from '../../shared/errors.ts';
import { CATALOG, type EventOf, isTerminal } from '../../shared/events/catalog.ts';
import { describeIssues } from '../../shared/events/parse-event.ts';
import { observeAnswer } from './observe-answer.ts';
import { observeStep } from './observe-step.ts';
import { serveToolsApi } from './tools-api.ts';
import { openIndex } from './write-index.ts';

const SLOTS = 64;

async function checkAgain(context: RoleContext, event: EventOf<'check.requested'>): Promise<void> {
  const { of, check, round } = event.data;
  if (round !== undefined) {
    const data = CATALOG['answer.proposed'].data.safeParse(of);
    if (!data.success)
      throw new Fault('EVENT_MALFORMED', `${event.id}: ${describeIssues(data.error)}.`);
    return observeAnswer(context, { ...event, type: 'answer.proposed', data: data.data }, check);
  }
  const data = CATALOG['step.executed'].data.safeParse(of);
  if (!data.success)
    throw new Fault('EVENT_MALFORMED', `${event.id}: ${describeIssues(data.error)}.`);
  return observeStep(context, { cause: event, executed: data.data, check });
}

async function handle(context: RoleContext, { event, isSuspect }: Letter): Promise<void> {
  if (isSuspect) {
    const history = await context.events.readTask(event.subject);
    if (history.some((logged) => isTerminal(logged.event))) return;
  }
  if (event.type === 'step.executed') {
    return observeStep(context, { cause: event, executed: event.data, check: 1 });
  }
  if (event.type === 'answer.proposed') return observeAnswer(context, event, 1);
  if (event.type === 'check.requested') return checkAgain(context, event);
  throw new Fault('EVENT_MALFORMED', `An observer cannot act on ${event.type}.`);
}

async function serve(context: RoleContext): Promise<Serving> {
  const { connection, namespace } = context;
  await provision(connection, namespace);
  const stream = streamNames(namespace).events;
  const common = { stream, heartbeatMs: ACK_WAIT_MS / 3, slots: SLOTS };
  const index = await openIndex(context);
  const pullers = [
    serveLetters(context, {
      ...common,
      durable: DURABLES.observer,
      handle: (letter) => handle(context, letter),
    }),
    serveLetters(context, { ...common, durable: DURABLES.index, handle: index }),
  ];
  await serveToolsApi(context);
  return { pullers: () => pullers, state: () => 'observing' };
}

await runRole('observer', serve);
