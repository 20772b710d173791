import type { Result } from '../../../shared/result.ts';

/** The logs, and the report on a problem. Nothing is sent anywhere. */
export type Diagnostics = {
  /** The folder of the logs. */
  readonly logFolder: string;
  /** The text of the report, as `save` will write it. */
  collect(): Promise<string>;
  /** Writes the text that was collected last. Fails with `not-found` before that, and with `disk`. */
  save(file: string): Promise<Result<void>>;
};
