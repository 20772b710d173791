import type { SeededRandom } from '../builders/seeded-random.ts';

/** An input: a file, with the ending of its name without a dot. */
export type FuzzInput = {
  readonly bytes: Uint8Array;
  readonly extension: string;
  /** Undamaged file of the target that it was made of; undefined for a file that was found in an earlier run. */
  readonly seed?: number;
};

/** A reader that must survive any input. */
export type FuzzTarget = {
  readonly name: string;
  /** The most memory that its process may have used; 1,024 where it is not stated. */
  readonly maxMegabytes?: number;
  /** A damaged input. The same for the same random numbers, in a process that has made inputs of this target only. */
  make(random: SeededRandom): FuzzInput;
  /** Reads the input. Throws when something happens that must not, whatever the input is. */
  check(input: FuzzInput): void | Promise<void>;
};
