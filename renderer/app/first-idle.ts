/** A busy page does without the rest of its code for so long at most. */
const maxWaitMs = 2000;

/** Resolves in the first free moment of the page, or after two seconds. */
export function firstIdle(): Promise<void> {
  return new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: maxWaitMs }));
}
