/** Most numbers that are suggested. */
const maxNumbers = 8;

/** Round numbers (1, 2 or 5 times a power of ten apart) from `from` to `to`; none when the range is empty. */
export function roundNumbersBetween(from: number, to: number): readonly number[] {
  const span = to - from;
  if (!Number.isFinite(span) || span < 0) return [];
  if (span === 0) return [from];
  const rough = span / maxNumbers;
  const power = Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((one) => one * 10 ** power >= rough) ?? 10;
  const step = factor * 10 ** power;
  const first = Math.ceil(from / step);
  const last = Math.floor(to / step);
  // Multiples of 0.1 are no exact binary numbers; their decimals are cut to those of the step.
  const decimals = Math.min(100, Math.max(0, -power));
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toFixed(decimals)),
  );
}
