import type { SetAside } from '../file/set-file-aside.ts';
import type { StatedRecord } from '../ingest/check-imported-records.ts';
import type { FetchedPage } from '../ingest/fetched-page.ts';
import type { ImportedPageOutcome, IngestOutcome } from '../ingest/ingest-page.ts';
import type { ReadStore } from '../read/read-store.ts';
import type { WorkspaceDamage } from '../safety/describe-damage.ts';
import type { PageCheck } from '../safety/page-sums.ts';
import type { WriteStore } from '../tables/write-store.ts';

/** A method whose result comes from a thread. */
type Remote<Method, More extends readonly unknown[] = []> = Method extends (
  ...args: infer Args
) => infer Result
  ? (...args: [...Args, ...More]) => Promise<Result>
  : never;

/** The reads, in the main process. One that takes long is stopped by the signal, and rejects with `CallStopped` then. */
type RemoteReads = {
  readonly [Name in keyof ReadStore]: Remote<ReadStore[Name], [signal?: AbortSignal | undefined]>;
};

type RemoteWrites = { readonly [Name in keyof WriteStore]: Remote<WriteStore[Name]> };

/** Knowledge of the file once it is open. */
export type OpenedWorkspaceFile = {
  /** Reason why the file may not be written (a newer schema, a read-only disk), or undefined. */
  readonly readOnly: string | undefined;
  /** The unusable file that was set aside at opening, with a new one created in its place; undefined otherwise. */
  readonly setAside: SetAside | undefined;
  /**
   * The state to compare the file with; undefined when it was not closed in order or another program has written it.
   */
  readonly pageCheck: PageCheck | undefined;
};

/**
 * A workspace file behind its workers: `ReadStore` and `WriteStore` from outside. Writes are done in the order they came.
 * A read sees every write that had been acknowledged when it was requested, and does not wait for writes in progress.
 */
export type Workspace = RemoteReads &
  Omit<RemoteWrites, 'ingestPage' | 'ingestImportedPage'> &
  OpenedWorkspaceFile & {
    /**
     * Ingests a page. Rejects at once with the signal's reason when it aborts before the page is being written; nothing
     * of the page is in the file then.
     */
    ingestPage(page: FetchedPage, signal?: AbortSignal): Promise<IngestOutcome>;
    /** Begins with a page that is going to be ingested with the same body and signal, while the one before is written. */
    preparePage(page: FetchedPage, signal?: AbortSignal): void;
    /** The body is handed over to the thread that writes: it must have memory of its own, and is empty afterwards. */
    ingestImportedPage(page: FetchedPage, stated: readonly StatedRecord[]): Promise<ImportedPageOutcome>;
    readonly path: string;
    /** Whether it refuses writes only for a while: this is what `refusingWrites` returned. */
    readonly isFrozen: boolean;
    /** The kind of network drive the file is on; undefined on a local disk. */
    readonly networkDrive: string | undefined;
    /** The file, open for reading: nothing else may open and close it outside of SQLite (`PageCheck.descriptor`). */
    readonly descriptor: number | undefined;
    /** The same workspace with all writes rejected; `reason` is the message of the rejection. */
    refusingWrites(reason: string): Workspace;
    /**
     * From now on rejects writes through every view of the workspace with the message, all but `detectEdits`; undefined
     * ends that. What began before the workspace was frozen would write into a file that is about to be replaced.
     */
    refuseWrites(reason: string | undefined): void;
    /** Number of writes requested since it was opened, not counting fetched pages. */
    writeCount(): number;
    /** Called with the damage that the comparison has found. */
    reportDamage(damage: WorkspaceDamage): void;
    /** Damage found by the comparison; undefined when there is none, or the comparison has not ended. */
    knownDamage(): WorkspaceDamage | undefined;
    /** Checkpoints, sets `journal_mode=DELETE` so that the file can be copied, and ends the worker. */
    close(): Promise<void>;
  };
