/**
 * How far one direction is turned from another, the short way round: −180 (exclusive) to 180 degrees, positive
 * clockwise. Directions may lie outside 0…360.
 */
export function turnBetween(from: number, to: number): number {
  const turn = (((to - from) % 360) + 360) % 360;
  return turn > 180 ? turn - 360 : turn;
}

/** A direction within 0 (inclusive) to 360 degrees (exclusive). */
export function normalDirection(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}
