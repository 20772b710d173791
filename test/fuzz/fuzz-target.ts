import type { SeededRandom } from '../builders/seeded-random.ts';

/** An input: a file, with the ending of its name without a dot. */
export type FuzzInput = { readonly bytes: Uint8Array; readonly extension: string };

/** A reader that must survive any input. */
export type FuzzTarget = {
  readonly name: string;
  /** Number of inputs by default: fewer of those that need a file each. */
  readonly count: number;
  /** A damaged input. The same for the same random numbers. */
  make(random: SeededRandom): FuzzInput;
  /** Reads the input. Throws when something happens that must not, whatever the input is. */
  check(input: FuzzInput): void | Promise<void>;
};
