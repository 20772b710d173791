import type { SeededRandom } from '../builders/seeded-random.ts';
import type { FuzzInput } from './fuzz-target.ts';
import { mutate } from './mutate.ts';

/** A damaged one of the seeds. */
export function damage(seeds: readonly FuzzInput[], random: SeededRandom): FuzzInput {
  const seed = random.pick(seeds);
  return { ...seed, bytes: mutate(seed.bytes, random.pick(seeds).bytes, random) };
}

/** Fails the input with this reason. */
export function expectThat(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(what);
}

/** The text of an input, with replacement characters where it is not UTF-8. */
export function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}
