import type { OpenedFile } from '../shared/workspace/opened-file.ts';
import type { ChosenFile } from './core/base/file-ids.ts';

/**
 * Services of a host (Electron or the browser host) other than the request handler. Used by the API, not by the core.
 * The renderer never passes a path: it requests a target from the host.
 */
export type HostServices = {
  readonly kind: 'electron' | 'browser';
  /**
   * Asks the user for a file to write. Null when the user cancelled. Electron shows the save dialog. The browser host
   * chooses an unused name in `<data dir>/exports`, from where the file can be downloaded.
   */
  chooseSaveTarget(suggestedName: string): Promise<SaveTarget | null>;
  /** Asks the user for a folder to write into. Null when the user cancelled, and in the browser host, which has only files. */
  chooseSaveFolder(title: string): Promise<string | null>;
  /**
   * Asks the user for a file to open. Electron shows the open dialog. In the browser host the page has uploaded the
   * file before (`/incoming`), and passes the id of the upload. Null when the user cancelled, or when there is no such
   * upload. With the id of an upload or of an opened file, Electron returns that one without a dialog.
   */
  chooseOpenFile(request: OpenFileRequest): Promise<ChosenFile | null>;
  /**
   * Asks the user for any number of files to open, or for one folder. Electron shows the open dialog. The browser host
   * returns none, because its page uploads the files and passes their ids to `chooseOpenFile`. None when the user
   * cancelled.
   */
  chooseOpenFiles(
    request: Omit<OpenFileRequest, 'uploadId'> & { readonly from: 'files' | 'folder' },
  ): Promise<readonly ChosenFile[]>;
  /** The file that the user opened with Sightline last, once; null in the browser host. */
  takeOpenedFile(): OpenedFile | null;
  /** Shows the file in the desktop's file manager; false where the host cannot. */
  reveal(path: string): boolean;
  /** Prints an HTML document without scripts to PDF, on the pages that its style determines; null where the host cannot. */
  printPdf(html: string): Promise<Uint8Array | null>;
  /** Opens a folder in the desktop's file manager; false where the host cannot. */
  openFolder(path: string): Promise<boolean>;
  /**
   * Shows a desktop notification; `onClick` is called when the user clicks it, after the window was brought to the
   * front. Without effect in the browser host, whose page shows its notifications itself.
   */
  notify(notification: { readonly title: string; readonly body: string }, onClick: () => void): void;
};

/** A file to write, chosen by the user or by the browser host. */
export type SaveTarget = {
  readonly path: string;
  /** Address of the finished file, in the browser host. */
  readonly downloadUrl?: string;
};

/** The kind of file to open. */
export type OpenFileRequest = {
  /** Title of the dialog. */
  readonly title: string;
  /** Name of the kind and its extensions without a dot. */
  readonly kind: string;
  readonly extensions: readonly string[];
  readonly uploadId: string | null;
};
