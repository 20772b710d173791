import { fail } from '../../../shared/result.ts';
import { decodeShapeFeed } from '../../../shared/results/shape-feed.ts';
import { unwrap } from '../../ui/failure-error.ts';
import { serveCalls } from '../../ui/workers/serve-calls.ts';
import { fetchBinary } from '../fetch-feed.ts';
import { packShapes } from './packed-shapes.ts';

/** A feed of outlines: its URL, or its bytes, which are transferred. */
export type ShapesSource = string | ArrayBuffer;

serveCalls(
  async (source: ShapesSource, { isLatest }) => {
    const feed =
      typeof source === 'string'
        ? unwrap(await fetchBinary(source, decodeShapeFeed))
        : decodeShapeFeed(source);
    // The page ended this call when it made another one.
    if (!isLatest()) unwrap(fail('cancelled', 'The outlines are being loaded anew.'));
    return packShapes(feed);
  },
  ({ ids, times, bounds, vertices, triangles, vertexStarts, triangleStarts }) =>
    [ids, times, bounds, vertices, triangles, vertexStarts, triangleStarts].map(({ buffer }) => buffer),
);
