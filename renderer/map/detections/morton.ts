/**
 * Z-order (Morton) keys over the feed's coordinates: the upper 16 bits of x and y interleaved into 32, x in the even
 * bits. Points close on the map are mostly close in key order, and every quadtree cell is one range of keys.
 */

/** Bits of each axis that a key holds; a cell of the last level is 2¹⁶ feed units (611 m at the equator) wide. */
export const mortonLevels = 16;

/** The key of a feed position (uint32 x and y). */
export function mortonKey(x: number, y: number): number {
  return (spread(x >>> 16) | (spread(y >>> 16) << 1)) >>> 0;
}

/**
 * Puts the 16 lower bits of `value` into the even bits (G. M. Morton 1966; bit masks after Warren, Hacker's Delight
 * 7–2).
 */
function spread(value: number): number {
  let bits = value & 0xffff;
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}
