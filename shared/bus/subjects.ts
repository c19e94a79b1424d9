/**
 * The only builder and parser of subjects. A subject is a letter's address: who wrote it, who must act,
 * about which task (DESIGN.md section 3). Permissions follow the first token, routing the second.
 */

import { stepKey } from '../events/event-id.ts';
import type { Ref } from '../events/shapes.ts';

export type Address = { readonly from: string; readonly to: string; readonly taskId: string };

export const eventSubject = (ns: string, { from, to, taskId }: Address): string =>
  `${ns}.ev.${from}.${to}.${taskId}`;

/** Everything addressed to `to`, the filter of its durable. */
export const inboxOf = (ns: string, to: string): string => `${ns}.ev.*.${to}.*`;

export const claimSubject = (ns: string, taskId: string, ref: Ref): string =>
  `${ns}.ev.executor.claim.${taskId}.${stepKey(ref)}`;

export const claimsOf = (ns: string, taskId: string): string =>
  `${ns}.ev.executor.claim.${taskId}.*`;

/** Every event of one task, claims aside. */
export const historyOf = (ns: string, taskId: string): string => `${ns}.ev.*.*.${taskId}`;

/** All that the router wrote about one task: the filter of its conditional appends. */
export const decisionsOf = (ns: string, taskId: string): string => `${ns}.ev.router.*.${taskId}`;

export const submitSubject = (ns: string): string => `${ns}.tasks.submit`;
export const apiSubject = (ns: string, verb: string): string => `${ns}.api.${verb}`;
/** Answered by one process only: is it alive? */
export const instanceSubject = (ns: string, instance: string): string =>
  `${ns}.api.health.${instance}`;
export const timerSet = (ns: string, taskId: string, id: string): string =>
  `${ns}.timer.set.${taskId}.${id}`;
export const timerDue = (ns: string, taskId: string, id: string): string =>
  `${ns}.timer.due.${taskId}.${id}`;
export const deadLetters = (ns: string, role: string): string => `${ns}.dlq.${role}`;
export const liveSubject = (ns: string, taskId: string): string => `${ns}.live.${taskId}`;

/** Reads `<ns>.ev.<from>.<to>.<taskId>`; undefined for anything else, claims included. */
export function parseEventSubject(subject: string): Address | undefined {
  const [, ev, from, to, taskId, ...rest] = subject.split('.');
  if (ev !== 'ev' || rest.length > 0) return undefined;
  if (from === undefined || to === undefined || taskId === undefined) return undefined;
  return { from, to, taskId };
}

/** The task and timer that `<ns>.timer.due.<taskId>.<id>` names. */
export function parseTimerDue(subject: string): { taskId: string; timerId: string } | undefined {
  const [, timer, due, taskId, timerId] = subject.split('.');
  if (timer !== 'timer' || due !== 'due') return undefined;
  if (taskId === undefined || timerId === undefined) return undefined;
  return { taskId, timerId };
}
