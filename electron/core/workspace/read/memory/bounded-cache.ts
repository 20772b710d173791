import type { Steps } from '../../../base/steps.ts';
import type { ColumnStore, StoredDetections } from './column-store.ts';

/** Returns the cache of each state of the detections that is in use; that of any other is dropped. */
export function createStateCaches(
  { isInUse }: Pick<ColumnStore, 'isInUse'>,
  maxBytes: number,
): (detections: StoredDetections) => BoundedCache {
  const caches = new Map<number, BoundedCache>();
  return ({ rowsVersion }) => {
    for (const version of caches.keys()) if (!isInUse(version)) caches.delete(version);
    const cache = caches.get(rowsVersion) ?? createBoundedCache(maxBytes);
    caches.set(rowsVersion, cache);
    return cache;
  };
}

/** An empty cache, with sizes in any unit. A result that is larger than the limit is returned, but not cached. */
export function createBoundedCache(maxSize: number) {
  const entries = new Map<string, { readonly value: unknown; readonly size: number }>();
  const computing = new Map<string, Steps<unknown>>();
  const waiting = new Map<string, number>();
  let total = 0;
  const evict = (key: string) => {
    total -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  };
  const find = (key: string) => {
    const known = entries.get(key);
    if (!known) return undefined;
    // Reinserted last, so that the first entry is the least recently used.
    entries.delete(key);
    entries.set(key, known);
    return known;
  };
  const save = (key: string, value: unknown, size: number) => {
    if (size > maxSize) return;
    entries.set(key, { value, size });
    total += size;
    for (const oldest of entries.keys()) {
      if (total <= maxSize) break;
      evict(oldest);
    }
  };
  /** Ends the computation of a result when all that requested it were stopped, so that it releases what it holds. */
  const leave = (key: string) => {
    const others = (waiting.get(key) ?? 0) - 1;
    if (others > 0) {
      waiting.set(key, others);
      return;
    }
    waiting.delete(key);
    const left = computing.get(key);
    computing.delete(key);
    left?.return(undefined);
  };
  return {
    /** The cached result, or that of `compute`; `sizeOf` returns its size. */
    get<T>(key: string, compute: () => T, sizeOf: (value: T) => number): T {
      const known = find(key);
      if (known) return known.value as T;
      const value = compute();
      save(key, value, sizeOf(value));
      return value;
    },
    /** The same in steps. A request for a result that is being computed continues with the same steps. */
    *inSteps<T>(key: string, compute: () => Steps<T>, sizeOf: (value: T) => number): Steps<T> {
      waiting.set(key, (waiting.get(key) ?? 0) + 1);
      try {
        for (;;) {
          const known = find(key);
          if (known) return known.value as T;
          const steps = (computing.get(key) as Steps<T> | undefined) ?? compute();
          computing.set(key, steps);
          let step: IteratorResult<undefined, T>;
          try {
            step = steps.next();
          } catch (error) {
            computing.delete(key);
            throw error;
          }
          if (step.done) {
            computing.delete(key);
            save(key, step.value, sizeOf(step.value));
            return step.value;
          }
          yield;
        }
      } finally {
        leave(key);
      }
    },
  };
}

/** Results by key, up to a sum of their sizes; the least recently used are evicted first. */
export type BoundedCache = ReturnType<typeof createBoundedCache>;
