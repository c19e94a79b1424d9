import { describe, expect, it } from 'vitest';
import { modelEndpoints, modelProblems } from '../../../shared/config/model-settings.ts';
import { readConfig } from '../../../shared/config/read-config.ts';
import { PURPOSES } from '../../../shared/model/purposes.ts';

const OPENAI = 'https://api.openai.com/v1';
const OWN = 'http://127.0.0.1:11434/v1';
const DEV = 'http://127.0.0.1:4001/v1';

describe('modelEndpoints', () => {
  it('names the offline model of a running dev for every purpose, or nothing without one', () => {
    for (const purpose of PURPOSES) {
      expect(modelEndpoints({}, DEV)[purpose]).toMatchObject({
        provider: 'offline',
        model: 'offline',
        baseUrl: DEV,
      });
      expect(modelEndpoints({}, undefined)[purpose]).toBeNull();
    }
  });

  it('takes the given offline model before that of dev', () => {
    const given = { LOOPWRIGHT_OFFLINE_MODEL: OWN };
    expect(modelEndpoints(given, DEV).plan).toMatchObject({ provider: 'offline', baseUrl: OWN });
  });

  it('asks OpenAI when a key is given, and another server when its address is', () => {
    expect(modelEndpoints({ OPENAI_API_KEY: 'sk-1' }, DEV).plan).toEqual({
      provider: 'openai',
      model: 'gpt-4o-mini',
      baseUrl: OPENAI,
      apiKey: 'sk-1',
    });
    // The client refuses to work without a key, and local servers want none.
    expect(modelEndpoints({ OPENAI_BASE_URL: OWN }, DEV).plan).toMatchObject({
      provider: 'openai',
      model: 'gpt-4o-mini',
      baseUrl: OWN,
      apiKey: expect.stringMatching(/./),
    });
  });

  it('takes the model of the purpose, then the general one', () => {
    const models = modelEndpoints(
      {
        OPENAI_API_KEY: 'sk-1',
        LOOPWRIGHT_MODEL: 'general',
        LOOPWRIGHT_MODEL_PLAN: 'planner',
        LOOPWRIGHT_MODEL_JUDGE: 'offline',
      },
      DEV,
    );
    const names = Object.entries(models).map(([purpose, endpoint]) => [purpose, endpoint?.model]);
    expect(Object.fromEntries(names)).toEqual({
      ...Object.fromEntries(PURPOSES.map((purpose) => [purpose, 'general'])),
      plan: 'planner',
      judge: 'offline',
    });
  });

  it('never gives the key of the user to the offline model', () => {
    const values = { OPENAI_API_KEY: 'sk-1', LOOPWRIGHT_MODEL: 'offline' };
    const { plan } = modelEndpoints(values, DEV);
    expect(plan).toMatchObject({ provider: 'offline', baseUrl: DEV });
    expect(plan?.apiKey).not.toContain('sk-1');
  });
});

describe('modelProblems', () => {
  it('names every variable whose model cannot be reached, and both that would help', () => {
    const given = {
      LOOPWRIGHT_MODEL: 'gpt-4o',
      LOOPWRIGHT_MODEL_ACT: 'o3',
      LOOPWRIGHT_MODEL_PLAN: 'offline',
    };
    expect(modelProblems(given)).toEqual([
      'LOOPWRIGHT_MODEL: gpt-4o needs OPENAI_API_KEY or OPENAI_BASE_URL',
      'LOOPWRIGHT_MODEL_ACT: o3 needs OPENAI_API_KEY or OPENAI_BASE_URL',
    ]);
    for (const cure of [{ OPENAI_API_KEY: 'sk-1' }, { OPENAI_BASE_URL: OWN }])
      expect(modelProblems({ ...given, ...cure })).toEqual([]);
  });
});

describe('the variables of models', () => {
  const wrong: Record<string, string>[] = [
    { OPENAI_BASE_URL: 'localhost' },
    { OPENAI_BASE_URL: 'ftp://models.example/v1' },
    { OPENAI_BASE_URL: 'https://me:swordfish@models.example/v1' },
    { OPENAI_API_KEY: 'swordfish \n swordfish' },
    { LOOPWRIGHT_OFFLINE_MODEL: 'no url' },
    { LOOPWRIGHT_MODEL: 'gpt-4o' },
    { LOOPWRIGHT_MODEL_SUMMARISE: 'gpt-4o' },
  ];
  for (const env of wrong) {
    const [name = ''] = Object.keys(env);
    it(`I7: are refused when they cannot work, and never quoted: ${name}`, () => {
      const read = () => readConfig({ LOOPWRIGHT_HOME: '/nowhere', ...env });
      expect(read).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
      expect(read).toThrow(name);
      expect(read).not.toThrow('swordfish');
    });
  }

  it('may have space around them', () => {
    const env = { LOOPWRIGHT_HOME: '/nowhere', OPENAI_API_KEY: ' sk-1\n' };
    expect(readConfig(env).models.act?.apiKey).toBe('sk-1');
  });
});
