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
