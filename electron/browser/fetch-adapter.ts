import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Larger request bodies are refused: the page's largest is a list of chosen detections. */
export const maxBodyBytes = 8 * 1024 * 1024;

/** The request's body is larger than `maxBodyBytes`. */
export class BodyTooLarge extends Error {}

/**
 * Requests whose response is not complete. A `Request` forwards an abort to its signal only until it is garbage
 * collected. A streaming handler references the signal only.
 */
const openRequests = new Set<Request>();

/**
 * Converts a Node request to a fetch API request. Its signal aborts when the client disconnects before the response is
 * complete. The body of a path for which `isStreamed` is true is streamed, without a size limit.
 */
export async function toFetchRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  isStreamed: (path: string) => boolean = () => false,
): Promise<Request> {
  const gone = new AbortController();
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD';
  const body = hasBody ? await bodyOf(incoming, isStreamed) : null;
  const request = new Request(new URL(incoming.url ?? '/', `http://${incoming.headers.host}`), {
    method: incoming.method ?? 'GET',
    headers: toHeaders(incoming),
    signal: gone.signal,
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' as const } : {}),
  });
  openRequests.add(request);
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
    openRequests.delete(request);
  });
  return request;
}

function toHeaders(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const single of [value ?? []].flat()) headers.append(name, single);
  }
  return headers;
}

/** Sends a fetch API response with backpressure; the body is cancelled when the client disconnects. */
export async function sendFetchResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body || outgoing.req.method === 'HEAD') {
    await response.body?.cancel();
    outgoing.end();
    return;
  }
  // An event stream may send no event for long; its reader waits for the headers.
  outgoing.flushHeaders();
  try {
    await pipeline(Readable.fromWeb(response.body), outgoing);
  } catch (error) {
    if (!outgoing.destroyed || outgoing.errored) throw error;
  }
}

function bodyOf(
  incoming: IncomingMessage,
  isStreamed: (path: string) => boolean,
): Promise<Uint8Array<ArrayBuffer>> | ReadableStream<Uint8Array<ArrayBuffer>> {
  if (!isStreamed(incoming.url ?? '/')) return readBody(incoming);
  return Readable.toWeb(incoming) as ReadableStream<Uint8Array<ArrayBuffer>>;
}

async function readBody(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(incoming.headers['content-length']) > maxBodyBytes) throw new BodyTooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop must not close the connection: the 413 response is sent on it.
  const body: AsyncIterable<Buffer> = incoming.iterator({ destroyOnReturn: false });
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBodyBytes) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
