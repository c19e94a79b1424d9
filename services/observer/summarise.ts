/** Summaries: at most 200 characters by the tool's own rule; the conclusion is one line of it. */
import { safeJsonata } from '../../shared/bindings/safe-jsonata.ts';
import type { EventData } from '../../shared/events/catalog.ts';

const SUMMARY_MAX = 200;
const CONCLUSION_MAX = 80;

const cut = (text: string, max: number): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join('')}…`;
};

const byRule = async (
  expression: string,
  params: unknown,
  data: unknown,
): Promise<string | undefined> => {
  try {
    const text = await safeJsonata(expression).evaluate({ params, data });
    return typeof text === 'string' && text !== '' ? text : undefined;
  } catch {
    // A summary that its rule cannot make is made from the data; the verdict does not hang on it.
    return undefined;
  }
};

export type Summary = { readonly summary: string; readonly conclusion: string };

/** @param data with large data already fetched */
export async function summarise(
  { call, result }: EventData<'step.executed'>,
  data: unknown,
): Promise<Summary> {
  if (result.error !== null) {
    const text = `${result.error.code}: ${result.error.message}`;
    return { summary: cut(text, SUMMARY_MAX), conclusion: cut(text, CONCLUSION_MAX) };
  }
  const ruled = call.summary === null ? undefined : await byRule(call.summary, call.params, data);
  const text = ruled ?? (typeof data === 'string' ? data : (JSON.stringify(data) ?? ''));
  return { summary: cut(text, SUMMARY_MAX), conclusion: cut(text, CONCLUSION_MAX) };
}
