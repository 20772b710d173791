import { latestFirst, startCoverageCount } from '../../../shared/passes/coverage-grid.ts';
import { decodeOutlines, type OutlineFeed } from '../../../shared/passes/outline-feed.ts';
import { fetchBinary } from '../fetch-feed.ts';
import type { CoverageRequest, CoverageResponse } from './coverage-messages.ts';

/** The global scope of the worker, which stores the footprints and counts them. */
const scope = self as unknown as {
  onmessage: ((event: MessageEvent<CoverageRequest>) => void) | null;
  postMessage(message: CoverageResponse, transfer?: Transferable[]): void;
};

/** Duration of a slice of counting, after which newer requests are handled. */
const sliceMs = 40;
const imagesPerStep = 200;

let loaded: { readonly feed: OutlineFeed; readonly order: Uint32Array } | null = null;
let latest = 0;

scope.onmessage = ({ data }) => {
  latest += 1;
  if (data.kind === 'load') void load(data, latest);
  if (data.kind === 'count') void count(data, latest);
};

async function load({ ticket, url }: Extract<CoverageRequest, { kind: 'load' }>, turn: number) {
  const result = await fetchBinary(url, decodeOutlines);
  if (turn !== latest) return;
  if (!result.ok) {
    const { message, details } = result.failure;
    scope.postMessage({ kind: 'failed', ticket, message, details });
    return;
  }
  loaded = { feed: result.value, order: latestFirst(result.value) };
  scope.postMessage({ kind: 'loaded', ticket, images: result.value.count });
}

async function count({ ticket, grid }: Extract<CoverageRequest, { kind: 'count' }>, turn: number) {
  if (!loaded) return;
  const { feed, order } = loaded;
  const counting = startCoverageCount(feed, order, grid);
  let stretchEnd = performance.now() + sliceMs;
  while (counting.done < feed.count) {
    counting.advance(imagesPerStep);
    if (performance.now() < stretchEnd) continue;
    scope.postMessage({ kind: 'progress', ticket, done: counting.done, images: feed.count });
    await new Promise((resolve) => setTimeout(resolve));
    if (turn !== latest) return;
    stretchEnd = performance.now() + sliceMs;
  }
  const counts = counting.finish();
  scope.postMessage({ kind: 'counted', ticket, counts }, [counts.counts.buffer, counts.last.buffer]);
}
