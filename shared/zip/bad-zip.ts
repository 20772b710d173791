/**
 * - `damaged`: no zip archive, cut off, or inconsistent
 * - `unsafe-name`: a name that leads out of a folder
 * - `encrypted`
 * - `too-large`: more entries than are read
 * - `overlapping`: entries that share bytes, so that few bytes unpack to many
 * - `unknown-method`: a compression method that is not supported
 * - `duplicate`: two entries of one name
 */
export type BadZipCode =
  | 'damaged'
  | 'unsafe-name'
  | 'encrypted'
  | 'too-large'
  | 'overlapping'
  | 'unknown-method'
  | 'duplicate';

/** The archive cannot be read or trusted. The message gives the reason; `entry` names the entry at fault, if any. */
export class BadZip extends Error {
  readonly code: BadZipCode;
  readonly entry: string | undefined;
  constructor(code: BadZipCode, message: string, { entry, cause }: { entry?: string; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'BadZip';
    this.code = code;
    this.entry = entry;
  }
}
