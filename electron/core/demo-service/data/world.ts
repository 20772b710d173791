import type { LandMask } from './land-mask.ts';
import type { RecordContents } from './record.ts';
import type { Traffic } from './traffic.ts';

/** What all days are made with. */
export type World = {
  readonly land: LandMask;
  readonly traffic: Traffic;
  readonly brand: string;
  /** Other seeds give other data. */
  readonly seed: string;
  /** Keeps what was made for a record lately, so that filter, answer and chips do not all make it. */
  remember(key: string, make: () => RecordContents): RecordContents;
};
