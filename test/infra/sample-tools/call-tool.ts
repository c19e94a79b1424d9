/** Calls a sample tool as an executor would: parameters and result go through the tool's own schemas. */
import { sampleTools } from '../../../infra/sample-tools/sample-tools.ts';
import { safeJsonata } from '../../../shared/bindings/safe-jsonata.ts';
import type { Probed, Tool, ToolContext } from '../../../shared/tools/define-tool.ts';

type Call = { key?: string; signal?: AbortSignal };

/** The sample tool of that name, bound to a provider and a home. */
export function sampleTool(
  name: string,
  at: { providerUrl?: string | null; home?: string; workFolder?: string } = {},
): Tool {
  const { providerUrl = null, home = '.', workFolder = '.' } = at;
  const tool = sampleTools({ providerUrl, home, workFolder }).find((one) => one.name === name);
  if (tool === undefined) throw new TypeError(`there is no sample tool ${name}`);
  return tool;
}

const contextOf = (
  tool: Tool,
  params: unknown,
  { key = 'key-1', signal }: Call,
): ToolContext<unknown> => ({
  params: tool.params.parse(params),
  signal: signal ?? new AbortController().signal,
  idempotencyKey: key,
  log: () => {},
  progress: () => {},
});

export const callTool = async <T = Record<string, unknown>>(
  tool: Tool,
  params: unknown,
  call: Call = {},
): Promise<T> => tool.result.parse(await tool.handler(contextOf(tool, params, call))) as T;

export async function probeTool(tool: Tool, params: unknown, call: Call = {}): Promise<Probed> {
  if (tool.probe === null) throw new TypeError(`${tool.name} has no probe`);
  return tool.probe(contextOf(tool, params, call));
}

/** The rules of the tool that do not yield true for this result. */
export async function brokenRules(tool: Tool, params: unknown, data: unknown): Promise<string[]> {
  const input = { params, data, results: {}, spec: {} };
  const verdicts = await Promise.all(
    tool.checks.map(({ test }) => safeJsonata(test).evaluate(input)),
  );
  return tool.checks.flatMap(({ rule }, index) => (verdicts[index] === true ? [] : [rule]));
}

export const summaryOf = (tool: Tool, params: unknown, data: unknown): Promise<unknown> =>
  safeJsonata(tool.summary ?? '').evaluate({ params, data });
