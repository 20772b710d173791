/** Long work in short steps, between which its thread performs other calls. The last step returns the result. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Performs all remaining steps, one right after another. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
