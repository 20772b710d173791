import type { Steps } from '../../base/steps.ts';

/** Results of repeated queries, cached until their data changes. */
export type QueryCache = {
  /** The cached result of this key, or that of `compute`. Keys name the query and all that it depends on. */
  get<T>(key: string, compute: () => T): T;
  /** The same in steps, which may go on while data change; a result of former data is not cached. */
  inSteps<T>(key: string, compute: () => Steps<T>): Steps<T>;
};

const maxResults = 64;

/** An empty cache. All results become invalid when the value of `readVersion` changes. */
export function createQueryCache(readVersion: () => string): QueryCache {
  const results = new Map<string, unknown>();
  let version = '';
  const update = (): string => {
    const current = readVersion();
    if (current !== version) results.clear();
    version = current;
    return current;
  };
  const save = (key: string, result: unknown) => {
    // Reinserted last, so that the first entry is the least recently used.
    results.delete(key);
    results.set(key, result);
    const [oldestKey] = results.keys();
    if (results.size > maxResults && oldestKey !== undefined) results.delete(oldestKey);
  };
  return {
    get<T>(key: string, compute: () => T): T {
      update();
      const result = results.has(key) ? (results.get(key) as T) : compute();
      save(key, result);
      return result;
    },
    *inSteps<T>(key: string, compute: () => Steps<T>): Steps<T> {
      const begun = update();
      const result = results.has(key) ? (results.get(key) as T) : yield* compute();
      if (version === begun) save(key, result);
      return result;
    },
  };
}
