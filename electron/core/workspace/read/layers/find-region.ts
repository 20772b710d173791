import Flatbush from 'flatbush';
import { isInRegion, type Region } from './region-index.ts';

/** Returns the index of a polygon that contains a position, or −1. Polygons may have longitudes beyond ±180. */
export function createRegionFinder(regions: readonly Region[]): (x: number, y: number) => number {
  if (regions.length === 0) return () => -1;
  const tree = new Flatbush(regions.length);
  for (const { box } of regions) tree.add(...box);
  tree.finish();
  // Programs write longitudes from 0 to 360, too.
  const turns = [-360, 0, 360].filter((turn) => tree.minX <= 180 + turn && tree.maxX >= turn - 180);
  return (x, y) => {
    let found = -1;
    for (const turn of turns) {
      const isFound = tree.collides(x + turn, y, x + turn, y, (index) => {
        if (!isInRegion(regions[index] as Region, x + turn, y)) return false;
        found = index;
        return true;
      });
      if (isFound) return found;
    }
    return -1;
  };
}
