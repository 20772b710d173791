import { z } from 'zod';
import { type Failure, type Result, succeed } from '../../shared/result.ts';
import { type DetectionFeed, decodeFeed } from '../../shared/results/detection-feed.ts';
import { toFailure } from './failure-error.ts';

const feedTimeout = 60_000;

/** All detections of the open workspace, packed for the map. Fails with `no-workspace` when none is open. */
export async function fetchFeed(): Promise<Result<DetectionFeed>> {
  try {
    const response = await fetch('/feed/detections', { signal: AbortSignal.timeout(feedTimeout) });
    if (!response.ok) return { ok: false, failure: await readFailure(response) };
    const decoder = new TextDecoder();
    return succeed(decodeFeed(await response.arrayBuffer(), (bytes) => decoder.decode(bytes)));
  } catch (error) {
    return { ok: false, failure: toFailure(error) };
  }
}

const refusalSchema = z.object({ kind: z.string().optional(), reason: z.string() });

async function readFailure(response: Response): Promise<Failure> {
  const refusal = refusalSchema.safeParse(await response.json().catch(() => undefined));
  if (!refusal.success) {
    return {
      code: 'server-error',
      message: `Sightline could not hand out the detections (${response.status}).`,
    };
  }
  const code = refusal.data.kind === 'no-workspace' ? 'no-workspace' : 'server-error';
  return { code, message: refusal.data.reason };
}
