/** One question put to an endpoint: on the highest rung that it takes, and down the ladder when it refuses. */
import type { ModelEndpoint } from '../config/model-settings.ts';
import type { Completion } from './completion.ts';
import { type Ability, formOf, needsSchemaInPrompt, type Request, rungOf } from './ladder.ts';
import type { ModelFault } from './model-fault.ts';
import { messagesOf, type Wording } from './prompt-messages.ts';
import type { Pace } from './send-once.ts';
import { sendPatiently } from './send-patiently.ts';

export type Exchange = { readonly request: Request } & (
  | {
      readonly kind: 'completed';
      readonly completion: Completion;
      /** The whole body, as it came. */
      readonly raw: unknown;
      /** Refused on the way: the same question without them was answered. */
      readonly refused: readonly Ability[];
    }
  | { readonly kind: 'failed'; readonly fault: ModelFault }
);

type Call = {
  readonly endpoint: ModelEndpoint;
  readonly wording: Wording;
  readonly schema: Readonly<Record<string, unknown>>;
  /** What the endpoint is known to lack. */
  readonly lacking: ReadonlySet<Ability>;
  readonly pace: Pace;
  readonly closing: AbortSignal;
};

function requestOf({ endpoint, wording, schema }: Call, lacking: ReadonlySet<Ability>): Request {
  const rung = rungOf(lacking);
  return {
    model: endpoint.model,
    messages: messagesOf(wording, needsSchemaInPrompt(rung) ? schema : null),
    ...(lacking.has('temperature') ? {} : { temperature: 0 }),
    ...formOf(rung, wording.purpose, schema),
  };
}

/**
 * Every round takes one ability away, so there are at most five.
 *
 * @throws {Fault} `BUS_UNREACHABLE` when closing
 */
export async function requestCompletion(call: Call): Promise<Exchange> {
  const refused: Ability[] = [];
  for (;;) {
    const request = requestOf(call, new Set([...call.lacking, ...refused]));
    const outcome = await sendPatiently(call.endpoint, request, call);
    switch (outcome.kind) {
      case 'completion': {
        const { completion, raw } = outcome;
        return { kind: 'completed', request, completion, raw, refused };
      }
      case 'failed':
        return { kind: 'failed', request, fault: outcome.fault };
      case 'lacking':
        refused.push(outcome.ability);
    }
  }
}
