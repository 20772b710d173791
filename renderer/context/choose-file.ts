import { type Result, succeed } from '../../shared/result.ts';
import type { OpenedFile } from '../../shared/workspace/opened-file.ts';
import { type QuerySource, readHostKind } from '../api/read-query.ts';
import { type UploadProgress, uploadFile } from '../api/upload-file.ts';
import { toFailure } from '../ui/failure-error.ts';
import { pickFiles } from '../ui/pick-files.ts';

type FileChoiceOptions = {
  /** A file that the user opened in the desktop's file manager; no dialog is shown. */
  readonly offered?: OpenedFile | null;
  /** Ends the upload. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: UploadProgress) => void;
};

/**
 * Lets the user choose a file: with the desktop's dialog, or in a browser with the browser's, whose file is then
 * uploaded. `inspect` requests from the main process what the file is. Null: the user cancelled. Must be called from a
 * click or key press.
 */
export async function chooseFile<T>(
  app: QuerySource,
  extensions: string,
  inspect: (uploadId: string | null) => Promise<Result<T | null>>,
  { offered = null, ...upload }: FileChoiceOptions = {},
): Promise<Result<T | null>> {
  try {
    if (offered) return await inspect(offered.id);
    if (readHostKind(app) !== 'browser') return await inspect(null);
    const [file] = await pickFiles(extensions);
    if (!file) return succeed(null);
    const sent = await uploadFile(file, upload);
    return sent.ok ? await inspect(sent.value) : sent;
  } catch (error) {
    return { ok: false, failure: toFailure(error) };
  }
}
