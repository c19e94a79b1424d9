/**
 * Runs one try of a tool under its declared policies: breaker, bulkhead and time-out are cockatiel's. Each
 * tool has one set per process, so a breaker is shared by all tasks that this executor serves.
 */
import {
  bulkhead,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  type IPolicy,
  isBrokenCircuitError,
  TaskCancelledError,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel';
import { describeIssues } from '../../shared/events/parse-event.ts';
import { type Tool, type ToolContext, ToolError } from '../../shared/tools/define-tool.ts';
import { jsonData } from './json-data.ts';

const WAITING_MAX = 10_000;

/** A tool that answers "no such flight" works; only being slow or unreachable counts against it. */
const countsAsFailure = (thrown: unknown): boolean =>
  !(thrown instanceof ToolError) || thrown.fault.retryable;

const policyOf = (tool: Tool): IPolicy => {
  const breaker = circuitBreaker(handleWhen(countsAsFailure), {
    halfOpenAfter: tool.breaker.openMs,
    breaker: new ConsecutiveBreaker(tool.breaker.failures),
  });
  return wrap(
    bulkhead(tool.concurrency, WAITING_MAX),
    breaker,
    timeout(tool.timeoutMs, { strategy: TimeoutStrategy.Aggressive, abortOnReturn: false }),
  );
};

const openBreaker = ({ name, breaker }: Tool): ToolError =>
  new ToolError({
    code: 'BREAKER_OPEN',
    message: `The breaker of ${name} is open after ${breaker.failures} failures in a row.`,
    retryable: true,
    retryAfterMs: breaker.openMs,
  });

export type Invocation = Omit<ToolContext<unknown>, 'signal'>;

export class ToolRunner {
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #policies = new Map<string, IPolicy>();

  constructor(tools: readonly Tool[]) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    for (const tool of tools) this.#policies.set(tool.name, policyOf(tool));
  }

  find(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  /**
   * One try: parameters are checked before the call and the result is made JSON after it.
   *
   * @param ended aborts when the task ends
   * @throws {ToolError} `INVALID_PARAMS`, `TOOL_GONE`, or whatever the tool says; cockatiel's errors
   */
  async try(name: string, invocation: Invocation, ended: AbortSignal): Promise<unknown> {
    const tool = this.#tools.get(name);
    const policy = this.#policies.get(name);
    if (tool === undefined || policy === undefined) {
      throw new ToolError({
        code: 'TOOL_GONE',
        message: `This executor does not know ${name}.`,
        cure: 'Start an executor that serves it (LOOPWRIGHT_TOOLS).',
      });
    }
    const params = await checkedParams(tool, invocation.params);
    const call = async ({ signal }: { signal: AbortSignal }): Promise<unknown> => {
      // The policy's signal aborts at the time-out, and when `ended` does.
      const result = await tool
        .handler({ ...invocation, params, signal })
        .catch((thrown: unknown) => {
          // A handler that obeys the signal throws its own AbortError, which says less than a time-out.
          throw signal.aborted && !(thrown instanceof ToolError)
            ? new TaskCancelledError()
            : thrown;
        });
      return jsonData(result);
    };
    return policy.execute(call, ended).catch((thrown: unknown) => {
      // Nothing is called while the breaker is open, so asking sooner only uses up tries.
      throw isBrokenCircuitError(thrown) ? openBreaker(tool) : thrown;
    });
  }
}

/** @throws {ToolError} `INVALID_PARAMS` with the path */
async function checkedParams(tool: Tool, given: unknown): Promise<unknown> {
  const parsed = tool.params.safeParse(given);
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new ToolError({ code: 'INVALID_PARAMS', message: describeIssues(parsed.error), path });
  }
  const objection = await tool.checkParams(parsed.data);
  if (objection !== null) throw new ToolError({ code: 'INVALID_PARAMS', message: objection });
  return parsed.data;
}
