/** Maximum age of a replayed key press: an older one would act on newer content. */
const maxAgeMs = 10_000;

/** Those of these keys that may still act. `now` in milliseconds as `performance.now()`. */
export function recentKeys<Key extends Pick<KeyboardEvent, 'timeStamp'>>(
  keys: readonly Key[],
  now: number,
): readonly Key[] {
  return keys.filter(({ timeStamp }) => now - timeStamp < maxAgeMs);
}
