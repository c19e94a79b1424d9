// Which model answers, as the banner says it: never with a key.
import { expect, it } from 'vitest';
import { modelText } from '../../../services/cli/model-text.ts';
import { readConfig } from '../../../shared/config/read-config.ts';

const textFor = (env: NodeJS.ProcessEnv): string =>
  modelText(readConfig({ LOOPWRIGHT_HOME: '/nonexistent', ...env }).models);

const KEY = { OPENAI_API_KEY: 'sk-secret' };

it('says that none is real, and how to have one', () => {
  expect(textFor({})).toBe('model: offline rules (OPENAI_API_KEY for a real one)');
});

it('names model and host, and no key', () => {
  const text = textFor({ ...KEY, LOOPWRIGHT_MODEL: 'gpt-4o' });
  expect(text).toBe('model: gpt-4o at api.openai.com');
});

it('names the host and port of a server of one’s own', () => {
  const text = textFor({ OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1', LOOPWRIGHT_MODEL: 'qwen' });
  expect(text).toBe('model: qwen at 127.0.0.1:8000');
});

it('names each with its purposes where they differ', () => {
  const text = textFor({ ...KEY, LOOPWRIGHT_MODEL: 'gpt-4o', LOOPWRIGHT_MODEL_PLAN: 'offline' });
  expect(text).toBe('models: gpt-4o at api.openai.com (the rest), offline rules (plan)');
});
