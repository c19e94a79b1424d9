// The picture of a task: from a recorded list of events to the lines that a person sees.
import { expect, it } from 'vitest';
import { viewTask } from '../../../../machines/task/task-view.ts';
import { pictureBlocks } from '../../../../services/cli/picture/picture-blocks.ts';
import { widthOf } from '../../../../services/cli/text-width.ts';
import {
  actionProposed,
  actionRefused,
  actionRequested,
  attemptFailed,
  feedback,
  outcomeUnknown,
  probed,
  probeRequested,
  refOf,
  rejected,
} from '../../../support/facts.ts';
import {
  answerObserved,
  answerRequested,
  humanAnswered,
  humanRequested,
  planRefused,
  planRequested,
} from '../../../support/task-facts.ts';
import {
  after,
  again,
  BEGUN,
  book,
  booked,
  eventsOf,
  flights,
  hotels,
  ID,
  pictureOf,
  styleFor,
  TOOLS,
  wrongCity,
} from './travel-run.ts';

const CORRECTED = [...BEGUN, wrongCity(), again(2), hotels(), flights(2), book(), booked()];

it('shows what was asked, the plan, and each step with what went wrong on the way', () => {
  expect(pictureOf(CORRECTED)).toEqual([
    'spec     2026-12-10 (Asia/Shanghai) · 张三, ID 110***********1234',
    'plan r1  3 steps of at most 8',
    '✔ s1 query_flight  北京→上海 12-10                      2 attempts   61 ms',
    '   ✘ attempt 1  S 0.30 = 0.2·1.0 + 0.5·0.2 + 0.3·0.0   needs 0.80',
    '       semantics    not so: rows depart there',
    '       consistency  dep_city: 广州 is not 北京',
    '       → result: parameters right, answer wrong; call again (1 of 2)',
    '   ✔ attempt 2  S 1.00  CA1234 ¥1200 · MU5678 ¥800',
    '✔ s2 query_hotel   上海 12-10→11  ∥ s1                  S 1.00       38 ms',
    '✔ s3 book_flight   MU5678 ← s1 lowest price, stock > 0  S 1.00      once FL-8831',
  ]);
});

it('speaks the language of the goal', () => {
  const lines = pictureOf(CORRECTED, '预订机票');
  expect(lines).toContain('       → result: 参数正确，结果错误；重新调用（第 1 次，最多 2 次）');
  expect(lines[1]).toBe('计划 r1  3 步，最多 8 步');
});

it('fits 80 columns on a screen that has no more, the right part whole', () => {
  const narrow = pictureOf(CORRECTED, 'a goal', 44);
  const rows = narrow.filter((line) => line.startsWith('✔'));
  expect(Math.max(...rows.map(widthOf))).toBeLessThanOrEqual(44);
  expect(rows.at(-1)).toMatch(/… {2}S 1\.00 {6}once FL-8831$/);
  expect(Math.max(...pictureOf(CORRECTED, 'a goal', 80).map(widthOf))).toBeLessThanOrEqual(80);
});

it('keeps the end of a long order number on a screen, and all of it in a pipe', () => {
  const order = {
    status: 'success' as const,
    data: { order_no: 'FL202612109C56E090' },
    error: null,
  };
  const facts = [...CORRECTED.slice(0, -1), booked(99, { result: order })];
  expect(pictureOf(facts, 'a goal', 80).at(-1)).toMatch(/once …9C56E090$/);
  expect(pictureOf(facts).at(-1)).toMatch(/once FL202612109C56E090$/);
});

it('shows no identity number, wherever it stands', () => {
  const asked = humanRequested(1, { question: `Is ${ID} right?`, ref: refOf('s3') });
  const lines = pictureOf([...CORRECTED.slice(0, -1), after(90, asked)]);
  expect(lines.join('\n')).not.toContain(ID);
  expect(lines.join('\n')).toContain('Is 110***********1234 right?');
});

it('tells what runs while it does, and what waits for what', () => {
  const lines = pictureOf(BEGUN);
  expect(lines[2]).toBe('◑ s1 query_flight  北京→上海 12-10               acting');
  expect(lines[3]).toBe('◑ s2 query_hotel   上海 12-10→11  ∥ s1           acting');
  expect(lines[4]).toBe('○ s3 book_flight   ← s1 lowest price, stock > 0  waiting');
});

