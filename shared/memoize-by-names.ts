/** Maximum number of remembered names, which data from outside choose. */
const maxNodes = 20_000;

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
    const names = Object.keys(members);
    // Objects in a row mostly have the same names.
    if (last && isSame(names, last.names)) return last.value;
    const node = nodeOf(names);
    node.value ??= make(names);
    last = { names, value: node.value };
    return node.value;
  };
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false;
  return true;
}
