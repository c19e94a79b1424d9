/** Which models answer, for the banner: names and hosts, never a key. */
import type { ModelEndpoint, ModelEndpoints } from '../../shared/config/model-settings.ts';
import { PURPOSES, type Purpose } from '../../shared/model/purposes.ts';

const OFFLINE = 'offline rules';
const HOW = ' (OPENAI_API_KEY for a real one)';

/** Null stands for the offline model, which `dev` starts and the roles find. */
const nameOf = (endpoint: ModelEndpoint | null): string =>
  endpoint === null || endpoint.provider === 'offline'
    ? OFFLINE
    : `${endpoint.model} at ${new URL(endpoint.baseUrl).host}`;

/** `model: offline rules (…)`, `model: gpt-4o at api.openai.com`, or each with its purposes. */
export function modelText(models: ModelEndpoints): string {
  const asked = new Map<string, Purpose[]>();
  for (const purpose of PURPOSES) {
    const name = nameOf(models[purpose]);
    asked.set(name, [...(asked.get(name) ?? []), purpose]);
  }
  const names = [...asked.keys()];
  if (names.length === 1) return `model: ${names[0]}${names[0] === OFFLINE ? HOW : ''}`;
  const most = Math.max(...[...asked.values()].map((purposes) => purposes.length));
  const rest = [...asked].find(([, purposes]) => purposes.length === most)?.[0];
  const each = [...asked].map(([name, purposes]) =>
    name === rest ? `${name} (the rest)` : `${name} (${purposes.join(', ')})`,
  );
  return `models: ${each.join(', ')}`;
}
