/** A corner of an outline, in the same plane as the tested points. */
export type Corner = readonly [x: number, y: number];

/** Number of horizontal bands, so that a point is compared only with the edges in its band. */
const bands = 512;

/**
 * Returns a function that tests by the even-odd rule whether a point is inside an outline (closed or not). Optimized
 * for hundreds of thousands of points.
 */
export function outlineTest(corners: readonly Corner[]): (x: number, y: number) => boolean {
  const ys = corners.map(([, y]) => y);
  const top = Math.min(...ys);
  const height = Math.max(...ys) - top;
  const bandOf = (y: number) => Math.min(bands - 1, Math.max(0, Math.floor(((y - top) / height) * bands)));
  const edges: number[][] = Array.from({ length: bands }, () => []);
  corners.forEach(([x1, y1], index) => {
    const [x2, y2] = corners[(index + 1) % corners.length] as Corner;
    // Horizontal edges are never crossed.
    if (y1 === y2) return;
    for (let band = bandOf(Math.min(y1, y2)); band <= bandOf(Math.max(y1, y2)); band++) {
      edges[band]?.push(x1, y1, x2, y2);
    }
  });
  const packed = edges.map((list) => Float64Array.from(list));
  return (x, y) => {
    if (!(y >= top && y <= top + height) || height === 0) return false;
    const beside = packed[bandOf(y)] as Float64Array;
    let isInside = false;
    for (let at = 0; at < beside.length; at += 4) {
      const y1 = beside[at + 1] as number;
      const y2 = beside[at + 3] as number;
      if (y1 > y === y2 > y) continue;
      const x1 = beside[at] as number;
      const crossing = x1 + ((y - y1) / (y2 - y1)) * ((beside[at + 2] as number) - x1);
      if (x < crossing) isInside = !isInside;
    }
    return isInside;
  };
}
