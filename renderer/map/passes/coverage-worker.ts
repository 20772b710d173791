import { latestFirst, startCoverageCount } from '../../../shared/passes/coverage-grid.ts';
import { decodeOutlines, type OutlineFeed } from '../../../shared/passes/outline-feed.ts';
import { fail } from '../../../shared/result.ts';
import { unwrap } from '../../ui/failure-error.ts';
import { type ServedCall, serveCalls } from '../../ui/workers/serve-calls.ts';
import { fetchBinary } from '../fetch-feed.ts';
import type { CoverageRequest, CoverageResponse } from './coverage-messages.ts';

/** Duration of a slice of counting, after which newer requests are handled. */
const sliceMs = 40;
const imagesPerStep = 200;

/** The footprints, which stay for the counts of further grids. */
let loaded: { readonly feed: OutlineFeed; readonly order: Uint32Array } | null = null;

serveCalls(
  (request: CoverageRequest, call: ServedCall<number>) =>
    request.kind === 'load' ? load(request, call) : count(request, call),
  (response) =>
    response.kind === 'counted' ? [response.counts.counts.buffer, response.counts.last.buffer] : [],
);

async function load(
  { url }: Extract<CoverageRequest, { kind: 'load' }>,
  { isLatest }: ServedCall<number>,
): Promise<CoverageResponse> {
  const feed = unwrap(await fetchBinary(url, decodeOutlines));
  requireLatest(isLatest());
  loaded = { feed, order: latestFirst(feed) };
  return { kind: 'loaded', images: feed.count };
}

async function count(
  { grid }: Extract<CoverageRequest, { kind: 'count' }>,
  { isLatest, report }: ServedCall<number>,
): Promise<CoverageResponse> {
  if (!loaded) throw new Error('No footprints are loaded to count.');
  const { feed, order } = loaded;
  const counting = startCoverageCount(feed, order, grid);
  let sliceEnd = performance.now() + sliceMs;
  while (counting.done < feed.count) {
    counting.advance(imagesPerStep);
    if (performance.now() < sliceEnd) continue;
    report(counting.done);
    await new Promise((resolve) => setTimeout(resolve));
    requireLatest(isLatest());
    sliceEnd = performance.now() + sliceMs;
  }
  return { kind: 'counted', counts: counting.finish() };
}

/** The page has ended a call when it makes another one. */
function requireLatest(isLatest: boolean): void {
  if (!isLatest) unwrap(fail('cancelled', 'The coverage is being counted anew.'));
}
