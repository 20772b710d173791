/** Answers by key within a bound of bytes; those that nobody has asked for longest go first. */
export type BoundedCache = {
  /** The kept answer, or what `compute` says; `bytesOf` tells how much room it takes. */
  get<T>(key: string, compute: () => T, bytesOf: (value: T) => number): T;
  clear(): void;
};

/** An empty cache. An answer that is larger than the bound is given out, but not kept. */
export function createBoundedCache(maxBytes: number): BoundedCache {
  const kept = new Map<string, { readonly value: unknown; readonly bytes: number }>();
  let bytes = 0;
  const forget = (key: string) => {
    bytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  return {
    get<T>(key: string, compute: () => T, bytesOf: (value: T) => number): T {
      const known = kept.get(key);
      if (known) {
        // Put last, so that the first is the one that nobody has asked for longest.
        kept.delete(key);
        kept.set(key, known);
        return known.value as T;
      }
      const value = compute();
      const size = bytesOf(value);
      if (size > maxBytes) return value;
      kept.set(key, { value, bytes: size });
      bytes += size;
      for (const oldest of kept.keys()) {
        if (bytes <= maxBytes) break;
        forget(oldest);
      }
      return value;
    },
    clear() {
      kept.clear();
      bytes = 0;
    },
  };
}
