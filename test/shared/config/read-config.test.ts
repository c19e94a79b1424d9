import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_NATS_URL, readConfig } from '../../../shared/config/read-config.ts';

const home = mkdtempSync(join(tmpdir(), 'loopwright-config-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const read = (env: Record<string, string>) => readConfig({ LOOPWRIGHT_HOME: home, ...env });

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(read({})).toMatchObject({
      natsUrl: DEFAULT_NATS_URL,
      isNatsGiven: false,
      namespace: 'lw',
      home,
      pool: 'default',
      concurrency: 16,
      tools: [],
      logLevel: 'info',
      fault: undefined,
      script: undefined,
      models: { plan: null, answer: null },
    });
    expect(readConfig({}).home).toBe(resolve('.loopwright'));
  });

  it('takes what is set', () => {
    const env = {
      NATS_URL: 'nats://bus:4222',
      LOOPWRIGHT_NAMESPACE: 'team-1',
      LOOPWRIGHT_CONCURRENCY: '4',
      LOOPWRIGHT_TOOLS: './a.js, ./b ,',
      LOOPWRIGHT_TIME_ZONE: 'Asia/Shanghai',
      LOOPWRIGHT_LOG_FORMAT: 'text',
      LOOPWRIGHT_FAULT: 'sold-out',
      LOOPWRIGHT_SCRIPT: './replies.json',
      LOOPWRIGHT_MODEL_PLAN: 'gpt-4o',
      OPENAI_API_KEY: 'sk-1',
    };
    expect(read(env)).toMatchObject({
      natsUrl: 'nats://bus:4222',
      isNatsGiven: true,
      namespace: 'team-1',
      concurrency: 4,
      tools: ['./a.js', './b'],
      timeZone: 'Asia/Shanghai',
      logFormat: 'text',
      fault: 'sold-out',
      script: './replies.json',
      models: { plan: { model: 'gpt-4o', apiKey: 'sk-1' }, act: { model: 'gpt-4o-mini' } },
    });
  });

  it('counts an empty variable as unset', () => {
    const empty = { NATS_URL: '', LOOPWRIGHT_NAMESPACE: '', LOOPWRIGHT_LOG_FORMAT: '' };
    expect(read(empty)).toMatchObject({ natsUrl: DEFAULT_NATS_URL, namespace: 'lw' });
  });

  it('I7: reports every bad variable at once', () => {
    const bad = {
      LOOPWRIGHT_NAMESPACE: 'My Space',
      LOOPWRIGHT_CONCURRENCY: 'many',
      LOOPWRIGHT_TIME_ZONE: 'Mars/Olympus',
      LOOPWRIGHT_LOG_LEVEL: 'loud',
      LOOPWRIGHT_POOOL: 'gpu',
      LOOPWRIGHT_MODEL_PLAN: 'gpt-4o',
    };
    expect(() => read(bad)).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
    for (const name of Object.keys(bad)) expect(() => read(bad)).toThrow(name);
  });

  it('names the nearest known name for an unknown one', () => {
    expect(() => read({ LOOPWRIGHT_POOOL: 'gpu' })).toThrow(
      'LOOPWRIGHT_POOOL is unknown; the nearest known is LOOPWRIGHT_POOL',
    );
  });

  it('leaves other variables alone', () => {
    expect(() => read({ LOOPWRIGHTS: '1', PATH: '/bin', OPENAI_API_KEY: 'x' })).not.toThrow();
  });

  it('finds server and model of a running dev, and forgets one that is gone', () => {
    const modelUrl = 'http://127.0.0.1:5001/v1';
    const dev = { natsUrl: 'nats://127.0.0.1:5000', modelUrl, pid: process.pid };
    writeFileSync(join(home, 'dev.json'), JSON.stringify(dev));
    expect(read({}).models.plan).toMatchObject({ provider: 'offline', baseUrl: modelUrl });
    expect(read({}).natsUrl).toBe('nats://127.0.0.1:5000');
    expect(read({ NATS_URL: 'nats://given:1' }).natsUrl).toBe('nats://given:1');
    for (const text of [JSON.stringify({ ...dev, pid: 2 ** 30 }), '{"natsUrl":', '{}']) {
      writeFileSync(join(home, 'dev.json'), text);
      expect(read({}).natsUrl).toBe(DEFAULT_NATS_URL);
    }
  });
});
