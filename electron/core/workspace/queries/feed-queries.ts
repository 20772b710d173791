import { encodeFeedReviews } from '../../../../shared/results/feed-reviews.ts';
import { encodeMatchMask } from '../../../../shared/results/match-mask.ts';
import type { Sql } from '../sql.ts';
import type { WorkspaceStore } from '../workspace.ts';
import type { Detections } from './memory/column-store.ts';
import { toNumbers } from './memory/field-column.ts';
import type { Memory } from './memory/memory.ts';
import { packBits } from './memory/passes.ts';
import { pickPlaces } from './memory/sort-orders.ts';
import { packFeed, packReviews } from './pack-feed.ts';
import { countByPass, createPassOrder } from './pass-order.ts';

/** The map's feed, and what comes in its order. */
export function createFeedQueries(
  sql: Sql,
  memory: Memory,
): Pick<
  WorkspaceStore,
  'detectionFeed' | 'feedReviews' | 'matchMask' | 'matchingIds' | 'reviewQueue' | 'queuePasses' | 'feedValues'
> {
  const passOrder = createPassOrder(sql);
  let kept: { readonly state: string; readonly feed: Uint8Array<ArrayBuffer> } | undefined;
  const feedOf = (detections: Detections) => {
    const state = `${detections.version} ${detections.reviewsVersion}`;
    if (kept?.state !== state) kept = { state, feed: packFeed(memory, detections) };
    return kept.feed;
  };
  return {
    detectionFeed: () => memory.read(feedOf),
    feedReviews: () =>
      memory.read((detections) =>
        encodeFeedReviews({
          version: detections.version,
          reviews: Math.max(0, detections.storedReviews),
          flags: packReviews(memory.reviewsOf(detections)),
        }),
      ),
    matchMask: (filter) =>
      memory.read((detections) => {
        const { bits, count } = memory.mask(detections, filter);
        return encodeMatchMask({
          version: detections.version,
          count: bits.length,
          matching: count,
          bits: packBits(bits),
        });
      }),
    matchingIds: (filter) =>
      memory.read((detections) => {
        const { bits, count } = memory.mask(detections, filter);
        return pickIds(detections.columns.id, bits, count);
      }),
    reviewQueue: (filter, order) =>
      memory.read((detections) => {
        const mask = memory.mask(detections, filter);
        const places =
          order === 'pass'
            ? pickPlaces(passOrder(detections).order, mask)
            : memory.order(detections, filter, order);
        return Uint32Array.from(places, (place) => detections.columns.id[place] as number);
      }),
    queuePasses: (filter) =>
      memory.read((detections) =>
        countByPass(passOrder(detections), memory.mask(detections, filter), memory.reviewsOf(detections)),
      ),
    feedValues: (field) =>
      memory.read((detections) => ({
        version: detections.version,
        values: Float32Array.from(toNumbers(memory.fields(detections, field))),
      })),
  };
}

/** The ids that a mask leaves, ascending. */
export function pickIds(ids: Uint32Array, bits: Uint8Array, count: number): Uint32Array<ArrayBuffer> {
  const picked = new Uint32Array(count);
  let at = 0;
  for (let index = 0; index < bits.length && at < count; index += 1) {
    picked[at] = ids[index] as number;
    at += bits[index] as number;
  }
  return picked;
}