it('counts no step as beside another that began after its verdict', () => {
  const events = [...BEGUN.slice(0, 6), flights(1, 20), ...BEGUN.slice(6), hotels()];
  expect(pictureOf(events).join('\n')).not.toContain('∥');
});

it('predicts the correction while the router has not moved', () => {
  expect(pictureOf([...BEGUN, wrongCity()])).toContain(
    '       → result: parameters right, answer wrong; call again',
  );
});

it('lets each failed check speak in its own words where the verdict has them', () => {
  const evidence = [
    { rule: 'route', ok: false, detail: 'yields false' },
    { rule: 'date', ok: false, detail: 'yields false' },
  ];
  const data = {
    layers: [{ layer: 'semantics' as const, score: 0, evidence }],
    feedback: feedback('result', { message: 'Another city.; date: yields false' }),
  };
  const lines = pictureOf([...BEGUN, after(20, rejected(refOf('s1'), 'result', data))]);
  expect(lines).toContain('       semantics    Another city.');
  expect(lines).toContain('                    not so: date');
});

it('counts how often a class was met, and says when another follows', () => {
  const events = [
    ...BEGUN,
    wrongCity(1),
    again(2),
    wrongCity(2, 50),
    again(3, 60),
    wrongCity(3, 70),
  ];
  const asked = after(80, actionRequested(refOf('s1', 4), []));
  const text = pictureOf([...events, asked]).filter((line) => line.includes('→ result'));
  expect(text).toEqual([
    '       → result: parameters right, answer wrong; call again (1 of 2)',
    '       → result: parameters right, answer wrong; call again (2 of 2)',
    '       → result: parameters right, answer wrong; another tool',
  ]);
});

it('names the new parameters that a rejection led to', () => {
  const before = { tool: 'query_flight', params: { dep_city: '北京', arr_city: '广州' } };
  const data = { feedback: feedback('parameter', { rejected: before }), score: 500 };
  const proposal = { dep_city: '北京', arr_city: '上海' };
  const lines = pictureOf([
    ...BEGUN,
    after(20, rejected(refOf('s1'), 'parameter', data)),
    after(30, actionRequested(refOf('s1', 2), [data.feedback])),
    after(40, actionProposed(refOf('s1', 2), TOOLS[0], proposal)),
  ]);
  expect(lines).toContain(
    '       → parameter: wrong parameters; new parameters (1 of 3): arr_city = 上海',
  );
});

it('tells parameters that were refused before any call', () => {
  const wrong = feedback('parameter', {
    code: 'INVALID_PARAMS',
    message: 'dep_date: no date',
    rejected: { tool: 'query_flight', params: { dep_date: 'Thursday' } },
  });
  const lines = pictureOf([
    ...BEGUN.slice(0, 5),
    after(10, actionRequested(refOf('s1', 1), [])),
    after(20, actionProposed(refOf('s1', 1), TOOLS[0], { dep_date: 'Thursday' })),
    after(30, actionRequested(refOf('s1', 2), [wrong])),
    after(40, actionProposed(refOf('s1', 2), TOOLS[0], { dep_date: '2026-12-10' })),
  ]);
  expect(lines.slice(3, 5)).toEqual([
    '   ✘ refused before the call  INVALID_PARAMS: dep_date: no date',
    '       → parameter: wrong parameters; new parameters (1 of 3): dep_date = 12-10',
  ]);
});

it('tells every try that failed, and when the next one came', () => {
  const failed = after(20, attemptFailed(refOf('s1'), 1, '2026-12-01T12:00:00.220Z'));
  const lines = pictureOf([...BEGUN, failed, flights()]);
  expect(lines[2]).toMatch(/2 tries +61 ms$/);
  expect(lines.slice(3, 5)).toEqual([
    '   ✘ attempt 1, try 1  TIMEOUT: no answer   → tried again in 0.2 s',
    '   ✔ attempt 1  S 1.00  CA1234 ¥1200 · MU5678 ¥800',
  ]);
});

