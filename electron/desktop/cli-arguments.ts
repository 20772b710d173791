/**
 * The arguments of the command line when the app is started as one (`--cli -- export …`), else undefined. Nothing after
 * `--` is read by Chromium, and Electron does not take an argument such as `name:value` for an address.
 */
export function cliArguments(args: readonly string[]): readonly string[] | undefined {
  const at = args.indexOf('--cli');
  if (at < 0) return undefined;
  return args.slice(args[at + 1] === '--' ? at + 2 : at + 1);
}
