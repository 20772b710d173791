import { latestFirst, startCoverage } from '../../../shared/passes/coverage-grid.ts';
import { decodeOutlines, type OutlineFeed } from '../../../shared/passes/outline-feed.ts';
import { fetchPacked } from '../../api/fetch-feed.ts';
import type { CoverageAnswer, CoverageRequest } from './coverage-messages.ts';

/** The worker that keeps the footprints and counts them. */
const scope = self as unknown as {
  onmessage: ((event: MessageEvent<CoverageRequest>) => void) | null;
  postMessage(message: CoverageAnswer, transfer?: Transferable[]): void;
};

/** So long it counts before it looks for a newer question. */
const stretchMilliseconds = 40;
const imagesInStep = 200;

let held: { readonly feed: OutlineFeed; readonly order: Uint32Array } | null = null;
let latest = 0;

scope.onmessage = ({ data }) => {
  latest += 1;
  if (data.kind === 'load') void load(data, latest);
  if (data.kind === 'count') void count(data, latest);
};

async function load({ ticket, url }: Extract<CoverageRequest, { kind: 'load' }>, turn: number) {
  const result = await fetchPacked(url, decodeOutlines);
  if (turn !== latest) return;
  if (!result.ok) {
    scope.postMessage({ kind: 'failed', ticket, message: result.failure.message });
    return;
  }
  held = { feed: result.value, order: latestFirst(result.value) };
  scope.postMessage({ kind: 'loaded', ticket, images: result.value.count });
}

async function count({ ticket, grid }: Extract<CoverageRequest, { kind: 'count' }>, turn: number) {
  if (!held) return;
  const { feed, order } = held;
  const counting = startCoverage(feed, order, grid);
  let stretchEnd = performance.now() + stretchMilliseconds;
  while (counting.done < feed.count) {
    counting.advance(imagesInStep);
    if (performance.now() < stretchEnd) continue;
    scope.postMessage({ kind: 'progress', ticket, done: counting.done, images: feed.count });
    await new Promise((resolve) => setTimeout(resolve));
    if (turn !== latest) return;
    stretchEnd = performance.now() + stretchMilliseconds;
  }
  const counts = counting.finish();
  scope.postMessage({ kind: 'counted', ticket, counts }, [counts.counts.buffer, counts.last.buffer]);
}
