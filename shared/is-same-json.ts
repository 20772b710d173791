/**
 * Whether two JSON values say the same, whatever the order of members in their objects. Members that are undefined
 * count as absent. It compares an order that was sent with what the service stored, so depth costs no stack.
 */
export function sameRequest(one: unknown, other: unknown): boolean {
  const waiting: [unknown, unknown][] = [[one, other]];
  for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
    const [left, right] = pair;
    if (left === right) continue;
    const pairs = memberPairs(left, right);
    if (!pairs) return false;
    waiting.push(...pairs);
  }
  return true;
}

/** The members of two containers of the same kind and names, side by side; undefined if they cannot be equal. */
function memberPairs(left: unknown, right: unknown): [unknown, unknown][] | undefined {
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
