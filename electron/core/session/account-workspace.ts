import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Workspace } from '../workspace/workspace.ts';
import type { Account, WorkspaceStatus } from './create-session.ts';

/** The workspace file of the account in use: one is open at a time. */
type AccountWorkspace = {
  current(): Workspace | undefined;
  /** Opens the account's file in place of the open one; undefined closes it. Never rejects: the status tells. */
  open(account: Account | undefined): Promise<WorkspaceStatus>;
};

type AccountWorkspaceParts = {
  /** `<data dir>/workspaces`. */
  readonly folder: string;
  readonly openFile: (file: string) => Promise<Workspace>;
  /** Called with a workspace that was just opened, before anybody else sees it. */
  readonly entering: (workspace: Workspace) => Promise<void>;
  /** Called when the workspace is to be closed: resolves once nothing works in it any more. */
  readonly leaving: () => Promise<void>;
  readonly onProblem: (error: unknown, where: string) => void;
};

export function createAccountWorkspace(parts: AccountWorkspaceParts): AccountWorkspace {
  const { folder, openFile, entering, leaving, onProblem } = parts;
  let current: Workspace | undefined;

  const close = async () => {
    const left = current;
    current = undefined;
    if (!left) return;
    try {
      await leaving();
    } finally {
      await left.close();
    }
  };

  const enter = async (account: Account): Promise<WorkspaceStatus> => {
    const file = path.join(folder, workspaceFileName(account));
    if (current?.path !== file) {
      await close().catch((error) => onProblem(error, 'closing the workspace'));
      await mkdir(folder, { recursive: true });
      const opened = await openFile(file);
      try {
        await entering(opened);
      } catch (error) {
        await opened.close();
        throw error;
      }
      current = opened;
    }
    return statusOf(current);
  };

  return {
    current: () => current,
    async open(account) {
      try {
        if (account) return await enter(account);
        await close();
        return { workspace: 'none' };
      } catch (error) {
        onProblem(error, account ? 'opening the workspace' : 'closing the workspace');
        return { workspace: 'none', workspaceProblem: messageOf(error) };
      }
    },
  };
}

function statusOf({ path: workspacePath, readOnly, setAside }: Workspace): WorkspaceStatus {
  if (readOnly !== undefined) return { workspace: 'read-only', workspacePath, workspaceProblem: readOnly };
  if (setAside === undefined) return { workspace: 'open', workspacePath };
  return {
    workspace: 'open',
    workspacePath,
    workspaceProblem: `The workspace file was damaged and was begun anew. The damaged file is kept as ${setAside}.`,
  };
}

/** Readable for whoever looks into the folder; the hash keeps accounts apart whose names differ only in odd characters. */
function workspaceFileName({ profile, username }: Account): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([profile.id, username]))
    .digest('hex');
  return `${profile.id.replace(/[^A-Za-z0-9-]/g, '_')}-${hash.slice(0, 16)}.gpkg`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