it('tells an outcome that nobody knows, and what the probe found', () => {
  const lines = pictureOf([
    ...BEGUN,
    flights(),
    book(),
    after(90, outcomeUnknown(refOf('s3'))),
    after(91, probeRequested(refOf('s3'))),
    after(92, probed(refOf('s3'), 'absent')),
  ]);
  expect(lines.slice(-3)).toEqual([
    '   ✘ attempt 1  outcome unknown',
    '       → unknownOutcome: nobody knows whether the call happened; find out what became of the call',
    '       → the call did not happen',
  ]);
});

it('tells that the planner sees no way', () => {
  const sold = feedback('parameter', { code: 'SOLD_OUT', message: 'no seat' });
  const lines = pictureOf([
    ...BEGUN,
    after(20, rejected(refOf('s1'), 'parameter', { feedback: sold })),
    after(30, actionRequested(refOf('s1', 2), [sold])),
    after(40, actionRefused(refOf('s1', 2), 'infeasible')),
  ]);
  expect(lines).toContain('   ✘ planner  CANNOT: it cannot be done');
  expect(lines).toContain('       → infeasible: it cannot be done');
});

it('tells a plan that was refused, and what came of it', () => {
  const [first, second, requested, ...rest] = BEGUN;
  const refused = [after(3, planRefused('plan', 1)), after(4, planRequested(2))];
  expect(pictureOf([first!, second!, requested!, ...refused])).toEqual([
    'plan r1  ✘ refused  CANNOT_PLAN: it cannot be planned',
    '  → plan: the plan does not fit; plan anew',
  ]);
  expect(rest).not.toEqual([]);
});

it('tells a question about the task once it is answered, and leaves an open one to the end', () => {
  const asked = [
    ...BEGUN.slice(0, 3),
    after(3, planRefused('clarify', 1)),
    after(4, humanRequested(1, { kind: 'clarification', question: 'Which day?' })),
  ];
  const open = ['plan r1  → clarify: it is not clear what is wanted; asked back'];
  expect(pictureOf(asked)).toEqual(open);
  const answered = [...asked, after(5, humanAnswered(1, 'Friday'))];
  expect(pictureOf(answered)).toEqual([...open, '? h1  Which day?', '  → Friday (by ada)']);
});

it('tells no correction that the budget does not allow', () => {
  const wrong = feedback('parameter', { rejected: { tool: 'query_flight', params: {} } });
  const rounds = [1, 2, 3, 4].flatMap((attempt) => [
    after(attempt * 10, rejected(refOf('s1', attempt), 'parameter', { feedback: wrong })),
    ...(attempt < 4
      ? [after(attempt * 10 + 1, actionRequested(refOf('s1', attempt + 1), []))]
      : []),
  ]);
  const text = pictureOf([...BEGUN, ...rounds]).filter((line) => line.includes('→ parameter'));
  expect(text.at(-2)).toContain('new parameters (3 of 3)');
  expect(text.at(-1)).toBe('       → parameter: wrong parameters');
});

it('tells an answer that was refused', () => {
  const refused = answerObserved(false);
  const data = { ...refused.data, missing: ['the goal is not covered'], ungrounded: ['东风'] };
  const lines = pictureOf([
    ...CORRECTED,
    after(100, answerRequested()),
    after(110, { ...refused, data } as typeof refused),
  ]);
  expect(lines.slice(-2)).toEqual([
    '✘ answer 1 refused  the goal is not covered; no accepted result says 东风',
    '  → answered again',
  ]);
});

it('settles a block when its step has ended, under a key that stays', () => {
  const style = styleFor('a goal');
  const events = eventsOf([...BEGUN, hotels()]);
  const blocks = pictureBlocks(viewTask(events)!, events, style);
  expect(
    blocks.map(({ key, isSettled }) => [key.split('/').slice(-2).join('/'), isSettled]),
  ).toEqual([
    ['r1/spec', true],
    ['plan.proposed/r1', true],
    ['step/s1', false],
    ['step/s2', true],
    ['step/s3', false],
  ]);
});

it('draws every step of a plan of a thousand', () => {
  const facts = BEGUN.map((fact) => {
    if (fact.type !== 'plan.proposed') return fact;
    const [first] = fact.data.steps;
    const steps = Array.from({ length: 1_000 }, (_, index) => ({ ...first!, id: `n${index}` }));
    return { ...fact, data: { ...fact.data, steps } } as typeof fact;
  });
  expect(pictureOf(facts.slice(0, 5))).toHaveLength(1_002);
});
