/**
 * The outcome of `work`, or `late` when it has not settled after `milliseconds`. `work` is not stopped then, and its
 * later outcome is ignored.
 */
export async function withTimeout<T, Late>(
  milliseconds: number,
  work: Promise<T>,
  late: Late,
): Promise<T | Late> {
  const timeout = Promise.withResolvers<Late>();
  const timer = setTimeout(timeout.resolve, milliseconds, late);
  try {
    return await Promise.race([work, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
