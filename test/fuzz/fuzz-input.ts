import { seededRandom } from '../builders/seeded-random.ts';
import type { FuzzInput, FuzzTarget } from './fuzz-target.ts';

/** The input of this number in the run with this seed, always the same. */
export function fuzzInput(target: FuzzTarget, seed: number, index: number): FuzzInput {
  return target.make(seededRandom(Math.imul(seed, 2_654_435_761) ^ index));
}
