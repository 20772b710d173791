/** Whether the nightly run `npm run test:long` is under way, and not `npm test`. */
export const isLongRun = process.env.SIGHTLINE_TEST_LONG === '1';

/**
 * Number of repetitions of what a test draws at random: `usual` times in `npm test`, `long` times in the nightly run.
 */
export function repetitions(usual: number, long: number): number {
  return isLongRun ? long : usual;
}
