/** The executor's process: calls tools, decides nothing. */
import { provision } from '../../infra/provision.ts';
import { sampleTools } from '../../infra/sample-tools/sample-tools.ts';
import { ACK_WAIT_MS } from '../../infra/streams.ts';
import type { RoleContext } from '../../shared/actor/role-context.ts';
import { runRole, type Serving } from '../../shared/actor/run-role.ts';
import { type Letter, serveLetters } from '../../shared/actor/serve-letters.ts';
import { executorDurable, streamNames } from '../../shared/bus/resource-names.ts';
import { Fault } from '../../shared/errors.ts';
import type { Tool } from '../../shared/tools/define-tool.ts';
import { loadTools } from '../../shared/tools/load-tools.ts';
import { announceTools } from './announce-tools.ts';
import { callStep, type Executor } from './call-step.ts';
import { probeStep } from './probe-step.ts';
import { RunningCalls } from './running-calls.ts';
import { ToolRunner } from './tool-runner.ts';

async function toolsOf({ config, logger }: RoleContext): Promise<Tool[]> {
  if (config.tools.length === 0)
    return sampleTools({ providerUrl: config.providerUrl ?? null, home: config.home });
  const { tools, problems } = await loadTools(config.tools);
  if (tools.length === 0) {
    throw new Fault('TOOL_INVALID', `LOOPWRIGHT_TOOLS gives no tool (${problems.join('; ')}).`);
  }
  for (const problem of problems) logger.error({}, `LOOPWRIGHT_TOOLS: ${problem}`);
  return tools;
}

async function handle(executor: Executor, letter: Letter): Promise<void> {
  const { event } = letter;
  if (event.type === 'step.dispatched') return callStep(executor, letter, event);
  if (event.type === 'step.probeRequested') return probeStep(executor, letter, event);
  throw new Fault('EVENT_MALFORMED', `An executor cannot act on ${event.type}.`);
}

async function serve(context: RoleContext): Promise<Serving> {
  const { connection, namespace, config } = context;
  await provision(connection, namespace, { pools: [config.pool] });
  const tools = await toolsOf(context);
  const running = new RunningCalls();
  running.listen(context);
  const executor: Executor = {
    context,
    runner: new ToolRunner(tools),
    running,
    inWork: new Map(),
  };
  const puller = serveLetters(context, {
    stream: streamNames(namespace).events,
    durable: executorDurable(config.pool),
    slots: config.concurrency,
    heartbeatMs: ACK_WAIT_MS / 3,
    handle: (letter) => handle(executor, letter),
  });
  await announceTools(context, tools);
  return { pullers: () => [puller], state: () => `pool ${config.pool}` };
}

await runRole('executor', serve);
