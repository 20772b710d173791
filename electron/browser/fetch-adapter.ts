import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Larger request bodies are refused: the page's largest is a list of chosen detections. */
export const maxBodyBytes = 8 * 1024 * 1024;

/** The request's body is larger than `maxBodyBytes`. */
export class BodyTooLarge extends Error {}

/**
 * Requests that still wait for the end of their answer. A `Request` passes an abort on to its signal only while it is
 * itself alive, and a handler that streams soon holds nothing but the signal.
 */
const open = new Set<Request>();

/**
 * A request as the fetch API has it; its signal aborts when the client goes away before it has its answer. Where
 * `isStreamed` says so of its path, its body is read only as it is used, however long it is.
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
  open.add(request);
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
    open.delete(request);
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

/** Sends an answer of the fetch API as fast as the client takes it; a client that goes away cancels its body. */
export async function sendFetchResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body || outgoing.req.method === 'HEAD') {
    await response.body?.cancel();
    outgoing.end();
    return;
  }
  // An event stream may have nothing to say for long; its reader waits for the headers.
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
  // Leaving the loop must not close the connection: the refusal goes out on it.
  const body: AsyncIterable<Buffer> = incoming.iterator({ destroyOnReturn: false });
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBodyBytes) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
