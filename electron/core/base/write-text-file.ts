import { fail, type Result, succeed } from '../../../shared/result.ts';
import { writePartAndPublish } from './part-files.ts';
import { describeWriteError } from './write-error.ts';

/** Writes a text file whole or not at all. Fails with `disk`, naming the file. */
export async function writeTextFile(path: string, text: string): Promise<Result<undefined>> {
  try {
    await writePartAndPublish(path, text);
    return succeed(undefined);
  } catch (error) {
    return fail('disk', describeWriteError(error, path));
  }
}
