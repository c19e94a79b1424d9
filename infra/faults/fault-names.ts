/** The faults that the samples can be run with (`--fault F`): their names, and where each one happens. */
import { z } from 'zod';

type Row = {
  /** Who goes wrong; the others accept the name and behave as ever. */
  readonly place: 'provider' | 'model';
  /** The sample that shows it. */
  readonly sample: 'travel' | 'weather' | 'report';
};

const FAULTS = {
  'wrong-city': { place: 'provider', sample: 'travel' },
  'wrong-params': { place: 'model', sample: 'travel' },
  'bad-date': { place: 'model', sample: 'travel' },
  'wrong-tool': { place: 'model', sample: 'travel' },
  'missing-step': { place: 'model', sample: 'travel' },
  'sold-out': { place: 'provider', sample: 'travel' },
  'sold-out:all': { place: 'provider', sample: 'travel' },
  flaky: { place: 'provider', sample: 'travel' },
  slow: { place: 'provider', sample: 'travel' },
  'stale-stock': { place: 'provider', sample: 'travel' },
  'test-data': { place: 'provider', sample: 'report' },
  'wrong-recipient': { place: 'model', sample: 'report' },
  fabricated: { place: 'model', sample: 'weather' },
} as const satisfies Record<string, Row>;

type Faults = typeof FAULTS;

/** The names of the faults of one place. */
export type FaultAt<Place extends Row['place']> = {
  [Name in keyof Faults]: Faults[Name]['place'] extends Place ? Name : never;
}[keyof Faults];

export const FaultName = z.enum(Object.keys(FAULTS) as (keyof Faults)[]);
export type FaultName = z.infer<typeof FaultName>;

export const FAULT_NAMES: readonly FaultName[] = FaultName.options;

/** True when it happens there. */
export const isFaultAt = <Place extends Row['place']>(
  place: Place,
  name: FaultName,
): name is FaultAt<Place> => FAULTS[name].place === place;

/** @returns the sample to run when the fault is named without a goal */
export const sampleOfFault = (name: FaultName): Row['sample'] => FAULTS[name].sample;
