/** A time to wait in words, in the largest unit that leaves at least two: `45 s`, `3 min`, `24 h`, `12 days`, `more than a year`. */
export function waitWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`;
  return seconds < 31_536_000 ? `${Math.round(seconds / 86_400)} days` : 'more than a year';
}
