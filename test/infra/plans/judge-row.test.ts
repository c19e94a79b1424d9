import { describe, expect, it } from 'vitest';
import { judgeRow } from '../../../infra/plans/judge-row.ts';

const TOOLS = { kitchen: ['Knife', 'Oven', 'Scales'] };
const judge = (row: unknown, tools?: typeof TOOLS) => judgeRow(JSON.stringify(row), 7, tools);

type Node = { task: string; arguments?: unknown };
const node = (task: string, ...read: string[]): Node => ({ task, arguments: read });
const link = (source: string, target: string) => ({ source, target });

const inNodes = (
  nodes: readonly Node[],
  links: readonly object[] = [],
  changed: { domain?: string; steps?: number } = {},
) => ({
  id: 'n',
  domain: changed.domain ?? 'kitchen',
  plan: {
    task_steps: Array.from({ length: changed.steps ?? nodes.length }, (_, n) => `Step ${n + 1}`),
    task_nodes: nodes,
    task_links: links,
  },
});

describe('a plan of nodes and links', () => {
  const codesOf = (...plan: Parameters<typeof inNodes>) =>
    judge(inNodes(...plan), TOOLS).line.codes;

  it('is accepted when names, links and references fit', () => {
    const nodes = [
      node('Scales', 'flour.txt'),
      { task: 'Knife' },
      { task: 'Oven', arguments: [{ name: 'dough', value: '<node-0>:output' }, '<node-1>.slices'] },
    ];
    const links = [link('Scales', 'Oven'), link('Knife', 'Oven')];
    expect(judge(inNodes(nodes, links), TOOLS)).toEqual({
      line: { id: 'n', accepted: true, codes: [] },
      feedback: null,
    });
  });

  const faulty: readonly [string, Parameters<typeof inNodes>, (readonly string[])?][] = [
    ['unknown-tool', [[node('Knife'), node('Whisk'), node('knife')]]],
    ['steps-nodes-mismatch', [[node('Knife')], [], { steps: 2 }]],
    ['steps-nodes-mismatch', [[], [], { steps: 2 }]],
    ['duplicate-task-name', [[node('Knife'), node('Knife')]]],
    ['dangling-link', [[node('Knife'), node('Oven')], [link('Knife', 'Oven_')]]],
    ['dangling-link', [[node('Knife')], [link('Step 1', 'Knife')]]],
    ['dangling-link', [[node('Knife')], [{ source: 'Knife', target: null }]]],
    ['ref-to-self-or-later', [[node('Knife', '<node-0>')]]],
    ['ref-to-self-or-later', [[node('Knife', 'all of <node-1>.output'), node('Oven')]]],
    ['ref-out-of-range', [[node('Knife'), node('Oven', '<node-0>', '<node-2>')]]],
    [
      'cycle',
      [
        [node('Knife'), node('Oven')],
        [link('Knife', 'Oven'), link('Oven', 'Knife')],
      ],
    ],
    ['cycle', [[node('Knife'), node('Oven', '<node-0>')], [link('Oven', 'Knife')]]],
    ['self-link', [[node('Knife')], [link('Knife', 'Knife')]], ['self-link', 'cycle']],
    [
      'a cycle through a name that two nodes share',
      [
        [node('Knife'), node('Oven'), node('Knife')],
        [link('Knife', 'Oven'), link('Oven', 'Knife')],
      ],
      ['duplicate-task-name', 'cycle'],
    ],
  ];
  for (const [name, plan, codes = [name]] of faulty) {
    it(`shows ${name}: ${JSON.stringify(plan).slice(0, 60)}`, () => {
      expect(judge(inNodes(...plan), TOOLS).line).toEqual({ id: 'n', accepted: false, codes });
    });
  }

  it('says in words what is wrong, where, and what to do', () => {
    const plan = inNodes([node('Knife', '<node-0>'), node('Whisk')], [], { steps: 3 });
    expect(judge(plan, TOOLS).feedback).toBe(
      'The plan says 3 steps in words, but has 2 nodes. Also wrong: ref-to-self-or-later at node-0, ' +
        'unknown-tool at node-1. Correct the named step; see infra/examples for plans that work.',
    );
  });

  it('takes edges from references only while all of them are sound', () => {
    const nodes = [node('Knife'), node('Oven', '<node-0>', '<node-1>')];
    expect(codesOf(nodes, [link('Oven', 'Knife')])).toEqual(['ref-to-self-or-later']);
  });

  it('reads other words about results as text: they have no agreed numbering', () => {
    const words = ['output of step 9', '$[Oven.output]', '<output_of_Oven>', '<Node-5>', 'node_7'];
    expect(codesOf([node('Knife', ...words)])).toEqual([]);
  });

  it('knows every tool without a list, and none of a domain that the list does not have', () => {
    expect(judge(inNodes([node('Whisk')])).line.accepted).toBe(true);
    expect(codesOf([node('Knife')], [], { domain: 'toString' })).toEqual(['unknown-tool']);
  });

  it('never reads labels', () => {
    const labels = { faults: [{ kind: 'cycle' }], graph: 'cycle' };
    expect(judge({ ...inNodes([node('Knife')]), ...labels }, TOOLS).line.accepted).toBe(true);
  });

  it('refuses more than 12 steps', () => {
    const nodes = Array.from({ length: 13 }, (_, n) => node(`Tool ${n}`));
    expect(judge(inNodes(nodes)).line.codes).toEqual(['too-large']);
  });
});

