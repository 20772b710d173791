/** A span of time, epoch milliseconds UTC, end exclusive. */
export type TimeSpan = { readonly from: number; readonly to: number };

/** Returns the union of spans, sorted, without overlaps; empty and reversed spans are ignored. */
export function mergeTimeSpans(spans: readonly TimeSpan[]): TimeSpan[] {
  const merged: TimeSpan[] = [];
  for (const span of spans.filter(({ from, to }) => from < to).sort((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    if (last && span.from <= last.to) {
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    } else merged.push(span);
  }
  return merged;
}

/** Returns the intersection of two lists of spans, sorted, without overlaps. */
export function intersectTimeSpans(spans: readonly TimeSpan[], others: readonly TimeSpan[]): TimeSpan[] {
  return mergeTimeSpans(
    spans.flatMap((span) =>
      others.map((other) => ({ from: Math.max(span.from, other.from), to: Math.min(span.to, other.to) })),
    ),
  );
}

/** Returns the span from the first start to the last end; null without spans. */
export function enclosingTimeSpan(spans: readonly TimeSpan[]): TimeSpan | null {
  const merged = mergeTimeSpans(spans);
  const [first] = merged;
  const last = merged.at(-1);
  return first && last ? { from: first.from, to: last.to } : null;
}

/** Returns the total duration of the spans in milliseconds, with overlaps counted once. */
export function totalDuration(spans: readonly TimeSpan[]): number {
  return mergeTimeSpans(spans).reduce((sum, { from, to }) => sum + (to - from), 0);
}
