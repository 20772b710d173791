/**
 * Whether two JSON values are equal, regardless of the order of object members. Undefined members count as absent.
 * The comparison does not recurse, because an input may come from the service and be deeply nested.
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  const pending: [unknown, unknown][] = [[one, other]];
  for (let pair = pending.pop(); pair; pair = pending.pop()) {
    const [left, right] = pair;
    if (left === right) continue;
    const pairs = pairMembers(left, right);
    if (!pairs) return false;
    pending.push(...pairs);
  }
  return true;
}

/** Pairs the members of two containers of the same kind and names; undefined if they cannot be equal. */
function pairMembers(left: unknown, right: unknown): [unknown, unknown][] | undefined {
  if (!isContainer(left) || !isContainer(right) || Array.isArray(left) !== Array.isArray(right))
    return undefined;
  const leftMembers = membersOf(left);
  const rightMembers = membersOf(right);
  if (leftMembers.size !== rightMembers.size) return undefined;
  const pairs: [unknown, unknown][] = [];
  for (const [name, value] of leftMembers) {
    if (!rightMembers.has(name)) return undefined;
    pairs.push([value, rightMembers.get(name)]);
  }
  return pairs;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function membersOf(container: object): Map<string, unknown> {
  return new Map(Object.entries(container).filter(([, value]) => value !== undefined));
}