describe('a plan of steps', () => {
  const step = (id: string | number, changed: object = {}) => ({
    id,
    tool: null,
    dependsOn: [],
    ...changed,
  });
  const behind = (id: string, ...dependsOn: string[]) => step(id, { dependsOn });
  const reading = (id: string, ...texts: string[]) => step(id, { tool: 'Add', args: { texts } });
  const lineOf = (...steps: object[]) => judge({ id: 's', graph: 'cycle', steps }).line;

  it('is accepted when links and references fit', () => {
    const steps = [step(1), reading('var2', 'No. $var1.list[0].id$'), behind('var1', '1')];
    expect(lineOf(...steps)).toEqual({ id: 's', accepted: true, codes: [] });
  });

  const faulty: readonly [string, readonly object[], (readonly string[])?][] = [
    ['duplicate-id', [behind('a'), behind('a', 'a'), behind('b', 'a')]],
    ['duplicate-id', [step('v1'), reading('v2', '$v1.x$'), reading('v2', '$v2.x$')]],
    ['self-link', [behind('a', 'a')], ['self-link', 'cycle']],
    ['dangling-link', [behind('a', 'b')]],
    ['cycle', [behind('a', 'c'), behind('b', 'a'), behind('c', 'b'), behind('d', 'c')]],
    ['cycle', [reading('v1', '$v2.x$'), behind('v2', 'v1')]],
    ['ref-out-of-range', [step('v1'), reading('v2', 'of $v3.x$')]],
    ['ref-to-self-or-later', [reading('v1', '$v1$')]],
  ];
  for (const [name, steps, codes = [name]] of faulty) {
    it(`shows ${name}: ${JSON.stringify(steps).slice(0, 60)}`, () => {
      expect(lineOf(...steps)).toEqual({ id: 's', accepted: false, codes });
    });
  }

  it('takes prices and formulas for what they are', () => {
    expect(lineOf(reading('var1', '$10-$20', '$x$ and $y.z$', '$5$')).accepted).toBe(true);
  });

  it('tells the make-span when every step has a duration', () => {
    const timed = [
      step('a', { duration: '1 hour' }),
      step('b', { duration: '30 min', dependsOn: ['a'] }),
      step('c', { duration: 45 }),
    ];
    expect(lineOf(...timed).makespanSeconds).toBe(5_400);
    expect(lineOf(step('a'))).not.toHaveProperty('makespanSeconds');
  });

  it('leaves the make-span out, and says so, where a duration cannot be read', () => {
    for (const duration of ['a while', undefined]) {
      const steps = [step('a', { duration: '1 h' }), step('b', { duration })];
      const { line, feedback } = judge({ id: 's', steps });
      expect(line).toEqual({ id: 's', accepted: true, codes: [] });
      expect(feedback).toContain('Step b has no duration that can be read');
    }
  });
});

describe('a row that cannot be read', () => {
  const rows: readonly [string, string, RegExp][] = [
    ['{"id": "x",', 'line 7', /not JSON/],
    ['[]', 'line 7', /no JSON object/],
    ['{"id":"x"}', 'x', /neither steps nor a plan/],
    ['{"id":"x","steps":[]}', 'x', /at least one step/],
    ['{"id":"x","steps":[{"tool":"Add"}]}', 'x', /steps\.0\.id/],
    ['{"steps":[{"id":"a"}]}', 'line 7', /id/],
    ['{"id":3,"plan":{"task_steps":[],"task_nodes":[]}}', '3', /at least one step/],
    ['{"id":"x","plan":null}', 'x', /plan/],
    ['{"id":"x","plan":{"task_steps":["a"],"task_nodes":[{}]}}', 'x', /task/],
  ];
  for (const [text, id, reason] of rows) {
    it(`is a line with a code: ${text}`, () => {
      const { line, feedback } = judgeRow(text, 7, undefined);
      expect(line).toEqual({ id, accepted: false, codes: ['unreadable-row'] });
      expect(feedback).toMatch(reason);
      expect(feedback).toContain('Line 7');
    });
  }
});
