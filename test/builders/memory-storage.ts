/** A `Storage` in memory. With `isFull` it refuses to be written, as a browser's does without space. */
export function memoryStorage(items: Readonly<Record<string, string>> = {}, isFull = false): Storage {
  const stored = new Map(Object.entries(items));
  return {
    get length() {
      return stored.size;
    },
    key: (index) => [...stored.keys()][index] ?? null,
    getItem: (key) => stored.get(key) ?? null,
    setItem(key, value) {
      if (isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      stored.set(key, value);
    },
    removeItem: (key) => void stored.delete(key),
    clear: () => stored.clear(),
  };
}
