import { hash32 } from '../data/random.ts';

/**
 * Availability of a chip. Some may be absent because of timing: `late` ones are absent at
 * first, `absent` ones always. `forbidden` ones are refused to every account.
 */
export type ChipAvailability = 'available' | 'late' | 'absent' | 'forbidden';

/** The availability of a chip, derived from its identifier: 1.5 % late, 1.5 % absent, 0.3 % forbidden. */
export function chipAvailability(identifier: string): ChipAvailability {
  const draw = hash32(`fate of ${identifier}`) % 1000;
  if (draw < 15) return 'absent';
  if (draw < 30) return 'late';
  return draw < 33 ? 'forbidden' : 'available';
}
