import { Readable } from 'node:stream';
import type { AppHandler } from '../../electron/app-handler.ts';

/** Mojo's pipe, and the largest one that a declared length gets. */
const defaultPipeBytes = 64 * 1024;
const largestPipeBytes = 512 * 1024;

/**
 * Passes requests to `handler` as `protocol.handle` of Electron 45 does (lib/browser/api/protocol.ts and
 * shell/browser/net/node_stream_loader.cc):
 * - the address is that of the custom scheme, and the request has no signal: while the handler has not responded, it
 *   cannot notice that the page has aborted;
 * - the body of a request comes in one piece;
 * - status and headers are copied once, when the handler responds;
 * - the body is converted to a Node stream, of which only `readable`, `read()`, `end`, `error` and `destroy()` are used;
 *   what is read goes through a pipe of limited size;
 * - when the page goes away, all listeners are removed and the body is destroyed: an error after that has no listener.
 */
export function throughStreamLoader(handler: AppHandler): AppHandler {
  return async (request) => {
    const { signal } = request;
    signal.throwIfAborted();
    const aborted = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true });
    // Nothing may be waiting for it any more.
    aborted.promise.catch(() => {});
    return Promise.race([load(handler, request), aborted.promise]);
  };
}

async function load(handler: AppHandler, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const passedOn = new Request(`app://sightline${pathname}${search}`, {
    method: request.method,
    headers: request.headers,
    body: request.body ? await request.bytes() : null,
  });
  const response = await handler(passedOn);
  const headers = Object.fromEntries(response.headers);
  if (!response.body) return new Response(null, { status: response.status, headers });
  const size = Math.min(Number(headers['content-length'] ?? 0), largestPipeBytes);
  // Between the two kinds of web streams, TypeScript sees a difference that Node does not have.
  const source = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
  const body = readThroughPipe(source, Math.max(size, defaultPipeBytes), request);
  return new Response(body, { status: response.status, headers });
}

function readThroughPipe(
  source: Readable,
  pipeBytes: number,
  // Not its signal only: Node forwards an abort no more once the request is garbage collected.
  request: Request,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let isWriting = false;
  /** Action when the last write has been done. */
  let complete: (() => void) | undefined;
  let roomForMore = Promise.withResolvers<void>();
  const release = () => {
    for (const event of ['readable', 'end', 'error']) source.removeAllListeners(event);
    source.destroy();
  };
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(controller) {
        const completeBy = (action: () => void) => {
          if (isWriting) complete = action;
          else action();
        };
        const readMore = async () => {
          if (isWriting) return;
          isWriting = true;
          for (let chunk = source.read(); chunk !== null; chunk = source.read()) {
            for (let from = 0; from < chunk.length; from += defaultPipeBytes) {
              while ((controller.desiredSize ?? 0) <= 0) await roomForMore.promise;
              controller.enqueue(new Uint8Array(chunk.subarray(from, from + defaultPipeBytes)));
            }
          }
          isWriting = false;
          complete?.();
        };
        source.on('end', () => completeBy(() => controller.close()));
        source.on('error', (error) => completeBy(() => controller.error(error)));
        source.on('readable', () => void readMore());
        const goAway = () => {
          release();
          controller.error(request.signal.reason);
        };
        if (request.signal.aborted) goAway();
        else request.signal.addEventListener('abort', goAway, { once: true });
      },
      pull() {
        roomForMore.resolve();
        roomForMore = Promise.withResolvers();
      },
      cancel: release,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: pipeBytes }),
  );
}
