/**
 * The ladder: how an endpoint is made to answer in the wanted form. Each endpoint is asked on the highest
 * rung that it is not known to refuse.
 */
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { REPLY_TOOL } from './read-reply.ts';

/** What some endpoints cannot do. The first three are the upper rungs; the lowest needs nothing. */
export const ABILITIES = ['json_schema', 'tool_call', 'json_object', 'temperature'] as const;
export type Ability = (typeof ABILITIES)[number];
export type Rung = Exclude<Ability, 'temperature'> | 'prompt';

const RUNGS: readonly Rung[] = ['json_schema', 'tool_call', 'json_object', 'prompt'];

export const rungOf = (lacking: ReadonlySet<Ability>): Rung =>
  RUNGS.find((rung) => rung === 'prompt' || !lacking.has(rung)) ?? 'prompt';

/** The two lower rungs have no other place for the schema; some endpoints also want to read the word JSON. */
export const needsSchemaInPrompt = (rung: Rung): boolean =>
  rung === 'json_object' || rung === 'prompt';

export type Request = ChatCompletionCreateParamsNonStreaming;
type Schema = Readonly<Record<string, unknown>>;

/** @param name of the schema, at most 64 letters, digits, `_` and `-` */
export function formOf(rung: Rung, name: string, schema: Schema): Partial<Request> {
  switch (rung) {
    case 'json_schema':
      // Strict mode refuses free-form objects, which parameters are; every reply is checked here anyway.
      return {
        response_format: { type: 'json_schema', json_schema: { name, strict: false, schema } },
      };
    case 'tool_call': {
      const description = 'Gives the reply.';
      return {
        tools: [
          { type: 'function', function: { name: REPLY_TOOL, description, parameters: schema } },
        ],
        tool_choice: { type: 'function', function: { name: REPLY_TOOL } },
      };
    }
    case 'json_object':
      return { response_format: { type: 'json_object' } };
    case 'prompt':
      return {};
  }
}
