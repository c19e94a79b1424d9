/** The planner's process: all reasoning, by models and by rules. */

import { provision } from '../../infra/provision.ts';
import { ACK_WAIT_MS } from '../../infra/streams.ts';
import { isPlannerQuestion } from '../../machines/planner/planner-machine.ts';
import type { RoleContext } from '../../shared/actor/role-context.ts';
import { runRole, type Serving } from '../../shared/actor/run-role.ts';
import { type Letter, serveLetters } from '../../shared/actor/serve-letters.ts';
import { DURABLES, streamNames } from '../../shared/bus/resource-names.ts';
import { Fault } from '../../shared/errors.ts';
import { isTerminal } from '../../shared/events/catalog.ts';
import { Models } from '../../shared/model/models.ts';
import { answerQuestion } from './answer-question.ts';
import { KnownTools } from './known-tools.ts';
import type { Planner, Question } from './planner.ts';

const SLOTS = 32;

async function handle(planner: Planner, { event, isSuspect }: Letter): Promise<void> {
  if (!isPlannerQuestion(event.type)) {
    throw new Fault('EVENT_MALFORMED', `A planner cannot act on ${event.type}.`);
  }
  if (isSuspect) {
    const history = await planner.context.events.readTask(event.subject);
    if (history.some((logged) => isTerminal(logged.event))) return;
  }
  await answerQuestion(planner, event as Question, isSuspect);
}

async function serve(context: RoleContext): Promise<Serving> {
  const { connection, namespace } = context;
  await provision(connection, namespace);
  const { config, events, blobs, logger, closing } = context;
  const models = new Models({
    endpoints: config.models,
    events,
    blobs,
    from: 'planner',
    logger,
    signal: closing.signal,
  });
  const planner = { context, tools: new KnownTools(connection, namespace), models };
  const puller = serveLetters(context, {
    stream: streamNames(namespace).events,
    durable: DURABLES.planner,
    slots: SLOTS,
    heartbeatMs: ACK_WAIT_MS / 3,
    handle: (letter) => handle(planner, letter),
  });
  return { pullers: () => [puller], state: () => 'planning' };
}

await runRole('planner', serve);
