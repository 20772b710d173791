import type { Failure } from '../../../shared/result.ts';

/** Keeps requests to each server few, and lets a server that cannot be reached rest. */
export type HostGate = {
  /**
   * Carries out the work once there is a place for the host. Rejects with the signal's reason when it aborts while
   * waiting.
   */
  pass<T>(host: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T>;
  /** Why the host is not to be asked just now; undefined when it may be. */
  resting(host: string): Failure | undefined;
  /** Lets the host rest for so many milliseconds, and answers everybody with this meanwhile. */
  rest(host: string, failure: Failure, milliseconds: number): void;
  /** The host has answered: it may be asked. */
  wake(host: string): void;
};

type Host = { free: number; readonly waiting: (() => void)[]; rest?: { failure: Failure; until: number } };

/** At most `places` requests to a host at the same time, in the order they came. */
export function createHostGate(places: number, now: () => number = Date.now): HostGate {
  const hosts = new Map<string, Host>();
  const hostOf = (name: string) => {
    const host = hosts.get(name) ?? { free: places, waiting: [] };
    hosts.set(name, host);
    return host;
  };
  const take = (host: Host, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      if (host.free > 0) {
        host.free -= 1;
        return resolve();
      }
      const enter = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        host.waiting.splice(host.waiting.indexOf(enter), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      host.waiting.push(enter);
    });
  return {
    async pass(name, signal, work) {
      const host = hostOf(name);
      await take(host, signal);
      try {
        return await work();
      } finally {
        const next = host.waiting.shift();
        if (next) next();
        else host.free += 1;
      }
    },
    resting(name) {
      const rest = hosts.get(name)?.rest;
      return rest && rest.until > now() ? rest.failure : undefined;
    },
    rest(name, failure, milliseconds) {
      hostOf(name).rest = { failure, until: now() + milliseconds };
    },
    wake(name) {
      delete hosts.get(name)?.rest;
    },
  };
}
