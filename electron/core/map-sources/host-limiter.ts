import type { Failure } from '../../../shared/result.ts';
import { createLimiter, type Limiter } from '../base/limiter.ts';

type Host = { readonly limiter: Limiter; backoff?: { failure: Failure; until: number } };

/** Lets each host have at most `maxRequests` concurrent requests, in FIFO order, with a backoff for hosts that fail. */
export function createHostLimiter(maxRequests: number, now: () => number = Date.now) {
  const hosts = new Map<string, Host>();
  const hostOf = (name: string) => {
    const host = hosts.get(name) ?? { limiter: createLimiter(maxRequests) };
    hosts.set(name, host);
    return host;
  };
  return {
    /** Runs the task once the host has a free slot. Rejects with the signal's reason when it aborts while waiting. */
    run: <T>(name: string, signal: AbortSignal | undefined, task: () => Promise<T>): Promise<T> =>
      hostOf(name).limiter.run(task, signal),
    /** The failure of the host's current backoff; undefined when requests may be sent. */
    backoffFailure(name: string): Failure | undefined {
      const rest = hosts.get(name)?.backoff;
      return rest && rest.until > now() ? rest.failure : undefined;
    },
    backOff(name: string, failure: Failure, milliseconds: number): void {
      hostOf(name).backoff = { failure, until: now() + milliseconds };
    },
    clearBackoff(name: string): void {
      delete hosts.get(name)?.backoff;
    },
  };
}

export type HostLimiter = ReturnType<typeof createHostLimiter>;
