const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A span of time in its two largest units, rounded down: `3 d 4 h`, `2 h 5 m`, `12 m`, `40 s`. */
export function formatTimeSpent(milliseconds: number): string {
  const whole = (span: number, unit: number) => Math.floor(span / unit);
  if (milliseconds >= day) return `${whole(milliseconds, day)} d ${whole(milliseconds % day, hour)} h`;
  if (milliseconds >= hour) return `${whole(milliseconds, hour)} h ${whole(milliseconds % hour, minute)} m`;
  if (milliseconds >= minute) return `${whole(milliseconds, minute)} m`;
  return `${whole(milliseconds, 1000)} s`;
}
