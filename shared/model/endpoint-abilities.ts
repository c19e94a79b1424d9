/**
 * What endpoints cannot do: learnt when a question was refused in one form and answered in a plainer one,
 * kept in memory, and in the log for the processes that start later.
 */
import { canonicalJson } from '../canonical-json.ts';
import type { ModelEndpoint } from '../config/model-settings.ts';
import type { LoopEvent } from '../events/catalog.ts';
import { shortHash } from '../events/event-id.ts';
import { FLEET } from '../events/names.ts';
import type { Logger } from '../telemetry/logger.ts';
import { ABILITIES, type Ability } from './ladder.ts';
import type { ModelLog } from './model-log.ts';

/** Endpoints are upgraded: what was learnt longer ago is found out again, at the price of a refusal. */
const BELIEVED_MS = 7 * 86_400_000;

const NOTHING: ReadonlySet<Ability> = new Set();

/** Without the query, where some endpoints want their key. */
const addressOf = (baseUrl: string): string => baseUrl.split('?', 1)[0] ?? '';

const isAbility = (name: string): name is Ability =>
  (ABILITIES as readonly string[]).includes(name);

export class EndpointAbilities {
  readonly #log: ModelLog;
  readonly #logger: Logger;
  readonly #lacking = new Map<string, Set<Ability>>();
  #loading: Promise<void> | undefined;

  constructor(log: ModelLog, logger: Logger) {
    this.#log = log;
    this.#logger = logger;
  }

  /** @throws {Fault} `BUS_UNREACHABLE` when what is in the log cannot be read */
  async lackingOf({ baseUrl, model }: ModelEndpoint): Promise<ReadonlySet<Ability>> {
    this.#loading ??= this.#load();
    await this.#loading.catch((thrown: unknown) => {
      this.#loading = undefined;
      throw thrown;
    });
    return this.#lacking.get(canonicalJson([addressOf(baseUrl), model])) ?? NOTHING;
  }

  async learn(endpoint: ModelEndpoint, ability: Ability, causationId: string): Promise<void> {
    const { model } = endpoint;
    const address = addressOf(endpoint.baseUrl);
    this.#note(address, model, ability);
    this.#logger.info({ model, endpoint: address }, `this endpoint refuses ${ability}`);
    await this.#log.events.append({
      type: 'model.capabilityLearnt',
      taskId: FLEET,
      key: shortHash(canonicalJson([address, model, ability, false])),
      from: this.#log.from,
      to: 'log',
      causationId,
      data: { endpoint: address, model, capability: ability, value: false },
    });
  }

  #note(address: string, model: string, ability: Ability): void {
    const name = canonicalJson([address, model]);
    this.#lacking.set(name, (this.#lacking.get(name) ?? new Set()).add(ability));
  }

  async #load(): Promise<void> {
    for (const { event } of await this.#log.events.readTask(FLEET)) this.#recall(event);
  }

  #recall(event: LoopEvent): void {
    if (event.type !== 'model.capabilityLearnt' || event.data.value !== false) return;
    if (Date.now() - Date.parse(event.time) > BELIEVED_MS) return;
    const { endpoint, model, capability } = event.data;
    if (isAbility(capability)) this.#note(endpoint, model, capability);
  }
}
