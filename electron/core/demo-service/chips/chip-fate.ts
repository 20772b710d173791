import { hash32 } from '../data/random.ts';

/**
 * What becomes of a chip. The document says that some may be absent because of timing: `late` ones are not there
 * at first, `absent` ones never are. `forbidden` ones are open to nobody.
 */
export type ChipFate = 'there' | 'late' | 'absent' | 'forbidden';

/** The fate of a chip, the same whenever it is asked: 1.5 % late, 1.5 % absent, 0.3 % forbidden. */
export function chipFate(identifier: string): ChipFate {
  const draw = hash32(`fate of ${identifier}`) % 1000;
  if (draw < 15) return 'absent';
  if (draw < 30) return 'late';
  return draw < 33 ? 'forbidden' : 'there';
}
