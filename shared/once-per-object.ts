/**
 * A function that works `work` out once for each object and answers from memory after that, for as long as somebody
 * holds the object. Only for objects that never change.
 */
export function oncePerObject<Key extends object, Value>(work: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const found = known.get(key) ?? { value: work(key) };
    known.set(key, found);
    return found.value;
  };
}
