import { type Result, succeed } from '../../shared/result.ts';
import type { OpenedFile } from '../../shared/workspace/opened-file.ts';
import { hostKindQuery } from '../api/live-queries.ts';
import { type QuerySource, readQuery } from '../api/read-query.ts';
import { uploadFile } from '../api/upload-file.ts';
import { toFailure } from '../ui/failure-error.ts';
import { pickFiles } from '../ui/pick-files.ts';

/**
 * Lets the user choose a file: with the desktop's dialog, or in a browser with the browser's, whose file is then
 * uploaded. `inspect` asks the main process what the file is. Null: the user cancelled. Must be called from a click or
 * key press. With `offered`, a file that the user opened in the desktop's file manager, nothing is asked. `signal` ends the
 * upload.
 */
export async function chooseFile<T>(
  app: QuerySource,
  extensions: string,
  inspect: (uploadId: string | null) => Promise<Result<T | null>>,
  onUploadStart: (file: File) => void,
  offered: OpenedFile | null = null,
  signal?: AbortSignal,
): Promise<Result<T | null>> {
  try {
    let uploadId: string | null = null;
    if (offered) return await inspect(offered.id);
    if (readQuery(app, hostKindQuery) === 'browser') {
      const [file] = await pickFiles(extensions);
      if (!file) return succeed(null);
      onUploadStart(file);
      const sent = await uploadFile(file, signal);
      if (!sent.ok) return sent;
      uploadId = sent.value;
    }
    return await inspect(uploadId);
  } catch (error) {
    return { ok: false, failure: toFailure(error) };
  }
}
