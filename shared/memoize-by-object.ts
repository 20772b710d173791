/**
 * Returns a function that calls `compute` once for each object, as long as the object is referenced. Only for objects
 * that never change.
 */
export function memoizeByObject<Key extends object, Value>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const cache = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const entry = cache.get(key);
    if (entry) return entry.value;
    const value = compute(key);
    cache.set(key, { value });
    return value;
  };
}
