import type { LandMask } from './land-mask.ts';
import type { RecordContents } from './record.ts';
import type { Traffic } from './traffic.ts';

/** The shared inputs for generating days. */
export type World = {
  readonly land: LandMask;
  readonly traffic: Traffic;
  readonly brand: string;
  /** Other seeds give other data. */
  readonly seed: string;
  /** Epoch milliseconds UTC. */
  readonly now: () => number;
  /** Caches the contents of recent records, so that filter, response and chips do not regenerate them. */
  cacheContents(key: string, make: () => RecordContents): RecordContents;
};
