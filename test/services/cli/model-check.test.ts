import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { modelsThatAnswer } from '../../../services/cli/model-check.ts';
import type { ModelEndpoints } from '../../../shared/config/model-settings.ts';
import { PURPOSES } from '../../../shared/model/purposes.ts';

let server: Server | undefined;
afterEach(() => server?.close());

const answering = async (status: number): Promise<string> => {
  server = createServer((_, response) => response.writeHead(status).end('{}'));
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
};

const all = (endpoint: ModelEndpoints['plan']): { models: ModelEndpoints } => ({
  models: Object.fromEntries(PURPOSES.map((purpose) => [purpose, endpoint])) as ModelEndpoints,
});
const at = (baseUrl: string) =>
  all({ provider: 'openai', model: 'qwen3', baseUrl, apiKey: 'secret-key' });

describe('the models that a doctor looks at', () => {
  it('are named when they answer, even one that has no list', async () => {
    const url = await answering(404);
    expect(await modelsThatAnswer(at(url))).toBe(`qwen3 at ${new URL(url).host}`);
  });

  it('are told apart from none, from one that is away, and from one that refuses the key', async () => {
    await expect(modelsThatAnswer(all(null))).rejects.toMatchObject({ code: 'MODEL_MISSING' });
    const away = modelsThatAnswer(at('http://127.0.0.1:9/v1'));
    await expect(away).rejects.toMatchObject({ code: 'MODEL_UNREACHABLE' });
    const refused = modelsThatAnswer(at(await answering(401)));
    await expect(refused).rejects.toMatchObject({ code: 'MODEL_KEY_REFUSED' });
    await expect(refused).rejects.not.toThrow('secret-key');
  });
});
