import { type Failure, type Result, succeed } from '../../shared/result.ts';
import { type DetectionFeed, decodeFeed } from '../../shared/results/detection-feed.ts';
import { toFailure } from '../ui/failure-error.ts';

const feedTimeoutMs = 60_000;
/** Hosts reject URLs of about 16,000 characters and more. */
const maxUrlLength = 4_000;

/** All detections of the open workspace, packed for the map. Fails with `no-workspace` when none is open. */
export async function fetchFeed(url = '/feed/detections'): Promise<Result<DetectionFeed>> {
  return fetchBinary(url, decodeFeedBuffer);
}

/** Decodes a feed without copying it. Throws when the feed is not complete. */
export function decodeFeedBuffer(message: ArrayBuffer): DetectionFeed {
  const decoder = new TextDecoder();
  return decodeFeed(message, (bytes) => decoder.decode(bytes));
}

/** Fetches a binary response and decodes it; error responses and network errors become failures. */
export async function fetchBinary<T>(url: string, decode: (message: ArrayBuffer) => T): Promise<Result<T>> {
  try {
    const response = await sendFeedRequest(url);
    if (!response.ok) return { ok: false, failure: await readFailure(response) };
    return succeed(decode(await response.arrayBuffer()));
  } catch (error) {
    return { ok: false, failure: toFailure(error) };
  }
}

/** A query that is too long for a URL, such as an outline, is sent as a form. */
function sendFeedRequest(url: string): Promise<Response> {
  const signal = AbortSignal.timeout(feedTimeoutMs);
  const [address = '', query] = url.split('?');
  if (query === undefined || url.length <= maxUrlLength) return fetch(url, { signal });
  return fetch(address, { signal, method: 'POST', body: new URLSearchParams(query) });
}

async function readFailure(response: Response): Promise<Failure> {
  const refusal: unknown = await response.json().catch(() => undefined);
  if (!isErrorBody(refusal)) {
    return {
      code: 'server-error',
      message: `Sightline could not send the detections (${response.status}).`,
    };
  }
  const code = refusal.kind === 'no-workspace' ? 'no-workspace' : 'server-error';
  return { code, message: refusal.reason };
}

function isErrorBody(value: unknown): value is { readonly kind?: unknown; readonly reason: string } {
  return typeof value === 'object' && value !== null && 'reason' in value && typeof value.reason === 'string';
}
