import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { explainError } from '../../../shared/error-text.ts';
import { fail, failFrom, type Result, succeed } from '../../../shared/result.ts';
import { withTimeout } from '../base/with-timeout.ts';
import { newestCopyOf } from '../workspace/file/safety-copy-names.ts';
import { type SetAside, setAsideName, setFileAside } from '../workspace/file/set-file-aside.ts';
import { WorkspaceUnresponsive } from '../workspace/open/open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import { readFileId } from '../workspace/open/workspace-file-id.ts';
import { lockWorkspaceFile, WorkspaceInUse } from './lock-workspace-file.ts';
import { restoreReplaced } from './replace-workspace-file.ts';
import type { Account, WorkspaceStatus } from './session.ts';
import type { WorkspaceChoice } from './workspace-choice.ts';

/** A replacement of the account's file that can be rolled back. */
type FileReplacement = { rollBack(): Promise<void>; commit(): Promise<void> };

const firstIsOpen =
  'The account’s first workspace is open in its place. Settings → Workspace lists the others.';

type AccountWorkspaceDeps = {
  /** `<data dir>/workspaces`. */
  readonly folder: string;
  readonly choice: WorkspaceChoice;
  /** Opens a file; with a reason, only to read it. */
  readonly openFile: (file: string, readOnly: string | undefined) => Promise<Workspace>;
  /** Called with a newly opened workspace, before it becomes current. */
  readonly onOpened: (workspace: Workspace) => Promise<void>;
  /** Called before the workspace is closed: resolves once no task uses it any more. */
  readonly beforeClose: () => Promise<void>;
  /** Called when the workspace is frozen: resolves once no task that began before writes to it any more. */
  readonly onFrozen: () => Promise<void>;
  readonly onProblem: (error: unknown, where: string) => void;
};

type Opened = {
  readonly workspace: Workspace;
  readonly release: () => void;
  readonly fileId: string | undefined;
  /** Reason why it is open in place of another file. */
  readonly replaced?: ReplacedFile;
  /** Known damage to its file. */
  damage?: string;
};

/** A file in whose place another one is open: a sentence on it, and its path if it was set aside or is not there. */
type ReplacedFile = { readonly problem: string; readonly setAside?: string; readonly missing?: string };

/** The workspace file of the account in use: one is open at a time, none until `open` is called. */
export class AccountWorkspace {
  readonly #deps: AccountWorkspaceDeps;
  #account: Account | undefined;
  #opened: Opened | undefined;
  #frozen: Workspace | undefined;
  #status: WorkspaceStatus = { workspace: 'none' };

  constructor(deps: AccountWorkspaceDeps) {
    this.#deps = deps;
  }

  /** An arrow function, because it is passed on as `GetWorkspace`. */
  readonly current = (): Workspace | undefined => this.#frozen ?? this.#opened?.workspace;

  /** The account whose workspace is open, or failed to open. */
  account(): Account | undefined {
    return this.#account;
  }

  status(): WorkspaceStatus {
    return this.#status;
  }

  /** Opens the account's file instead of the open one; undefined closes it. Never rejects: the status has the problem. */
  async open(next: Account | undefined): Promise<WorkspaceStatus> {
    try {
      this.#account = next;
      if (!next || !this.#isOpenFor(next)) {
        await this.#close();
        if (next) await this.#openChosen(next);
      }
      return this.#updateStatus();
    } catch (error) {
      this.#deps.onProblem(error, 'opening the workspace');
      return this.#updateStatus(error);
    }
  }

