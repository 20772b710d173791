import { succeed } from '../../../shared/result.ts';
import { decodeShapeFeed } from '../../../shared/results/shape-feed.ts';
import { toFailure } from '../../ui/failure-error.ts';
import { fetchBinary } from '../fetch-feed.ts';
import { packShapes } from './packed-shapes.ts';
import type { ShapesRequest, ShapesResponse } from './shapes-messages.ts';

// The DOM library types `self` as a window; in a worker it is the worker's global scope.
const scope = self as unknown as Worker;
let latestTicket = 0;
let queue = Promise.resolve();

scope.onmessage = ({ data }: MessageEvent<ShapesRequest>) => {
  latestTicket = data.ticket;
  queue = queue.then(() => load(data));
};

async function load({ ticket, source }: ShapesRequest): Promise<void> {
  // A newer request is queued already.
  if (ticket !== latestTicket) return;
  try {
    const feed =
      typeof source === 'string'
        ? await fetchBinary(source, decodeShapeFeed)
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
    // A rejection in a worker is not reported to the page; it has to be sent.
    post({ ticket, ok: false, failure: toFailure(error) }, []);
  }
}

function post(response: ShapesResponse, transfer: Transferable[]): void {
  scope.postMessage(response, transfer);
}
