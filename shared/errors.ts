/**
 * Every fault this runtime raises on purpose, in one table.
 *
 * `disposition` decides what becomes of the message that caused it: `retry` naks it with a delay, `park`
 * moves it to the dead letters with `role.failed`, `refuse` answers whoever asked, `crash` ends the
 * process, which its supervisor starts again. `exit` is the command line's code for it (WIRE.md section 7).
 */
type Row = {
  readonly disposition: 'retry' | 'park' | 'refuse' | 'crash';
  readonly exit: 1 | 2 | 3 | 4;
  readonly cure: string;
};

export const FAULTS = {
  CONFIG_INVALID: {
    disposition: 'crash',
    exit: 2,
    cure: 'Set the named variables as the message says, or unset them; README lists every one.',
  },
  USAGE: { disposition: 'refuse', exit: 2, cure: 'See loopwright --help.' },
  SUBMISSION_INVALID: {
    disposition: 'refuse',
    exit: 2,
    cure: 'Correct the named field; infra/schemas/submission.v1.json has the whole form.',
  },
  SUBMISSION_TOO_LARGE: {
    disposition: 'refuse',
    exit: 2,
    cure: 'Keep a submission under 64 KiB: put large inputs where a tool can read them.',
  },
  PLAN_INVALID: {
    disposition: 'refuse',
    exit: 2,
    cure: 'Correct the named step; see infra/examples for plans that work.',
  },
  PLAN_CYCLE: {
    disposition: 'refuse',
    exit: 2,
    cure: 'Remove one of the named dependencies, so that some step can go first.',
  },
  PLAN_DEPENDENCY: {
    disposition: 'refuse',
    exit: 2,
    cure: 'Let dependsOn and bindings name steps of this plan only.',
  },
  PLAN_INCOMPLETE: {
    disposition: 'refuse',
    exit: 2,
    cure: 'Add a step for each tool that the goal cannot do without.',
  },
  PLAN_TOO_LARGE: {
    disposition: 'refuse',
    exit: 2,
    cure: 'Raise it with --limit stepsPerPlan=N (at most 1000) or --limit steps=N, or split the plan.',
  },
  BINDING_INVALID: {
    disposition: 'refuse',
    exit: 2,
    cure: 'Use { "$pick": { from, where?, sortBy?, take? } } or { "$": JSONata } without clock, chance, eval or regular expressions.',
  },
  BINDING_EMPTY: {
    disposition: 'refuse',
    exit: 2,
    cure: 'Loosen the condition, or let an earlier step fetch what is missing.',
  },
  CONSTRAINT_BROKEN: {
    disposition: 'refuse',
    exit: 2,
    cure: 'Choose parameters that keep the constraints of the specification; the message names them.',
  },
  LIMIT_INVALID: {
    disposition: 'refuse',
    exit: 2,
    cure: 'Use --limit name=value with a value inside the named range.',
  },
  TASK_ID_TAKEN: {
    disposition: 'refuse',
    exit: 4,
    cure: 'Leave --id out, or choose another: this id already names a task with another body.',
  },
  TASK_UNKNOWN: { disposition: 'refuse', exit: 4, cure: 'loopwright ls lists the known tasks.' },
  TASK_ENDED: {
    disposition: 'refuse',
    exit: 4,
    cure: 'Nothing to do: the task has ended; loopwright show tells how.',
  },
  REQUEST_UNKNOWN: {
    disposition: 'refuse',
    exit: 4,
    cure: 'loopwright show lists the open question and its answers; each is answered once.',
  },
  LOG_FULL: {
    disposition: 'refuse',
    exit: 3,
    cure: 'Move to a fresh namespace (LOOPWRIGHT_NAMESPACE) or raise the stream limit.',
  },
  ANSWER_MISMATCH: {
    disposition: 'refuse',
    exit: 1,
    cure: 'Loosen the schema, or say in it only what its JSON Schema can say.',
  },
  EVENT_MALFORMED: {
    disposition: 'park',
    exit: 1,
    cure: 'Publish CloudEvents as infra/asyncapi.yaml describes them; the original is in the dead letters.',
  },
  EVENT_FORGED: {
    disposition: 'park',
    exit: 1,
    cure: 'Check the permissions of whoever wrote it: a server reply was aimed at the log.',
  },
  EVENT_TOO_NEW: {
    disposition: 'park',
    exit: 3,
    cure: 'Upgrade this process: the event was written by a newer version.',
  },
  EVENT_TOO_LARGE: {
    disposition: 'refuse',
    exit: 1,
    cure: 'Return less from the tool, or store the data and return its place.',
  },
  DELIVERIES_EXHAUSTED: {
    disposition: 'park',
    exit: 1,
    cure: 'Read the reason in role.failed, mend it, and submit the task again.',
  },
  CONFLICT: {
    disposition: 'retry',
    exit: 1,
    cure: 'None needed: the history is read again and the decision made anew.',
  },
  BUS_UNREACHABLE: {
    disposition: 'retry',
    exit: 3,
    cure: 'Start a server (npm start, or loopwright dev), or point NATS_URL at one; loopwright doctor looks for the cause.',
  },
  ROLE_UNREACHABLE: {
    disposition: 'refuse',
    exit: 3,
    cure: 'Start the roles (npm start, or loopwright serve feedback-router); loopwright doctor tells which are missing.',
  },
  SERVER_TOO_OLD: {
    disposition: 'crash',
    exit: 3,
    cure: 'Use nats-server 2.12 or newer; npm start fetches one when NATS_URL is not set.',
  },
  STREAM_WEAKER: {
    disposition: 'crash',
    exit: 3,
    cure: 'Use another namespace (LOOPWRIGHT_NAMESPACE), or have its owner bring the stream to the named settings.',
  },
  CONSUMER_MISSING: {
    disposition: 'crash',
    exit: 3,
    cure: 'The stream has history but the durable is gone: restore it from a backup, or move to a fresh namespace; starting from the beginning would do all its work again.',
  },
  TOOL_INVALID: {
    disposition: 'crash',
    exit: 2,
    cure: 'Correct the tool definition; the message names the field.',
  },
  TOOL_FAILED: {
    disposition: 'refuse',
    exit: 1,
    cure: 'Read the error of the tool: its code decides who corrects it.',
  },
  MODEL_MISSING: {
    disposition: 'refuse',
    exit: 3,
    cure: 'Start the offline model (npm start, or loopwright dev), or set OPENAI_API_KEY, or OPENAI_BASE_URL and LOOPWRIGHT_MODEL for a server of your own.',
  },
  MODEL_UNREACHABLE: {
    disposition: 'refuse',
    exit: 3,
    cure: 'Check OPENAI_BASE_URL and the network, or wait until the endpoint is well; LOOPWRIGHT_MODEL=offline works without one.',
  },
  MODEL_TIMEOUT: {
    disposition: 'refuse',
    exit: 3,
    cure: 'Wait, or name a faster model in LOOPWRIGHT_MODEL; LOOPWRIGHT_MODEL=offline works without an endpoint.',
  },
  MODEL_RATE_LIMITED: {
    disposition: 'refuse',
    exit: 3,
    cure: 'Wait, run fewer tasks at once, or name another model in LOOPWRIGHT_MODEL.',
  },
  MODEL_QUOTA: {
    disposition: 'refuse',
    exit: 3,
    cure: 'Top up the account behind OPENAI_API_KEY, or set another key; LOOPWRIGHT_MODEL=offline works without one.',
  },
  MODEL_KEY_REFUSED: {
    disposition: 'refuse',
    exit: 3,
    cure: 'Set OPENAI_API_KEY to a key that this endpoint (OPENAI_BASE_URL) accepts; LOOPWRIGHT_MODEL=offline works without one.',
  },
  MODEL_UNKNOWN: {
    disposition: 'refuse',
    exit: 3,
    cure: 'Name a model that the endpoint has in LOOPWRIGHT_MODEL, and check that OPENAI_BASE_URL ends where its API begins (often /v1).',
  },
  MODEL_UNUSABLE: {
    disposition: 'refuse',
    exit: 1,
    cure: 'The named fault is what to mend: simplify the goal, or name a more capable model in LOOPWRIGHT_MODEL.',
  },
  MODEL_FILTERED: {
    disposition: 'refuse',
    exit: 1,
    cure: 'Word the goal differently, or name a model with another policy in LOOPWRIGHT_MODEL.',
  },
  MODEL_BUDGET: {
    disposition: 'refuse',
    exit: 1,
    cure: 'Submit the task with --limit modelCalls=N or --limit tokens=N, whichever is named, set higher.',
  },
  INTERNAL: {
    disposition: 'retry',
    exit: 1,
    cure: 'This is a fault of Loopwright: report it with the log of the task (loopwright log ID).',
  },
} as const satisfies Record<string, Row>;

export type FaultCode = keyof typeof FAULTS;

/** The one error class thrown on purpose. `message` reads `facts. Cure.` */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly code: FaultCode;
  /** What happened, without the cure. */
  readonly facts: string;
  /** Where in the input, as a dotted path, when one place is to blame. */
  readonly path: string | undefined;

  constructor(code: FaultCode, facts: string, options: ErrorOptions & { path?: string } = {}) {
    super(`${facts} ${FAULTS[code].cure}`, options);
    this.code = code;
    this.facts = facts;
    this.path = options.path;
  }

  get cure(): string {
    return FAULTS[this.code].cure;
  }

  get disposition(): Row['disposition'] {
    return FAULTS[this.code].disposition;
  }
}

/** Wraps whatever was thrown, once, at a handler's edge. */
export const toFault = (thrown: unknown): Fault => {
  if (thrown instanceof Fault) return thrown;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return new Fault('INTERNAL', `${text}.`, { cause: thrown });
};

/** Closes a switch. Compiles only while every case above it is handled. */
export function unreachable(value: never): never {
  throw new TypeError(`unreachable: ${JSON.stringify(value)}`);
}
