/**
 * Orders by idempotency key. A key stands for one effect: called again with the same body it gives the
 * same order, and what really happened is counted apart from how often it was asked for.
 */
import { canonicalHash } from '../../shared/canonical-json.ts';
import type { JournalEntry, OrderJournal } from './order-journal.ts';
import { Refusal } from './refusal.ts';

export type OrderKind = JournalEntry['kind'];
export type Order = Record<string, unknown>;

export type OrderRequest = {
  readonly key: string;
  readonly kind: OrderKind;
  readonly body: unknown;
};

/** What a new order says, and what it takes one of. */
export type NewOrder = { readonly order: Order; readonly units: string[] };

type KeyState = {
  kind: OrderKind;
  calls: number;
  placed: { order: Order; bodyHash: string } | null;
};

/** What `GET /effects` tells of a key. */
export type EffectCount = {
  readonly effects: number;
  readonly calls: number;
  readonly kind: OrderKind;
};

export class OrderBook {
  readonly #journal: OrderJournal;
  readonly #keys = new Map<string, KeyState>();
  readonly #taken = new Map<string, number>();

  constructor(journal: OrderJournal) {
    this.#journal = journal;
    for (const entry of journal.entries) this.#apply(entry);
  }

  /** What is left of a stock on the day or night with the fewest left. */
  left(stock: number, units: readonly string[]): number {
    return Math.max(0, stock - Math.max(...units.map((unit) => this.#takenOf(unit))));
  }

  find(key: string): Order | undefined {
    return this.#keys.get(key)?.placed?.order;
  }

  effects(): Record<string, EffectCount> {
    const rows = [...this.#keys].map(
      ([key, { kind, calls, placed }]) =>
        [key, { effects: placed === null ? 0 : 1, calls, kind }] as const,
    );
    return Object.fromEntries(rows);
  }

  /**
   * Places an order unless its key has one already.
   *
   * @param make looks at the stock and says what the order would be
   * @throws {Refusal} `INVALID_PARAMS` (422) for a key that stands for another body; `UNAVAILABLE` when
   * the journal cannot be written; whatever `make` refuses
   */
  place(request: OrderRequest, make: () => NewOrder): { order: Order; isNew: boolean } {
    const { key, kind, body } = request;
    const bodyHash = canonicalHash([kind, body]);
    const call = { key, kind, bodyHash, order: null, units: [] };
    const placed = this.#keys.get(key)?.placed ?? null;
    if (placed !== null) {
      this.#record(call);
      if (placed.bodyHash === bodyHash) return { order: placed.order, isNew: false };
      throw new Refusal('INVALID_PARAMS', 'This Idempotency-Key stands for another order.', 422);
    }
    let made: NewOrder;
    try {
      made = make();
    } catch (refusal) {
      this.#record(call);
      throw refusal;
    }
    this.#record({ ...call, ...made });
    return { order: made.order, isNew: true };
  }

  #takenOf(unit: string): number {
    return this.#taken.get(unit) ?? 0;
  }

  /** Written first, then true. */
  #record(entry: JournalEntry): void {
    this.#journal.append(entry);
    this.#apply(entry);
  }

  #apply({ key, kind, bodyHash, order, units }: JournalEntry): void {
    const state = this.#keys.get(key) ?? { kind, calls: 0, placed: null };
    state.calls += 1;
    if (order !== null) {
      state.kind = kind;
      state.placed = { order, bodyHash };
    }
    this.#keys.set(key, state);
    for (const unit of units) this.#taken.set(unit, this.#takenOf(unit) + 1);
  }
}
