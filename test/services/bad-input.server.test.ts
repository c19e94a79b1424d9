import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newTaskId } from '../../shared/task-ids.ts';
import type { BusClient } from '../support/bus-client.ts';
import { eventually } from '../support/eventually.ts';
import { RunningSystem } from '../support/running-system.ts';
import { expectWholeTask } from '../support/verified.ts';

let system: RunningSystem;
let client: BusClient;

beforeAll(async () => {
  system = await RunningSystem.start();
  ({ client } = system);
});
afterAll(() => system.stop());

const GARBAGE = [
  '',
  'not json',
  '{}',
  '[]',
  'null',
  '{"specversion":"1.0"}',
  '\u0000\u0001',
  `{"id":"${'x'.repeat(2_000)}"}`,
  '"text"',
];

const deadLetters = async (
  role: string,
): Promise<{ code: string; cure: string; reason: string }[]> => {
  const jsm = await client.connection.jetstreamManager();
  const { state } = await jsm.streams.info('lw-DLQ', { subjects_filter: `lw.dlq.${role}` });
  const letters: { code: string; cure: string; reason: string }[] = [];
  for (let seq = state.first_seq; seq <= state.last_seq && seq > 0; seq += 1) {
    const message = await jsm.streams.getMessage('lw-DLQ', { seq });
    if (message.subject === `lw.dlq.${role}`) letters.push(message.json());
  }
  return letters;
};

describe('garbage', () => {
  it('is parked with a code and a cure on every role subject, and the service goes on', async () => {
    for (const to of ['router', 'planner', 'observer', 'executor-default']) {
      for (const [index, text] of GARBAGE.entries()) {
        await client.connection.jetstream().publish(`lw.ev.client.${to}.garbage${index}`, text);
      }
    }
    for (const role of ['router', 'planner', 'observer', 'executor']) {
      const letters = await eventually(async () => {
        const found = await deadLetters(role);
        expect(found.length).toBeGreaterThanOrEqual(GARBAGE.length);
        return found;
      });
      for (const letter of letters) {
        expect(letter.code).toBe('EVENT_MALFORMED');
        expect(letter.cure).not.toBe('');
      }
    }
    await expectWholeTask(
      client,
      await client.submit({ plan: { steps: [{ id: 'a', tool: 'noop' }] } }),
      1,
    );
  });

  it('about a running task does not harm it', async () => {
    const id = await client.submit({
      plan: { steps: [{ id: 'a', tool: 'sleep', params: { ms: 700 } }] },
    });
    for (const to of ['router', 'planner', 'observer', 'executor-default']) {
      for (const text of GARBAGE)
        await client.connection.jetstream().publish(`lw.ev.client.${to}.${id}`, text);
    }
    await expectWholeTask(client, id, 1);
  });

  it('sent to the API is answered with a coded error', async () => {
    for (const verb of ['submit', 'get', 'cancel', 'answer', 'extend', 'pause', 'resume']) {
      for (const text of ['not json', '[]', '{"id":"a.b"}', '{"id":7}']) {
        const reply = await client.request(verb, text);
        expect(reply.ok).toBe(false);
        expect(reply.error?.cure).not.toBe('');
      }
    }
  });

  it('published to tasks.submit goes to the dead letters of the router', async () => {
    await client.connection.jetstream().publish('lw.tasks.submit', '{"goal": 7}');
    await eventually(async () => {
      const codes = (await deadLetters('router')).map(({ code }) => code);
      expect(codes).toContain('SUBMISSION_INVALID');
    });
  });

  it('that looks like a due timer changes nothing', async () => {
    const id = await client.submit({
      plan: { steps: [{ id: 'a', tool: 'sleep', params: { ms: 400 } }] },
    });
    await client.connection.jetstream().publish(`lw.timer.due.${id}.never-set`, 'x');
    await expectWholeTask(client, id, 1);
  });
});

