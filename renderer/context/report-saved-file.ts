import type { Failure } from '../../shared/result.ts';
import { downloadFile } from '../ui/download-file.ts';
import { notifyFailure, notifyInfo } from '../ui/notify.tsx';

/** A file that the host has written; null when the user cancelled. `downloadUrl` is set if the browser can download it. */
type SavedFile = {
  readonly name: string;
  readonly path: string;
  readonly downloadUrl?: string | undefined;
} | null;

type Saved =
  | { readonly ok: true; readonly value: SavedFile }
  | { readonly ok: false; readonly failure: Failure };

/** Lets the browser download a saved file and names it, or shows why it was not saved. Silent when the user cancelled. */
export function reportSavedFile(
  saved: Saved,
  texts: {
    readonly failed: string;
    readonly saved: (path: string) => string;
    readonly downloaded: (name: string) => string;
  },
): void {
  if (!saved.ok) {
    notifyFailure(saved.failure, texts.failed);
    return;
  }
  if (!saved.value) return;
  const { name, path, downloadUrl } = saved.value;
  if (downloadUrl === undefined) {
    notifyInfo(texts.saved(path));
    return;
  }
  downloadFile(downloadUrl, name);
  notifyInfo(texts.downloaded(name));
}
