/** A point in meters from the center of a sphere, where no meridian and no pole is special. */
export type SpacePoint = readonly [number, number, number];

const earthRadius = 6_371_008.8;

/** Returns the point of `[longitude, latitude]` on a sphere of the earth's size. */
export function toSpacePoint([longitude, latitude]: readonly [number, number]): SpacePoint {
  const [lambda, phi] = [(longitude * Math.PI) / 180, (latitude * Math.PI) / 180];
  const r = earthRadius * Math.cos(phi);
  return [r * Math.cos(lambda), r * Math.sin(lambda), earthRadius * Math.sin(phi)];
}

/** The straight distance between two points in meters. */
export function metersBetween(one: SpacePoint, other: SpacePoint): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

/** Creates an empty index of cubes with sides of `reach` meters, so that near points lie in the same or an adjacent cube. */
export function createNearIndex(reach: number) {
  const cubes = new Map<string, Set<number>>();
  const cubeOf = (point: SpacePoint) => point.map((value) => Math.floor(value / reach));
  return {
    add(item: number, point: SpacePoint): void {
      const key = cubeOf(point).join(' ');
      const items = cubes.get(key);
      if (items) items.add(item);
      else cubes.set(key, new Set([item]));
    },
    remove(item: number, point: SpacePoint): void {
      cubes.get(cubeOf(point).join(' '))?.delete(item);
    },
    /** Returns at least all items within `reach` meters of the point; those of a cube in the order they were added. */
    *near(point: SpacePoint): Iterable<number> {
      const [x = 0, y = 0, z = 0] = cubeOf(point);
      for (let dx = -1; dx <= 1; dx += 1) {
        for (let dy = -1; dy <= 1; dy += 1) {
          for (let dz = -1; dz <= 1; dz += 1) {
            yield* cubes.get(`${x + dx} ${y + dy} ${z + dz}`) ?? [];
          }
        }
      }
    },
  };
}
