/** Whether a value of JSON is nested deeper than `depth` levels. Stops there, so that hostile nesting costs no stack. */
export function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  for (const key in value) {
    if (isDeeperThan((value as Readonly<Record<string, unknown>>)[key], depth - 1)) return true;
  }
  return false;
}
