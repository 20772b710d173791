/** A coordinate of the map, EPSG:3857, in metres. */
export type MapPoint = readonly [x: number, y: number];

/** A line through `points` that can be snapped to. */
export type SnapLine = {
  readonly points: readonly MapPoint[];
  /** Whether the points are corners; the points of a circle's outline are not. */
  readonly hasCorners: boolean;
};

export type SnapTarget = { readonly kind: 'corner' | 'edge'; readonly point: MapPoint };

/** The nearest corner within `reach` of a point, or else the nearest point on an edge; null for neither. */
export function nearestTarget(
  lines: Iterable<SnapLine>,
  pointer: MapPoint,
  reach: number,
): SnapTarget | null {
  let corner: Nearest = { distance: reach, point: null };
  let edge: Nearest = { distance: reach, point: null };
  for (const { points, hasCorners } of lines) {
    for (const [index, point] of points.entries()) {
      if (hasCorners) corner = nearerOf(corner, point, pointer);
      const before = points[index - 1];
      if (before) edge = nearerOf(edge, nearestOnSegment(before, point, pointer), pointer);
    }
  }
  if (corner.point) return { kind: 'corner', point: corner.point };
  return edge.point && { kind: 'edge', point: edge.point };
}

type Nearest = { readonly distance: number; readonly point: MapPoint | null };

function nearerOf(best: Nearest, point: MapPoint, pointer: MapPoint): Nearest {
  const distance = Math.hypot(point[0] - pointer[0], point[1] - pointer[1]);
  return distance <= best.distance ? { distance, point } : best;
}

function nearestOnSegment([x1, y1]: MapPoint, [x2, y2]: MapPoint, [x, y]: MapPoint): MapPoint {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const squaredLength = dx * dx + dy * dy;
  const along = squaredLength === 0 ? 0 : ((x - x1) * dx + (y - y1) * dy) / squaredLength;
  const share = Math.min(1, Math.max(0, along));
  return [x1 + share * dx, y1 + share * dy];
}
