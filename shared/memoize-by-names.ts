/** Maximum number of remembered names, which data from outside choose, and of names of an object that is remembered. */
const maxNodes = 20_000;
const maxNames = 500;

type Node<Value> = { readonly next: Map<string, Node<Value>>; value?: Value };

/** Returns a function that calls `make` once for all objects with the same names of members in the same order. */
export function memoizeByNames<Value extends object>(
  make: (names: readonly string[]) => Value,
): (members: object) => Value {
  let root: Node<Value> = { next: new Map() };
  let count = 0;
  const nodeOf = (names: readonly string[]): Node<Value> => {
    let node = root;
    for (const name of names) {
      let next = node.next.get(name);
      if (!next) {
        next = { next: new Map() };
        node.next.set(name, next);
        count += 1;
      }
      node = next;
    }
    if (count > maxNodes) {
      root = { next: new Map() };
      count = 0;
    }
    return node;
  };
  let last: { readonly names: readonly string[]; readonly value: Value } | undefined;
  return (members) => {
    // Objects in a row mostly have the same names.
    if (last && hasNames(members, last.names)) return last.value;
    const names = Object.keys(members);
    if (names.length > maxNames) return make(names);
    const node = nodeOf(names);
    node.value ??= make(names);
    last = { names, value: node.value };
    return node.value;
  };
}

/** Without a list of the names, which takes longer to make; the loop would also visit inherited ones. */
function hasNames(members: object, names: readonly string[]): boolean {
  if (Object.getPrototypeOf(members) !== Object.prototype) return false;
  let count = 0;
  for (const name in members) {
    if (names[count] !== name) return false;
    count += 1;
  }
  return count === names.length;
}
