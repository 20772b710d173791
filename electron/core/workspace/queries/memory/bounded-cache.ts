/** Results by key, up to a number of bytes; the least recently used are evicted first. */
export type BoundedCache = {
  /** The cached result, or that of `compute`; `bytesOf` returns its size. */
  get<T>(key: string, compute: () => T, bytesOf: (value: T) => number): T;
  clear(): void;
};

/** An empty cache. A result that is larger than the limit is returned, but not cached. */
export function createBoundedCache(maxBytes: number): BoundedCache {
  const entries = new Map<string, { readonly value: unknown; readonly bytes: number }>();
  let bytes = 0;
  const evict = (key: string) => {
    bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  return {
    get<T>(key: string, compute: () => T, bytesOf: (value: T) => number): T {
      const known = entries.get(key);
      if (known) {
        // Reinserted last, so that the first entry is the least recently used.
        entries.delete(key);
        entries.set(key, known);
        return known.value as T;
      }
      const value = compute();
      const size = bytesOf(value);
      if (size > maxBytes) return value;
      entries.set(key, { value, bytes: size });
      bytes += size;
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) break;
        evict(oldest);
      }
      return value;
    },
    clear() {
      entries.clear();
      bytes = 0;
    },
  };
}
