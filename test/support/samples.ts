/** One valid event of every type, with fixed ids and times. */
import {
  CATALOG,
  EVENT_TYPES,
  type EventType,
  type LoopEvent,
} from '../../shared/events/catalog.ts';
import { FLEET } from '../../shared/events/names.ts';
import { DEFAULT_WEIGHTS, NOTHING_SPENT } from '../../shared/events/shapes.ts';
import * as facts from './facts.ts';
import { eventOf } from './recorded.ts';
import * as task from './task-facts.ts';

const REF = facts.refOf('s1');
const FAULT = {
  code: 'TIMEOUT',
  message: 'no answer',
  retryable: true,
  class: 'transient',
} as const;
const question = {
  purpose: 'plan',
  question: 1,
  provider: 'offline',
  model: 'offline',
  promptVersion: '1',
  promptHash: 'abcd',
  request: { messages: [] },
  durationMs: 12,
};
const refusal = {
  class: 'infeasible',
  code: 'CANNOT',
  reason: 'it cannot be done',
  cure: 'Ask for something else.',
  spent: NOTHING_SPENT,
} as const;

const REST: { readonly [T in EventType]?: facts.Told<T> } = {
  'task.forked': facts.told('task.forked', {
    parent: { taskId: 'tparent', atSequence: 41 },
    changes: { model: 'another' },
  }),
  'decision.requested': facts.told('decision.requested', {
    turn: 1,
    spec: facts.SPEC,
    results: {},
    feedback: [],
    allowance: facts.ALLOWANCE,
  }),
  'decision.proposed': facts.told('decision.proposed', {
    turn: 1,
    do: 'call',
    tool: 'look',
    declaration: facts.LOOK,
    params: { of: 's1' },
    why: 'nothing is known yet',
    spent: NOTHING_SPENT,
  }),
  'decision.refused': facts.told('decision.refused', { turn: 1, ...refusal }),
  'answer.proposed': facts.told('answer.proposed', {
    round: 1,
    spec: facts.SPEC,
    results: {},
    weights: DEFAULT_WEIGHTS,
    text: 'Flight MU1 it is.',
    data: { flight: 'MU1' },
    covers: [{ of: 'goal', stepIds: ['s1'] }],
    spent: NOTHING_SPENT,
  }),
  'limit.warned': facts.told('limit.warned', {
    limit: 'steps',
    value: 50,
    max: 64,
    partial: { s1: { summary: 's1 is done', data: { n: 1 } } },
    row: task.ROW,
  }),
  'model.replied': facts.told('model.replied', {
    ...question,
    raw: { text: '{}' },
    value: {},
    finishReason: 'stop',
    usage: { inputTokens: 100, outputTokens: 20, costUsd: 0.002 },
    repairs: [],
  }),
  'model.failed': facts.told('model.failed', { ...question, error: FAULT }),
  'model.capabilityLearnt': facts.told('model.capabilityLearnt', {
    endpoint: 'http://127.0.0.1:8080/v1',
    model: 'offline',
    capability: 'json_schema',
    value: false,
  }),
  'tool.breakerOpened': facts.told('tool.breakerOpened', {
    tool: 'look',
    failures: 3,
    error: FAULT,
    cause: 'tdemo/step.executed/r1.s1.a1',
  }),
  'tool.breakerClosed': facts.told('tool.breakerClosed', {
    tool: 'look',
    cause: 'tdemo/step.executed/r1.s1.a2',
  }),
};

const BUILT: readonly facts.Told[] = [
  ...[task.submitted(), task.cancelRequested(), task.pauseRequested(), task.resumeRequested()],
  ...[
    task.limitExtended('steps', 10),
    task.humanAnswered(1, 'approve'),
    task.timerFired('deadline-0'),
  ],
  ...[task.planRequested(), task.planProposed([facts.planStep('s1')]), task.planRefused('clarify')],
  ...[facts.actionRequested(REF, [facts.feedback('parameter')]), facts.actionProposed(REF)],
  ...[facts.actionRefused(REF, 'infeasible'), facts.reasoningRequested(REF)],
  facts.actionRejected(REF),
  ...[facts.reasoningRefused(REF, 'plan'), task.answerRequested(), task.answerRefused()],
  ...[task.answerObserved(false), facts.dispatched(REF), facts.claimed(REF, 'me')],
  ...[facts.attemptFailed(REF, 1, facts.AT), facts.executed(REF), facts.rejected(REF, 'result')],
  ...[facts.outcomeUnknown(REF), facts.probeRequested(REF), facts.probed(REF, 'happened')],
  ...[facts.checkRequested(REF, 2), task.adopted(), task.planned(), task.humanRequested(1)],
  ...[task.limitReached('steps'), task.completed(), task.failed(), task.cancelled()],
  task.roleFailed('tdemo/step.dispatched/r1.s1.a1'),
];

const ON_FLEET = new Set<string>([
  'model.capabilityLearnt',
  'tool.breakerOpened',
  'tool.breakerClosed',
]);

const NUMBERED: Readonly<Record<string, string>> = {
  'task.pauseRequested': 'p1',
  'task.resumeRequested': 'p1',
  'limit.extended': 'steps.g1',
  'limit.warned': 'steps.g0',
  'limit.reached': 'steps.g0',
  'decision.requested': 'd1',
  'decision.proposed': 'd1',
  'decision.refused': 'd1',
  'model.replied': 'r1.plan.q1',
  'model.failed': 'r1.plan.q1',
  'model.capabilityLearnt': '0a1b2c3d',
  'tool.breakerOpened': 'look.0a1b2c3d',
  'tool.breakerClosed': 'look.0a1b2c3e',
};

const DECIDED = { at: 7, stateHash: '0123456789abcdef', machine: 'task@1' };

const sampleOf = (type: EventType): LoopEvent => {
  const said = REST[type] ?? BUILT.find((built) => built.type === type);
  if (said === undefined) throw new Error(`there is no sample of ${type}`);
  const isDecision = CATALOG[type].routes[0].startsWith('router>') && type !== 'role.failed';
  const key = NUMBERED[type];
  const event = eventOf(said, {
    ...(key === undefined ? {} : { key }),
    ...(isDecision ? { decided: DECIDED } : {}),
  });
  if (!ON_FLEET.has(type)) return event;
  return { ...event, subject: FLEET, id: event.id.replace(facts.TASK, FLEET) } as LoopEvent;
};

export const SAMPLES: Readonly<Record<EventType, LoopEvent>> = Object.fromEntries(
  EVENT_TYPES.map((type) => [type, sampleOf(type)]),
) as Record<EventType, LoopEvent>;