  /**
   * Opens another file for the account and saves the choice, also that of the open one in place of a missing file. When
   * that fails, the former file is reopened.
   */
  async change(file: string): Promise<Result<void>> {
    const { choice } = this.#deps;
    if (!this.#account) return fail('no-workspace', 'Sign in once before opening another workspace.');
    if (this.#opened?.workspace.path === file) {
      if (this.#opened.replaced?.missing === undefined) return succeed(undefined);
      const { replaced: _missing, ...rest } = this.#opened;
      this.#opened = rest;
      this.#updateStatus();
      return choice.choose(this.#account, file);
    }
    const former = this.#opened?.workspace.path ?? choice.fileOf(this.#account);
    await this.#close();
    try {
      await this.#openFile(file);
    } catch (error) {
      await this.#reopen(former);
      const { message, ...details } = explainError(error, 'It cannot be read.');
      return fail('disk', `${path.basename(file)} was not opened. ${message}`, details);
    }
    this.#updateStatus();
    return choice.choose(this.#account, file);
  }

  /**
   * Closes the open file, lets `work` replace it, and opens the new one. The replacement is committed when that
   * succeeds, else rolled back.
   */
  async reopenAfter(work: (file: string) => Promise<FileReplacement>): Promise<Result<void>> {
    const { onProblem } = this.#deps;
    const file = this.#opened?.workspace.path;
    if (file === undefined) return fail('no-workspace', 'No workspace is open. Sign in once to create one.');
    await this.#close({ isReplaced: true });
    let exchange: FileReplacement | undefined;
    try {
      exchange = await work(file);
      await this.#openFile(file);
      this.#updateStatus();
    } catch (error) {
      await exchange?.rollBack().catch((reason) => onProblem(reason, 'restoring the workspace file'));
      await this.#reopen(file);
      return failFrom('disk', error, 'The workspace could not be opened.');
    }
    await exchange.commit().catch((error) => onProblem(error, 'deleting the former workspace file'));
    return succeed(undefined);
  }

  /** Reports damage of the open workspace's file, in sentences for the user. */
  reportDamage(workspace: Workspace, problem: string): void {
    if (this.#opened?.workspace !== workspace) return;
    this.#opened.damage = problem;
    this.#updateStatus();
  }

  /** Makes the open workspace read-only, once pending writes are in the file; returns a function that unfreezes it. */
  async freeze(reason: string): Promise<() => void> {
    if (!this.#opened) throw new Error('There is no open workspace to freeze.');
    const { workspace } = this.#opened;
    const frozen = workspace.refusingWrites(reason);
    this.#frozen = frozen;
    this.#updateStatus();
    const unfreeze = () => {
      workspace.refuseWrites(undefined);
      if (this.#frozen !== frozen) return;
      this.#frozen = undefined;
      this.#updateStatus();
    };
    try {
      await this.#deps.onFrozen();
      // Writes are serialized: after this one, all earlier ones are in the file, and none comes later.
      workspace.refuseWrites(reason);
      if (workspace.readOnly === undefined) await workspace.detectEdits();
    } catch (error) {
      unfreeze();
      throw error;
    }
    return unfreeze;
  }

  async #close({ isReplaced = false } = {}): Promise<void> {
    const { beforeClose, onProblem } = this.#deps;
    const left = this.#opened;
    // During closing there is no current workspace.
    this.#opened = undefined;
    this.#frozen = undefined;
    if (!left) return;
    if (!isReplaced) left.workspace.refuseWrites(undefined);
    try {
      await beforeClose();
    } catch (error) {
      onProblem(error, 'closing the workspace');
    }
    try {
      await left.workspace.close();
    } catch (error) {
      onProblem(error, 'closing the workspace');
    } finally {
      left.release();
    }
  }

  async #openFile(file: string, replaced?: ReplacedFile): Promise<void> {
    const { folder, openFile, onOpened, onProblem } = this.#deps;
    await mkdir(folder, { recursive: true });
    const { release, readOnly } = lockOrRead(file);
    try {
      if (readOnly === undefined) restoreReplaced(file);
      const workspace = await openFile(file, readOnly);
      let fileId: string | undefined;
      try {
        fileId = await withinLimit(file, readFileId(workspace));
        await withinLimit(file, onOpened(workspace));
      } catch (error) {
        // A thread that is still reading never closes.
        const closing = workspace.close().catch((reason) => onProblem(reason, 'closing the workspace'));
        if (!(error instanceof WorkspaceUnresponsive)) await closing;
        throw error;
      }
      this.#opened = { workspace, release, fileId, ...(replaced === undefined ? {} : { replaced }) };
    } catch (error) {
      release();
      throw error;
    }
  }

  async #reopen(file: string): Promise<void> {
    try {
      await this.#openFile(file);
      this.#updateStatus();
    } catch (error) {
      this.#deps.onProblem(error, 'opening the workspace again');
      this.#updateStatus(error);
    }
  }

  /** The chosen file, or the account's first one where that is missing, for example on a disconnected disk. */
  #fileToOpen(next: Account): string {
    const { choice } = this.#deps;
    const chosen = choice.fileOf(next);
    return existsSync(chosen) ? chosen : choice.firstFileOf(next);
  }

  /** Also when the chosen file is open and its drive does not show it for a moment. */
  #isOpenFor(next: Account): boolean {
    const file = this.#opened?.workspace.path;
    return file !== undefined && (file === this.#deps.choice.fileOf(next) || file === this.#fileToOpen(next));
  }

  /**
   * Opens the chosen file; when it is missing or does not respond, the account's first file. A first file that does not
   * respond is set aside, so that Sightline can start without it.
   */
  async #openChosen(next: Account): Promise<void> {
    const { choice, onProblem } = this.#deps;
    const file = choice.fileOf(next);
    const first = choice.firstFileOf(next);
    if (this.#fileToOpen(next) !== file) {
      return this.#openFile(first, {
        problem: `The workspace ${file} is not there; its disk may not be connected. The account’s first workspace is open in its place. Connect the disk and try again; to stay with this workspace, choose Settings → Workspace → Open another.`,
        missing: file,
      });
    }
    try {
      await this.#openFile(file);
    } catch (error) {
      if (!(error instanceof WorkspaceUnresponsive)) throw error;
      onProblem(error, 'opening the workspace');
      if (file === first) return this.#openInPlaceOf(next, first, error);
      await choice.choose(next, first);
      await this.#openFile(first, { problem: `${error.message} ${firstIsOpen}` });
    }
  }

