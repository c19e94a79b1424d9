import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { eventsOf, SampleSystem } from '../../support/sample-system.ts';

const WEATHER = '查一下2027年3月12日北京的天气，顺便指导下穿什么合适';

let system: SampleSystem;
beforeAll(async () => {
  system = await SampleSystem.start();
});
afterAll(() => system.stop());

/** A plan of one step, as a model would word it. */
const planOf = (...steps: object[]) => ({ steps });
const LOOK = {
  id: 's1',
  description: 'Look it up',
  tool: 'get_weather',
  params: { city: '北京', date: '2027-03-12' },
};

describe('a model that answers nonsense', () => {
  it('is told what is wrong, and its second answer counts', async () => {
    const script = [{ purpose: 'specify', response: 'Sure! Here you go.', times: 1 }];
    await system.enter({}, { script });
    const run = await system.run(WEATHER);
    expect(run.view.row.status).toBe('completed');
    const replies = eventsOf(run, 'model.replied').filter(({ purpose }) => purpose === 'specify');
    expect(replies.map(({ question }) => question)).toEqual([1, 2]);
  });

  it('fails the task after three such answers, with what was wrong', async () => {
    await system.enter({}, { script: [{ purpose: 'specify', response: { goal: 7 } }] });
    const { view } = await system.run(WEATHER);
    expect(view.result).toMatchObject({
      type: 'task.failed',
      data: { class: 'model', code: 'MODEL_UNUSABLE' },
    });
  });
});

describe('a model that cannot be had', () => {
  it('fails the task at once when its key is refused, and says the cure', async () => {
    const response = { $http: { status: 401, body: { error: { message: 'no such key' } } } };
    await system.enter({}, { script: [{ purpose: '*', response }] });
    const { view } = await system.run(WEATHER);
    expect(view.result?.data).toMatchObject({ class: 'model', code: 'MODEL_KEY_REFUSED' });
    expect(JSON.stringify(view.result?.data)).toContain('OPENAI_API_KEY');
  });

  it('is waited for by a timer, and asked again', async () => {
    await system.enter(
      {},
      { script: [{ purpose: '*', response: { $http: { reset: true } }, times: 4 }] },
    );
    const run = await system.run(WEATHER);
    expect(run.view.row.status).toBe('completed');
    expect(eventsOf(run, 'plan.refused')).toMatchObject([{ class: 'model' }]);
    expect(eventsOf(run, 'timer.fired')).toMatchObject([{ timerId: 'r1-plan-later' }]);
  });

  it('is not asked at all when the task may spend nothing on it', async () => {
    await system.enter({});
    const run = await system.run(WEATHER, { limits: { modelCalls: 0 } });
    expect(run.view.result?.data).toMatchObject({ class: 'model', code: 'MODEL_BUDGET' });
    expect(eventsOf(run, 'model.replied')).toEqual([]);
  });
});

describe('a model whose plan is none', () => {
  it('gets the plan back with the reason, and its next one is carried out', async () => {
    const circular = planOf({ ...LOOK, dependsOn: ['s2'] }, { id: 's2', dependsOn: ['s1'] });
    await system.enter({}, { script: [{ purpose: 'plan', response: circular, times: 1 }] });
    const run = await system.run(WEATHER);
    expect(run.view.row.status).toBe('completed');
    expect(eventsOf(run, 'plan.refused')).toMatchObject([{ class: 'plan', code: 'PLAN_CYCLE' }]);
    expect(eventsOf(run, 'plan.requested')[1]?.feedback).toMatchObject([{ code: 'PLAN_CYCLE' }]);
    const specified = eventsOf(run, 'model.replied').filter(({ purpose }) => purpose === 'specify');
    expect(specified, 'the specification is not paid for twice').toHaveLength(1);
  });

  it('fails the task the third time in a row, with the last reason', async () => {
    const flying = planOf({ ...LOOK, tool: 'fly' });
    await system.enter({}, { script: [{ purpose: 'plan', response: flying }] });
    const run = await system.run(WEATHER);
    expect(run.view.result?.data).toMatchObject({ class: 'plan', code: 'UNKNOWN_TOOL' });
    expect(eventsOf(run, 'plan.refused')).toHaveLength(3);
  });

  it('is asked for open parameters, and for others until they fit, four times at most', async () => {
    const bad = { tool: 'get_weather', params: { city: '北京', date: 'Friday' }, why: 'a guess' };
    await system.enter({}, { script: [{ purpose: 'act', response: bad }] });
    const run = await system.run(WEATHER, { limits: { replans: 0 } });
    expect(run.view.row.status).toBe('failed');
    expect(eventsOf(run, 'step.dispatched')).toEqual([]);
    expect(eventsOf(run, 'action.requested').map(({ feedback }) => feedback.length)).toEqual([
      0, 1, 2, 3,
    ]);
    expect(eventsOf(run, 'action.rejected')).toMatchObject([{ feedback: { class: 'parameter' } }]);
  });
});

