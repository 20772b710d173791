import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Account, WorkspaceStatus } from './create-session.ts';
import { frozenWorkspace } from './frozen-workspace.ts';
import { holdWorkspaceFile } from './hold-workspace-file.ts';
import { restoreReplaced } from './replace-workspace-file.ts';
import type { WorkspaceChoice } from './workspace-choice.ts';

/** The workspace file of the account in use: one is open at a time. */
export type AccountWorkspace = {
  current(): Workspace | undefined;
  /** Whose workspace is open, or was to be opened. */
  account(): Account | undefined;
  status(): WorkspaceStatus;
  /** Opens the account's file in place of the open one; undefined closes it. Never rejects: the status tells. */
  open(account: Account | undefined): Promise<WorkspaceStatus>;
  /** Opens another file for the account and remembers it. Where it cannot be opened, the former one is opened again. */
  change(file: string): Promise<Result<void>>;
  /**
   * Closes the open file, lets `work` put another in its place, and opens that. Where it cannot be opened the exchange
   * is undone; only where it can is the exchange settled.
   */
  reopenAfter(work: (file: string) => Promise<FileExchange>): Promise<Result<void>>;
  /** From now on the open workspace can only be read, and what was being written is in the file; returns the way back. */
  freeze(reason: string): Promise<() => void>;
};

/** A file that was put in the place of the account's. */
type FileExchange = { undo(): Promise<void>; settle(): Promise<void> };

type AccountWorkspaceParts = {
  /** `<data dir>/workspaces`. */
  readonly folder: string;
  readonly choice: WorkspaceChoice;
  readonly openFile: (file: string) => Promise<Workspace>;
  /** Called with a workspace that was just opened, before anybody else sees it. */
  readonly entering: (workspace: Workspace) => Promise<void>;
  /** Called when the workspace is to be closed: resolves once nothing works in it any more. */
  readonly leaving: () => Promise<void>;
  readonly onProblem: (error: unknown, where: string) => void;
};

type Opened = { readonly workspace: Workspace; readonly letGo: () => void; readonly problem?: string };

/** No workspace is open until `open` is called. */
export function createAccountWorkspace(parts: AccountWorkspaceParts): AccountWorkspace {
  const { folder, choice, openFile, entering, leaving, onProblem } = parts;
  let account: Account | undefined;
  let opened: Opened | undefined;
  let frozen: Workspace | undefined;
  let status: WorkspaceStatus = { workspace: 'none' };

  const close = async () => {
    const left = opened;
    // Whoever asks while things are being put down already finds nothing.
    opened = undefined;
    frozen = undefined;
    if (!left) return;
    try {
      await leaving();
    } finally {
      try {
        await left.workspace.close();
      } finally {
        left.letGo();
      }
    }
  };

  const enter = async (file: string, problem?: string) => {
    await mkdir(folder, { recursive: true });
    const letGo = path.dirname(file) === folder ? () => {} : holdWorkspaceFile(file);
    try {
      restoreReplaced(file);
      const workspace = await openFile(file);
      try {
        await entering(workspace);
      } catch (error) {
        await workspace.close();
        throw error;
      }
      opened = { workspace, letGo, ...(problem === undefined ? {} : { problem }) };
    } catch (error) {
      letGo();
      throw error;
    }
  };

  /** A chosen file that has gone, with its disk, say, does not keep the account out. */
  const enterChosen = async (next: Account) => {
    const file = choice.fileOf(next);
    const first = choice.firstFileOf(next);
    if (file === first || existsSync(file)) return enter(file);
    await enter(
      first,
      `The workspace ${file} is not there; its disk may not be connected. The account’s first workspace is open in its place. Settings → Workspace lists the others.`,
    );
  };

  const settle = (failed?: unknown): WorkspaceStatus => {
    status =
      failed === undefined
        ? statusOf(opened, frozen)
        : { ...statusOf(opened, frozen), workspaceProblem: messageOf(failed) };
    return status;
  };

  const reopen = async (file: string): Promise<void> => {
    try {
      await enter(file);
      settle();
    } catch (error) {
      onProblem(error, 'opening the workspace again');
      settle(error);
    }
  };

  return {
    current: () => frozen ?? opened?.workspace,
    account: () => account,
    status: () => status,
    async open(next) {
      try {
        account = next;
        if (!next || opened?.workspace.path !== choice.fileOf(next)) {
          await close().catch((error) => onProblem(error, 'closing the workspace'));
          if (next) await enterChosen(next);
        }
        return settle();
      } catch (error) {
        onProblem(error, 'opening the workspace');
        return settle(error);
      }
    },
    async change(file) {
      if (!account) return fail('no-workspace', 'Sign in once before opening another workspace.');
      if (opened?.workspace.path === file) return succeed(undefined);
      const former = opened?.workspace.path ?? choice.fileOf(account);
      await close().catch((error) => onProblem(error, 'closing the workspace'));
      try {
        await enter(file);
      } catch (error) {
        await reopen(former);
        return fail('disk', `${path.basename(file)} was not opened. ${messageOf(error)}`);
      }
      settle();
      return choice.choose(account, file);
    },
    async reopenAfter(work) {
      const file = opened?.workspace.path;
      if (file === undefined)
        return fail('no-workspace', 'No workspace is open. Sign in once to create one.');
      await close().catch((error) => onProblem(error, 'closing the workspace'));
      let exchange: FileExchange | undefined;
      try {
        exchange = await work(file);
        await enter(file);
        settle();
      } catch (error) {
        await exchange?.undo();
        await reopen(file);
        return fail('disk', messageOf(error));
      }
      await exchange.settle().catch((error) => onProblem(error, 'putting the former workspace file away'));
      return succeed(undefined);
    },
    async freeze(reason) {
      if (!opened) throw new Error('There is no workspace to be kept as it is.');
      const { workspace } = opened;
      const held = frozenWorkspace(workspace, reason);
      frozen = held;
      settle();
      // Writes are done in their order: what was on its way is in the file when this one is.
      if (workspace.readOnly === undefined) await workspace.noticeEdits();
      return () => {
        if (frozen !== held) return;
        frozen = undefined;
        settle();
      };
    },
  };
}

function statusOf(opened: Opened | undefined, frozen: Workspace | undefined): WorkspaceStatus {
  if (!opened) return { workspace: 'none' };
  const { path: workspacePath, readOnly, setAside } = frozen ?? opened.workspace;
  if (readOnly !== undefined) return { workspace: 'read-only', workspacePath, workspaceProblem: readOnly };
  if (setAside !== undefined) {
    return {
      workspace: 'open',
      workspacePath,
      workspaceProblem: `The workspace file was damaged and was begun anew. The damaged file is kept as ${setAside}.`,
      workspaceSetAside: setAside,
    };
  }
  return {
    workspace: 'open',
    workspacePath,
    ...(opened.problem === undefined ? {} : { workspaceProblem: opened.problem }),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
