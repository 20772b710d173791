/**
 * What a host (Electron or the browser host) offers beside the one handler. The core knows nothing of it; only the
 * API does. The renderer never names a path: it asks for a target, and hands the target's id back.
 */
export type HostServices = {
  readonly kind: 'electron' | 'browser';
  /**
   * Asks where to write a file. Null when the user cancelled. Electron shows the save dialog; the browser host
   * chooses a free name in `<data dir>/exports`, and the file can be downloaded from there.
   */
  chooseSaveTarget(suggestedName: string): Promise<SaveTarget | null>;
  /**
   * The file that the user wants opened. Electron asks with its open dialog; in the browser host the page has sent the
   * file before (`POST /incoming`), and names it by the id that it got. Null when the user cancelled, or when there is
   * no such upload.
   */
  chooseOpenFile(request: OpenFileRequest): Promise<OpenFile | null>;
  /** Shows the file in the desktop's file manager; false where the host cannot. */
  reveal(path: string): boolean;
  /**
   * A desktop notification; `pressed` is called when somebody presses it, with the window in front. Without effect in
   * the browser host, whose page raises its own.
   */
  notify(notice: { readonly title: string; readonly body: string }, pressed: () => void): void;
};

/** A place to write that the user, or the browser host, has chosen. */
export type SaveTarget = {
  readonly path: string;
  /** Where the finished file can be downloaded, in the browser host. */
  readonly downloadUrl?: string;
};

/** What kind of file is to be opened. */
export type OpenFileRequest = {
  /** Of the dialog. */
  readonly title: string;
  /** Name of the kind and its extensions without a dot. */
  readonly kind: string;
  readonly extensions: readonly string[];
  readonly uploadId: string | null;
};

/** A file that the user has chosen. */
export type OpenFile = {
  readonly path: string;
  /** As the user knows it. */
  readonly name: string;
  /** It was sent by the page and belongs to Sightline, which takes it away when it is not needed any more. */
  readonly isTemporary: boolean;
};
