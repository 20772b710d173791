import { type Result, succeed } from '../../../shared/result.ts';
import { writePartAndPublish } from './part-files.ts';
import { writeFailure } from './write-error.ts';

/** Writes a file whole or not at all. Fails with `disk`, naming the file. */
export async function writeWholeFile(path: string, content: string | Uint8Array): Promise<Result<undefined>> {
  try {
    await writePartAndPublish(path, content);
    return succeed(undefined);
  } catch (error) {
    return { ok: false, failure: writeFailure(error, path) };
  }
}
