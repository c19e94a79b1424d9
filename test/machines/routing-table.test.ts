import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../machines/routing-table.ts';
import type { TaskFact } from '../../machines/task/task-state.ts';
import {
  ERROR_CLASSES,
  type ErrorClass,
  type ToolDeclaration,
} from '../../shared/events/shapes.ts';
import * as facts from '../support/facts.ts';
import { given, planOf } from '../support/given.ts';
import {
  humanAnswered,
  humanRequested,
  planned,
  planProposed,
  planRequested,
  submitted,
} from '../support/task-facts.ts';

const DEPENDENT = facts.planStep('z', { dependsOn: ['a'] });
const with_ = (tool: ToolDeclaration): TaskFact[] => [
  submitted({ sameError: 20 }),
  planRequested(),
  planProposed([facts.planStep('a', { tool: tool.name }), DEPENDENT], 1, [tool, facts.LOOK]),
  planned(),
];
const ref = (attempt: number) => facts.refOf('a', attempt);
const call = (tool: ToolDeclaration, attempt: number): TaskFact =>
  facts.dispatched(ref(attempt), { tool: tool.name, effect: tool.effect });
const refusedAs = (tool: ToolDeclaration, cls: ErrorClass) =>
  given(...with_(tool), call(tool, 1)).when(facts.rejected(ref(1), cls));