  async #openInPlaceOf(next: Account, first: string, error: WorkspaceUnresponsive): Promise<void> {
    let setAside: string;
    let created = first;
    try {
      setAside = setFileAside(first, 'unresponsive');
    } catch {
      // Windows does not rename a file that is open, as this one is until the process ends.
      setAside = first;
      created = setAsideName(first, 'new');
      await this.#deps.choice.choose(next, created);
    }
    await this.#openFile(created, {
      problem: `${error.message} A new workspace was created. The file is still there, as ${setAside}. Recover its contents, or restart Sightline and open it again.`,
      setAside,
    });
  }

  #updateStatus(failed?: unknown): WorkspaceStatus {
    this.#status = statusOf(this.#opened, this.#frozen);
    if (failed !== undefined) {
      const { message, details } = explainError(failed, 'The workspace could not be opened.');
      this.#status = { ...this.#status, workspaceProblem: message, workspaceDetails: details };
    }
    return this.#status;
  }
}

/** Locks a file; one that another Sightline has open is only read. */
function lockOrRead(file: string): { readonly release: () => void; readonly readOnly?: string } {
  try {
    return { release: lockWorkspaceFile(file) };
  } catch (error) {
    if (!(error instanceof WorkspaceInUse) || !existsSync(file)) throw error;
    return {
      release: () => {},
      readOnly: `${error.message} Until then it can be read here. Start again to change it.`,
    };
  }
}

function statusOf(opened: Opened | undefined, frozen: Workspace | undefined): WorkspaceStatus {
  if (!opened) return { workspace: 'none' };
  const { path: workspacePath, readOnly, setAside, networkDrive } = frozen ?? opened.workspace;
  const { damage, fileId } = opened;
  const about = {
    workspacePath,
    ...(fileId === undefined ? {} : { workspaceFileId: fileId }),
    ...(damage === undefined ? {} : { workspaceDamaged: true }),
    ...(networkDrive === undefined ? {} : { workspaceNetworkDrive: networkDrive }),
  };
  if (readOnly !== undefined) return { ...about, workspace: 'read-only', workspaceProblem: readOnly };
  const replaced = setAside === undefined ? opened.replaced : replacedBy(setAside);
  const problem = [replaced?.problem, damage].filter((text) => text !== undefined).join(' ');
  return {
    ...about,
    workspace: 'open',
    ...(problem === '' ? {} : { workspaceProblem: problem }),
    ...(replaced?.setAside === undefined ? {} : { workspaceSetAside: replaced.setAside }),
    ...(replaced?.missing === undefined ? {} : { workspaceMissing: replaced.missing }),
  };
}

function replacedBy({ kind, path: file, problem }: SetAside): ReplacedFile {
  const created = `${problem} A new one was created, and the file was saved as ${file}.`;
  switch (kind) {
    case 'empty':
      if (existsSync(newestCopyOf(file)))
        return {
          problem: `${created} Recover its reviews, areas, orders and drafts from its safety copy.`,
          setAside: file,
        };
      return { problem: `${created} If you have a copy, open it with Settings → Workspace → Open another.` };
    case 'foreign':
      return {
        problem: `${created} Recover its contents, or remove that from it with the program that added it and open it again.`,
        setAside: file,
      };
    case 'damaged':
    case 'unresponsive':
      return { problem: `${created} Recover its contents.`, setAside: file };
  }
}

/** Maximum time of the first reads of an opened workspace. */
const firstReadsMs = 30_000;

/** Rejects with `WorkspaceUnresponsive` when the first reads do not end. */
async function withinLimit<T>(file: string, reads: Promise<T>): Promise<T> {
  const done = await withTimeout(
    firstReadsMs,
    reads.then((value) => ({ value })),
    undefined,
  );
  if (!done) throw new WorkspaceUnresponsive(file, firstReadsMs / 1000);
  return done.value;
}