describe('a wrong submission', () => {
  const step = (id: string, more: object = {}) => ({ id, tool: 'noop', ...more });
  const cases: [string, object, string][] = [
    [
      'a cyclic plan',
      { plan: { steps: [step('a', { dependsOn: ['b'] }), step('b', { dependsOn: ['a'] })] } },
      'PLAN_CYCLE',
    ],
    [
      'a step that depends on itself',
      { plan: { steps: [step('a', { dependsOn: ['a'] })] } },
      'PLAN_DEPENDENCY',
    ],
    [
      'a dangling dependency',
      { plan: { steps: [step('a', { dependsOn: ['zz'] })] } },
      'PLAN_DEPENDENCY',
    ],
    [
      'a pick from nowhere',
      { plan: { steps: [step('a', { params: { x: { $pick: { from: 'zz.y' } } } })] } },
      'PLAN_DEPENDENCY',
    ],
    ['two steps of one id', { plan: { steps: [step('a'), step('a')] } }, 'PLAN_INVALID'],
    [
      'more steps than the limit',
      { plan: { steps: Array.from({ length: 9 }, (_, i) => step(`s${i}`)) } },
      'PLAN_TOO_LARGE',
    ],
    ['an empty plan', { plan: { steps: [] } }, 'SUBMISSION_INVALID'],
    [
      'a forbidden expression',
      { plan: { steps: [step('a', { params: { x: { $: '$now()' } } })] } },
      'BINDING_INVALID',
    ],
    ['a limit out of range', { goal: 'x', limits: { steps: 0 } }, 'SUBMISSION_INVALID'],
    ['an unknown limit', { goal: 'x', limits: { stepz: 1 } }, 'SUBMISSION_INVALID'],
    ['an unknown field', { goal: 'x', plam: {} }, 'SUBMISSION_INVALID'],
    ['an id with a dot', { goal: 'x', id: 'a.b' }, 'SUBMISSION_INVALID'],
    ['an id with a space', { goal: 'x', id: 'a b' }, 'SUBMISSION_INVALID'],
    ['no goal and no plan', {}, 'SUBMISSION_INVALID'],
    ['a wrong time zone', { goal: 'x', timeZone: 'Mars/Olympus' }, 'SUBMISSION_INVALID'],
    [
      'an oversized body',
      { goal: 'x', input: { text: 'x'.repeat(70_000) } },
      'SUBMISSION_TOO_LARGE',
    ],
  ];
  it.each(cases)('is refused: %s', async (_name, submission, code) => {
    const reply = await client.request('submit', submission);
    expect(reply.ok).toBe(false);
    expect(reply.error?.code).toBe(code);
    expect(reply.error?.cure).not.toBe('');
  });

  it('with an unknown tool fails its task and names the known ones', async () => {
    const view = await client.ended(
      await client.submit({ plan: { steps: [step('a', { tool: 'teleport' })] } }),
    );
    expect(view.result?.data).toMatchObject({ code: 'UNKNOWN_TOOL' });
    expect(JSON.stringify(view.result?.data)).toContain('noop');
  });

  it('with parameters that do not fit the tool fails its task before anything runs', async () => {
    const view = await client.ended(
      await client.submit({
        plan: { steps: [step('a', { tool: 'sleep', params: { ms: 'long' } })] },
      }),
    );
    expect(view.row.status).toBe('failed');
    expect(view.steps).toEqual([]);
  });
});

describe('one id', () => {
  it('with the same body is the same task, with another body is refused', async () => {
    const id = newTaskId();
    const body = { id, plan: { steps: [{ id: 'a', tool: 'noop' }] } };
    const first = await client.request('submit', body);
    const again = await client.request('submit', body);
    const other = await client.request('submit', { ...body, goal: 'another' });
    expect([first.created, again.created]).toEqual([true, false]);
    expect(other.error?.code).toBe('TASK_ID_TAKEN');
    await expectWholeTask(client, id, 1);
  });
});
