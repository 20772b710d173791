import type { Position } from 'geojson';
import { encodeShapeFeed, ringKinds, type ShapeFeed } from '../../shared/results/shape-feed.ts';

/** A shape of a feed: the outline and its holes, or one line. */
export type FeedShape = {
  readonly id: number;
  readonly rings?: readonly (readonly Position[])[];
  readonly line?: readonly Position[];
  /** Epoch seconds. */
  readonly time?: number;
};

/** Builds a feed of these shapes. */
export function shapeFeed(shapes: readonly FeedShape[], skipped = 0): ShapeFeed {
  const rings = shapes.flatMap(({ rings: own = [], line }) => [
    ...own.map((positions, index) => ({
      kind: index === 0 ? ringKinds.outline : ringKinds.hole,
      positions,
    })),
    ...(line ? [{ kind: ringKinds.line, positions: line }] : []),
  ]);
  return {
    id: Uint32Array.from(shapes, ({ id }) => id),
    time: Uint32Array.from(shapes, ({ time = 0 }) => time),
    rings: Uint32Array.from(shapes, ({ rings: own = [], line }) => own.length + (line ? 1 : 0)),
    ringKind: Uint32Array.from(rings, ({ kind }) => kind),
    ringLength: Uint32Array.from(rings, ({ positions }) => positions.length),
    positions: Float64Array.from(
      rings.flatMap(({ positions }) => positions.flatMap(([x = 0, y = 0]) => [x, y])),
    ),
    skipped,
  };
}

/** Encodes the feed. */
export function shapeMessage(shapes: readonly FeedShape[], skipped = 0): ArrayBuffer {
  return encodeShapeFeed(shapeFeed(shapes, skipped)).buffer;
}
