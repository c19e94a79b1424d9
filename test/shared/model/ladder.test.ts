import { afterEach, describe, expect, it } from 'vitest';
import {
  completionOf,
  type FakeModel,
  type FakeRequest,
  type FakeScript,
  failing,
  saying,
  startFakeModel,
} from '../../support/fake-model.ts';
import { asking, MemoryLog, modelsAt } from './given-models.ts';

let fake: FakeModel;
const given = async (script: FakeScript, log = new MemoryLog()) => {
  fake = await startFakeModel(script);
  return { log, models: modelsAt(fake.url, { log }) };
};
afterEach(() => fake.stop());

const red = { colour: 'red' };
const rungOf = ({ body }: FakeRequest): string => {
  if (body.tools !== undefined) return 'tool_call';
  return (body.response_format as { type: string } | undefined)?.type ?? 'prompt';
};
const RUNGS = ['json_schema', 'tool_call', 'json_object', 'prompt'] as const;

const calling = (...texts: string[]) =>
  completionOf(
    {
      content: null,
      tool_calls: texts.map((text, index) => ({
        id: `call${index}`,
        type: 'function',
        function: { name: 'reply', arguments: text },
      })),
    },
    { finish_reason: 'tool_calls' },
  );

/** Takes this rung and those below it; says no in the words of several servers. */
const upTo = (lowest: (typeof RUNGS)[number]): FakeScript => {
  const refusals: Record<string, ReturnType<typeof failing>> = {
    json_schema: failing(400, { message: 'This response_format type is unavailable now' }),
    tool_call: { status: 422, body: { detail: 'tool_choice is not supported' } },
    json_object: { status: 400, body: { object: 'error', message: 'no' } },
  };
  return (request) => {
    const rung = rungOf(request);
    if (RUNGS.indexOf(rung as 'prompt') < RUNGS.indexOf(lowest)) return refusals[rung] as never;
    return rung === 'tool_call' ? calling(JSON.stringify(red)) : saying(red);
  };
};

describe('the ladder', () => {
  for (const [index, lowest] of RUNGS.entries()) {
    it(`is gone down to ${lowest}, which is learnt`, async () => {
      const { models, log } = await given(upTo(lowest));
      expect(await models.ask(asking())).toMatchObject({ value: red, spent: { calls: 1 } });
      expect(fake.requests.map(rungOf)).toEqual(RUNGS.slice(0, index + 1));
      const learnt = log.of('model.capabilityLearnt');
      expect(learnt).toEqual(
        RUNGS.slice(0, index).map((capability) => ({
          endpoint: fake.url,
          model: 'm1',
          capability,
          value: false,
        })),
      );
      for (const id of log.ids.slice(1))
        expect(id).toMatch(/^_fleet\/model\.capabilityLearnt\/[0-9a-f]{8}$/);

      await models.ask(asking({ requestKey: 'n2' }));
      await modelsAt(fake.url, { log }).ask(asking({ requestKey: 'n3' }));
      expect(fake.requests.slice(index + 1).map(rungOf)).toEqual([lowest, lowest]);
    });
  }

  it('forces one call of one function on its second rung', async () => {
    const { models } = await given(upTo('tool_call'));
    await models.ask(asking());
    expect(fake.requests[1]?.body).toMatchObject({
      tools: [{ type: 'function', function: { name: 'reply', parameters: { type: 'object' } } }],
      tool_choice: { type: 'function', function: { name: 'reply' } },
    });
  });

  it('puts the schema and the word JSON into the prompt on the lower rungs only', async () => {
    const { models } = await given(upTo('prompt'));
    await models.ask(asking());
    const systems = fake.requests.map(({ body }) => body.messages[0]?.content ?? '');
    expect(systems.map((text) => text.includes('JSON Schema'))).toEqual([false, false, true, true]);
    for (const text of systems) expect(text).toMatch(/^loopwright\/answer\/1\n/);
  });

  it('ends: what the lowest rung refuses is a failure, and nothing is learnt of it', async () => {
    const { models, log } = await given(() => failing(400, { message: 'no' }));
    expect(await models.ask(asking())).toMatchObject({ fault: { code: 'MODEL_UNUSABLE' } });
    expect(fake.requests.map(rungOf)).toEqual([...RUNGS]);
    expect(log.of('model.capabilityLearnt')).toEqual([]);
  });

  it('leaves out the temperature where it is refused', async () => {
    const { models } = await given((request) =>
      request.body.temperature === undefined
        ? saying(red)
        : failing(400, { message: "Unsupported value: 'temperature'", param: 'temperature' }),
    );
    expect(await models.ask(asking())).toMatchObject({ value: red });
    expect(fake.requests.map(rungOf)).toEqual(['json_schema', 'json_schema']);
  });

  it('forgets after a week what an endpoint could not do', async () => {
    const { models, log } = await given(upTo('tool_call'));
    await models.ask(asking());
    for (const { event } of log.stored)
      Object.assign(event, { time: new Date(Date.now() - 8 * 86_400_000).toISOString() });
    await modelsAt(fake.url, { log }).ask(asking({ requestKey: 'n2' }));
    expect(fake.requests.slice(2).map(rungOf)).toEqual(['json_schema', 'tool_call']);
  });
});

describe('tool calls', () => {
  it('are one when they say the same', async () => {
    const { models, log } = await given([calling('{"colour":"red"}', '{ "colour": "red" }')]);
    expect(await models.ask(asking())).toMatchObject({ value: red });
    expect(log.of('model.replied')[0]?.repairs).toEqual(['tool call']);
  });

  it('are asked for again when they differ', async () => {
    const { models } = await given([
      calling('{"colour":"red"}', '{"colour":"green"}'),
      saying(red),
    ]);
    expect(await models.ask(asking())).toMatchObject({ value: red, spent: { calls: 2 } });
    expect(fake.requests[1]?.body.messages[1]?.content).toContain('2 different calls');
  });
});
