/**
 * Returns the signed angle from one direction to another by the shorter way: −180 (exclusive) to 180 degrees, positive
 * clockwise. Directions may be outside 0…360.
 */
export function signedAngleBetween(from: number, to: number): number {
  const turn = (((to - from) % 360) + 360) % 360;
  return turn > 180 ? turn - 360 : turn;
}

/** Normalizes a direction to 0 (inclusive) to 360 degrees (exclusive). One in that range is returned unchanged. */
export function normalizeDirection(degrees: number): number {
  if (degrees >= 0 && degrees < 360) return degrees;
  return ((degrees % 360) + 360) % 360;
}
