import { type Failure, type Result, succeed } from '../../shared/result.ts';
import { type DetectionFeed, decodeFeed } from '../../shared/results/detection-feed.ts';
import { toFailure } from './failure-error.ts';

const feedTimeout = 60_000;
/** Hosts refuse addresses from some 16,000 characters on. */
const longestAddress = 4_000;

/** All detections of the open workspace, packed for the map. Fails with `no-workspace` when none is open. */
export async function fetchFeed(url = '/feed/detections'): Promise<Result<DetectionFeed>> {
  return fetchPacked(url, readFeed);
}

/** The feed of a message, without copying. Throws when it is not a whole feed. */
export function readFeed(message: ArrayBuffer): DetectionFeed {
  const decoder = new TextDecoder();
  return decodeFeed(message, (bytes) => decoder.decode(bytes));
}

/** A binary answer of Sightline's, read by `decode`; its refusals and whatever went wrong on the way are failures. */
export async function fetchPacked<T>(url: string, decode: (message: ArrayBuffer) => T): Promise<Result<T>> {
  try {
    const response = await ask(url);
    if (!response.ok) return { ok: false, failure: await readFailure(response) };
    return succeed(decode(await response.arrayBuffer()));
  } catch (error) {
    return { ok: false, failure: toFailure(error) };
  }
}

/** A question that is too long for an address, such as an outline, goes as a form. */
function ask(url: string): Promise<Response> {
  const signal = AbortSignal.timeout(feedTimeout);
  const [address = '', question] = url.split('?');
  if (question === undefined || url.length <= longestAddress) return fetch(url, { signal });
  return fetch(address, { signal, method: 'POST', body: new URLSearchParams(question) });
}

async function readFailure(response: Response): Promise<Failure> {
  const refusal: unknown = await response.json().catch(() => undefined);
  if (!isRefusal(refusal)) {
    return {
      code: 'server-error',
      message: `Sightline could not hand out the detections (${response.status}).`,
    };
  }
  const code = refusal.kind === 'no-workspace' ? 'no-workspace' : 'server-error';
  return { code, message: refusal.reason };
}

function isRefusal(value: unknown): value is { readonly kind?: unknown; readonly reason: string } {
  return typeof value === 'object' && value !== null && 'reason' in value && typeof value.reason === 'string';
}
