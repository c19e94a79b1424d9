/**
 * Is the process that claimed a call still at it? A call whose claimant lives is not lost, however late its
 * report: only silence makes its outcome unknown.
 */
import type { RoleContext } from '../../shared/actor/role-context.ts';
import { instanceSubject } from '../../shared/bus/subjects.ts';

/** A living process answers within a millisecond, a blocked one within this. */
const PATIENCE_MS = 1_500;

export async function isAlive(
  { connection, namespace, instance: own }: RoleContext,
  instance: string,
): Promise<boolean> {
  if (instance === own) return false;
  try {
    await connection.request(instanceSubject(namespace, instance), '', { timeout: PATIENCE_MS });
    return true;
  } catch {
    return false;
  }
}
