import path from 'node:path';

/**
 * The folder given as `--data-dir DIR` or `--data-dir=DIR`, absolute; undefined when there is none. Other arguments are
 * ignored, since they belong to Chromium.
 */
export function dataDirFlag(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => arg === '--data-dir' || arg.startsWith('--data-dir='));
  const given = args[at]?.split('=').slice(1).join('=') || args[at + 1];
  return at < 0 || !given ? undefined : path.resolve(given);
}
