/** Do the models answer that the purposes in use are set to? Asked for their list, which costs nothing. */
import type { ModelEndpoint } from '../../shared/config/model-settings.ts';
import type { Config } from '../../shared/config/read-config.ts';
import { Fault } from '../../shared/errors.ts';
import type { Purpose } from '../../shared/model/purposes.ts';

const USED = ['specify', 'plan', 'act', 'reason', 'answer'] as const satisfies readonly Purpose[];
const ANSWER_MS = 3_000;

const nameOf = ({ model, baseUrl }: ModelEndpoint): string =>
  `${model} at ${new URL(baseUrl).host}`;

/** A server need not have the list; that it answers is enough. */
async function reach(endpoint: ModelEndpoint): Promise<string> {
  const { baseUrl, apiKey } = endpoint;
  const headers = { Authorization: `Bearer ${apiKey}` };
  const signal = AbortSignal.timeout(ANSWER_MS);
  const response = await fetch(`${baseUrl.replace(/\/$/, '')}/models`, { headers, signal }).catch(
    (cause: unknown) => {
      throw new Fault('MODEL_UNREACHABLE', `${nameOf(endpoint)} does not answer.`, { cause });
    },
  );
  await response.body?.cancel();
  if (response.status === 401 || response.status === 403) {
    throw new Fault('MODEL_KEY_REFUSED', `${nameOf(endpoint)} refuses the key.`);
  }
  return nameOf(endpoint);
}

/** @throws {Fault} `MODEL_MISSING`, `MODEL_UNREACHABLE`, `MODEL_KEY_REFUSED`, for the first that does not answer */
export async function modelsThatAnswer({ models }: Pick<Config, 'models'>): Promise<string> {
  const endpoints = new Map<string, ModelEndpoint>();
  for (const purpose of USED) {
    const endpoint = models[purpose];
    if (endpoint === null) throw new Fault('MODEL_MISSING', `No model for "${purpose}" is known.`);
    endpoints.set(nameOf(endpoint), endpoint);
  }
  const names: string[] = [];
  for (const endpoint of endpoints.values()) names.push(await reach(endpoint));
  return names.join(', ');
}