describe('a model whose answer is made up', () => {
  it('is refused the answer, told what is ungrounded, and its next one counts', async () => {
    const text = '周五有东南风5级，气温99度。';
    const answer = { text, covers: [{ of: 'goal', stepIds: ['s1'] }] };
    await system.enter({}, { script: [{ purpose: 'answer', response: answer, times: 1 }] });
    const run = await system.run(WEATHER);
    expect(run.view.row.status).toBe('completed');
    const [first, second] = eventsOf(run, 'answer.observed');
    expect(first).toMatchObject({ accepted: false });
    expect(first?.ungrounded).toEqual(expect.arrayContaining(['99', '东南风']));
    expect(second).toMatchObject({ accepted: true });
    expect(eventsOf(run, 'answer.requested')[1]?.feedback).toHaveLength(1);
  });

  it('fails the task after three such answers', async () => {
    const answer = { text: '气温99度。', covers: [{ of: 'goal', stepIds: ['s1'] }] };
    await system.enter({}, { script: [{ purpose: 'answer', response: answer }] });
    const run = await system.run(WEATHER);
    expect(run.view.row.status).toBe('failed');
    expect(eventsOf(run, 'answer.observed')).toHaveLength(3);
  });
});

describe('a task that fails after it has done something', () => {
  it('says what is in effect, so that nobody has it twice', async () => {
    const answer = { text: '共 99 元。', covers: [{ of: 'goal', stepIds: ['s1'] }] };
    await system.enter({}, { script: [{ purpose: 'answer', response: answer }] });
    const run = await system.run(
      '订2027年3月12日北京到上海的机票，乘客张三，身份证110101199001011234',
    );
    expect(run.orders).toMatchObject([{ kind: 'flight', effects: 1 }]);
    const { result } = run.view;
    expect(result?.type).toBe('task.failed');
    const { id } = run.orders[0]!;
    expect(result?.data).toMatchObject({
      cure: expect.stringMatching(new RegExp(`Already in effect, and not undone: s2 .*${id}`)),
    });
  });
});

describe('a planner that is killed while the model thinks', () => {
  it('is followed by another, and nothing that the log holds is asked for again', async () => {
    const response = { $http: { delayMs: 3_000 } };
    await system.enter({}, { script: [{ purpose: 'plan', response, times: 1 }] });
    const id = await system.client.submit({ goal: WEATHER, timeZone: 'Asia/Shanghai' });
    await eventually(async () => {
      const history = await system.client.history(id);
      expect(history.some(({ event }) => event.type === 'model.replied')).toBe(true);
    });
    const planner = system.roles.of('planner');
    await planner.kill();
    await planner.start();
    await system.client.until(id, ['completed'], 60_000);
    const run = await system.told(id);
    const asked = eventsOf(run, 'model.replied').map(({ purpose }) => purpose);
    expect(asked.filter((purpose) => purpose === 'specify')).toHaveLength(1);
  });
});

describe('a goal that leaves something open', () => {
  it('becomes a question to the user, and goes on with the answer', async () => {
    await system.enter({});
    const { view, id } = await system.run('帮我查一下2026年11月1日北京的天气');
    expect(view.request).toMatchObject({ kind: 'clarification' });
    expect(view.request?.question).toContain('11月1日');
    const { requestId } = view.request!;
    await system.client.request('answer', { id, requestId, answer: '2027年3月12日' });
    await system.client.until(id, ['completed', 'failed'], 30_000);
    const run = await system.told(id);
    expect(run.view.row.status).toBe('completed');
    expect(eventsOf(run, 'step.dispatched')[0]?.params).toMatchObject({ date: '2027-03-12' });
  });
});
