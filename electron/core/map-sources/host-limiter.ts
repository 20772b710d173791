import type { Failure } from '../../../shared/result.ts';
import { createLimiter, type Limiter } from '../base/limiter.ts';

/** Limits concurrent requests per host, with a backoff for hosts that fail. */
export type HostLimiter = {
  /**
   * Runs the task once the host has a free slot. Rejects with the signal's reason when it aborts while waiting.
   */
  run<T>(host: string, signal: AbortSignal | undefined, task: () => Promise<T>): Promise<T>;
  /** The failure of the host's current backoff; undefined when requests may be sent. */
  backoffFailure(host: string): Failure | undefined;
  /** Starts a backoff of the host with this failure. */
  backOff(host: string, failure: Failure, milliseconds: number): void;
  /** Ends the backoff of the host. */
  clearBackoff(host: string): void;
};

type Host = { readonly limiter: Limiter; backoff?: { failure: Failure; until: number } };

/** At most `maxRequests` concurrent requests per host, in FIFO order. */
export function createHostLimiter(maxRequests: number, now: () => number = Date.now): HostLimiter {
  const hosts = new Map<string, Host>();
  const hostOf = (name: string) => {
    const host = hosts.get(name) ?? { limiter: createLimiter(maxRequests) };
    hosts.set(name, host);
    return host;
  };
  return {
    run: (name, signal, task) => hostOf(name).limiter.run(task, signal),
    backoffFailure(name) {
      const rest = hosts.get(name)?.backoff;
      return rest && rest.until > now() ? rest.failure : undefined;
    },
    backOff(name, failure, milliseconds) {
      hostOf(name).backoff = { failure, until: now() + milliseconds };
    },
    clearBackoff(name) {
      delete hosts.get(name)?.backoff;
    },
  };
}
