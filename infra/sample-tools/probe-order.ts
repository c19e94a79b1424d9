/** Finds out what became of an order whose answer was lost: the provider keeps orders by their key. */
import type { z } from 'zod';
import { type Probed, type ToolContext, ToolError } from '../../shared/tools/define-tool.ts';
import { callProvider } from './provider-client.ts';

/** @returns `absent` only when the provider itself says that it has no such order */
export async function probeOrder(
  providerUrl: string | null,
  order: z.ZodType,
  { idempotencyKey, signal }: Pick<ToolContext<unknown>, 'idempotencyKey' | 'signal'>,
): Promise<Probed> {
  try {
    const path = `/orders/${encodeURIComponent(idempotencyKey)}`;
    const data = await callProvider(providerUrl, order, { path, signal });
    return { outcome: 'happened', result: { status: 'success', data, error: null } };
  } catch (failure) {
    const isAbsent = failure instanceof ToolError && failure.fault.code === 'NOT_FOUND';
    return { outcome: isAbsent ? 'absent' : 'unknown' };
  }
}
