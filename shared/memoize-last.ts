/** Returns a function that does not call `compute` again for the same key as the time before. */
export function memoizeLast<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  let last: { readonly key: Key; readonly value: Value } | undefined;
  return (key) => {
    if (!last || last.key !== key) last = { key, value: compute(key) };
    return last.value;
  };
}
