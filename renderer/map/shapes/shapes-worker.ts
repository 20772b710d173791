import { succeed } from '../../../shared/result.ts';
import { decodeShapeFeed } from '../../../shared/results/shape-feed.ts';
import { toFailure } from '../../api/failure-error.ts';
import { fetchPacked } from '../../api/fetch-feed.ts';
import { packShapes } from './packed-shapes.ts';
import type { ShapesAnswer, ShapesRequest } from './shapes-messages.ts';

// The DOM library types `self` as a window; in a worker it is the worker's own scope.
const scope = self as unknown as Worker;
let wanted = 0;
let queue = Promise.resolve();

scope.onmessage = ({ data }: MessageEvent<ShapesRequest>) => {
  wanted = data.ticket;
  queue = queue.then(() => load(data));
};

async function load({ ticket, source }: ShapesRequest): Promise<void> {
  // A newer request waits already.
  if (ticket !== wanted) return;
  try {
    const feed =
      typeof source === 'string'
        ? await fetchPacked(source, decodeShapeFeed)
        : succeed(decodeShapeFeed(source));
    if (!feed.ok) {
      post({ ticket, ok: false, failure: feed.failure }, []);
      return;
    }
    const shapes = packShapes(feed.value);
    const { ids, times, bounds, vertices, triangles, vertexStarts, triangleStarts } = shapes;
    const buffers = [ids, times, bounds, vertices, triangles, vertexStarts, triangleStarts];
    post(
      { ticket, ok: true, shapes },
      buffers.map(({ buffer }) => buffer),
    );
  } catch (error) {
    // A rejection in a worker reaches nobody; it has to be sent.
    post({ ticket, ok: false, failure: toFailure(error) }, []);
  }
}

function post(answer: ShapesAnswer, transfer: Transferable[]): void {
  scope.postMessage(answer, transfer);
}
