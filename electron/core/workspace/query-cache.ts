/** Results of repeated queries, cached until their data changes. */
export type QueryCache = {
  /** The cached result of this key, or that of `compute`. Keys name the query and all that it depends on. */
  get<T>(key: string, compute: () => T): T;
};

const maxResults = 64;

/** An empty cache. All results become invalid when the value of `readVersion` changes. */
export function createQueryCache(readVersion: () => string): QueryCache {
  const results = new Map<string, unknown>();
  let version = '';
  return {
    get<T>(key: string, compute: () => T): T {
      const current = readVersion();
      if (current !== version) results.clear();
      version = current;
      const result = results.has(key) ? (results.get(key) as T) : compute();
      // Reinserted last, so that the first entry is the least recently used.
      results.delete(key);
      results.set(key, result);
      const [oldestKey] = results.keys();
      if (results.size > maxResults && oldestKey !== undefined) results.delete(oldestKey);
      return result;
    },
  };
}
