/** Waits for `work`, but no longer than `milliseconds`: whether it came to its end in time. Its failure is thrown. */
export async function within(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, milliseconds, false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
