/** Whether lists and objects of a JSON value are nested in more than `depth` levels. Depth costs no call stack. */
export function isDeeperThan(value: unknown, depth: number): boolean {
  let level: readonly unknown[] = [value];
  for (let levels = 0; levels <= depth; levels += 1) {
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
    if (level.length === 0) return false;
  }
  return true;
}
