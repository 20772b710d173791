/** Long work in short steps, between which its thread performs other calls. The last step returns the result. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Whether a result comes in steps: no value that can be posted has a method. */
export function isSteps(value: unknown): value is Steps<unknown> {
  return typeof value === 'object' && value !== null && 'next' in value && typeof value.next === 'function';
}

/** Performs all remaining steps, one right after another. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Entries of a typed array that are moved or counted in one step, some ten milliseconds. */
const entriesInStep = 2 ** 18;

/**
 * Performs a loop over `length` entries in steps. The loop itself is a plain function, which V8 optimizes better than one
 * that yields.
 */
export function* inRanges(length: number, perform: (from: number, to: number) => void): Steps<void> {
  for (let from = 0; from < length; from += entriesInStep) {
    perform(from, Math.min(from + entriesInStep, length));
    yield;
  }
}
