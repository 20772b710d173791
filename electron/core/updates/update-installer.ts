import type { AvailableUpdate } from '../../../shared/settings/updates.ts';

/** A server or folder with the description of an update and its package. Reading rejects with a message for the user. */
export type UpdateSource = {
  /** The URL of the folder, for resolving file names; an invented one for a folder of this computer. */
  readonly baseUrl: string;
  /** The server or the folder, for display. */
  readonly name: string;
  read(
    url: URL,
    options: { readonly maxBytes: number; onReceived?(bytes: number): void; readonly signal?: AbortSignal },
  ): Promise<Uint8Array>;
};

/** The version that a source offers; `isNewer` than the one that runs. */
export type OfferedUpdate = Omit<AvailableUpdate, 'from'> & { readonly isNewer: boolean };

/** Installer of updates on this system; only the Electron host has it. */
export type UpdateInstaller = {
  /** Reason why this installation cannot be updated, with what to do instead, or null. */
  readonly problem: string | null;
  /** Verification on this system before an update is installed. */
  readonly verification: string;
  /** Reads the description of an update. Rejects when it cannot be read. */
  find(source: UpdateSource): Promise<OfferedUpdate>;
  /** Fetches the package of the version that was found last. Rejects when its checksum or a required signature is wrong. */
  fetchPackage(onReceived: (bytes: number) => void): Promise<void>;
  /** Ends Sightline, installs the package that was fetched and starts the new version. */
  installAndRestart(): void;
};