describe('the routing table', () => {
  it('has a row for every error class', () => {
    expect(Object.keys(ROUTES).toSorted()).toEqual([...ERROR_CLASSES].toSorted());
  });

  it('leads every class to an end: what it becomes is another class, a person or the end', () => {
    for (const cls of ERROR_CLASSES) {
      const visited = new Set<string>();
      let next: string = cls;
      while (next !== 'person' && next !== 'end') {
        expect(visited.has(next)).toBe(false);
        visited.add(next);
        next = ROUTES[next as ErrorClass].otherwise;
      }
    }
  });

  const rows: readonly [ErrorClass, ToolDeclaration, string][] = [
    ['parameter', facts.LOOK, 'action a.2'],
    ['parameter', facts.BOOK, 'action a.2'],
    ['tool', facts.LOOK, 'action a.2'],
    ['result', facts.LOOK, 'dispatch a.2'],
    ['result', facts.MAIL, 'dispatch a.2'],
    ['result', facts.BOOK, 'probe a.1'],
    ['conflict', facts.LOOK, 'dispatch a.2'],
    ['conflict', facts.BOOK, 'ask h1 escalation'],
    ['validator', facts.LOOK, 'check a.1'],
    ['validator', facts.BOOK, 'check a.1'],
    ['unknownOutcome', facts.BOOK, 'probe a.1'],
    ['unknownOutcome', facts.LOOK, 'ask h1 escalation'],
    ['plan', facts.LOOK, 'plan r2'],
    ['infeasible', facts.LOOK, 'task.failed'],
  ];
  for (const [cls, tool, owed] of rows) {
    it(`answers ${cls} of a ${tool.effect} tool with: ${owed}`, () => {
      refusedAs(tool, cls).thenOwes(owed);
    });
  }

  it('answers transient with a later call, after the back-off of the tool', () => {
    const { state } = refusedAs(facts.LOOK, 'transient').thenNothing();
    expect(state.context.steps[0]?.context.later).toEqual({
      timerId: 'r1-a-a1-later',
      dueAt: '2026-03-01T12:00:00.200Z',
      need: 'dispatch',
    });
  });

  it('answers transient with the fallback tool once the tries of the first are used up', () => {
    const { state } = given(...with_(facts.MAIL), call(facts.MAIL, 1))
      .when(facts.rejected(ref(1), 'transient', { tries: 2 }))
      .thenOwes('dispatch a.2');
    expect(state.context.steps[0]?.context.override?.tool).toBe('look');
  });

  // The third rejected verdict goes before what is left of the class's own budget.
  const becomes = 'ask h1 escalation';
  for (const cls of ['parameter', 'tool', 'result', 'conflict'] as const) {
    const { budget } = ROUTES[cls];
    it(`allows ${budget} of ${cls} a step, then: ${becomes}`, () => {
      const rounds = Array.from({ length: budget + 1 }, (_, index) => {
        const attempt = index + 1;
        const isAction = attempt > 1 && ROUTES[cls].remedy === 'action';
        const asked = [facts.actionRequested(ref(attempt)), facts.actionProposed(ref(attempt))];
        return [
          ...(isAction ? asked : []),
          call(facts.LOOK, attempt),
          facts.rejected(ref(attempt), cls),
        ];
      });
      const told = given(...with_(facts.LOOK)).when(...rounds.flat());
      told.thenOwes(becomes);
    });
  }

  it('I6: never calls a once tool again by itself while its outcome is unknown', () => {
    const unknown = [...with_(facts.BOOK), call(facts.BOOK, 1), facts.outcomeUnknown(ref(1))];
    given(...unknown).thenOwes('probe a.1');
    const asked = [...unknown, facts.probeRequested(ref(1))];
    given(...asked).thenNothing();
    given(...asked)
      .when(facts.probed(ref(1), 'unknown'))
      .thenOwes('ask h1 escalation');
    given(...asked)
      .when(facts.probed(ref(1), 'happened'))
      .thenNothing();
    given(...asked)
      .when(facts.probed(ref(1), 'absent'))
      .thenOwes('dispatch a.2');
  });

  it('I6: probes an attempt once: a second doubt about it goes to a person', () => {
    const judged = [
      ...[...with_(facts.BOOK), call(facts.BOOK, 1), facts.rejected(ref(1), 'result')],
      ...[facts.probeRequested(ref(1)), facts.probed(ref(1), 'happened')],
    ];
    given(...judged).thenOwes('check a.1');
    given(...judged, facts.checkRequested(ref(1), 2))
      .when(facts.rejected(ref(1), 'result', { check: 2 }))
      .thenOwes('ask h1 escalation');
  });

  it('I6: lets a late result of the claimed attempt settle it', () => {
    const unknown = [...with_(facts.BOOK), call(facts.BOOK, 1), facts.outcomeUnknown(ref(1))];
    given(...unknown)
      .when(facts.accepted(ref(1)))
      .thenCounts({ accepted: 1 });
    given(...unknown, facts.probeRequested(ref(1)))
      .when(facts.accepted(ref(1)), facts.probed(ref(1), 'absent'))
      .thenOwes('dispatch z.1');
  });

  it('asks a person after three rejected verdicts of whatever class', () => {
    const classes = ['parameter', 'tool', 'result'] as const;
    const past = classes.flatMap((cls, index) => [
      call(facts.LOOK, index + 1),
      facts.rejected(ref(index + 1), cls),
    ]);
    const { state } = given(...with_(facts.LOOK))
      .when(...past)
      .thenOwes('ask h1 escalation');
    expect(state.context.request?.answers).toEqual(['approve', 'edit', 'skip', 'abort']);
  });

  it('does not count a check that could not be made as a verdict', () => {
    const past = [call(facts.LOOK, 1), facts.rejected(ref(1), 'validator')];
    const { state } = given(...with_(facts.LOOK)).when(...past);
    expect(state.context.steps[0]?.context.rejections).toBe(0);
  });

  it('asks whether to go on when the same error comes as often as the limit allows', () => {
    const same = { feedback: facts.feedback('result') };
    const limits = planOf([facts.planStep('a')], { sameError: 2 });
    given(
      ...limits,
      facts.dispatched(ref(1)),
      facts.rejected(ref(1), 'result', same),
      facts.dispatched(ref(2)),
    )
      .when(facts.rejected(ref(2), 'result', same))
      .thenOwes('limit sameError of a');
  });

  it('asks whether to go on after as many calls as attemptsPerStep allows', () => {
    const past = planOf([facts.planStep('a')], { attemptsPerStep: 1 });
    given(...past, facts.dispatched(ref(1)))
      .when(facts.rejected(ref(1), 'result'))
      .thenOwes('limit attemptsPerStep of a');
  });

  for (const [answer, owed] of [
    ['retry', 'dispatch a.2'],
    ['approve', 'dispatch z.1'],
  ] as const) {
    it(`goes on as a person says who answers ${answer} about an unknown outcome`, () => {
      const asked = [
        ...[...with_(facts.LOOK), call(facts.LOOK, 1), facts.outcomeUnknown(ref(1))],
        humanRequested(1),
      ];
      given(...asked)
        .when(humanAnswered(1, answer))
        .thenOwes(owed);
    });
  }
});
