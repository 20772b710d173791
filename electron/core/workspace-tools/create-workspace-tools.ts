import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { formatBytes } from '../../../shared/format.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type {
  WorkspaceFile,
  WorkspaceInspection,
  WorkspaceOverview,
} from '../../../shared/workspace/workspace-file.ts';
import type { Events } from '../base/events.ts';
import { type ChosenFile, createFileIds, type FileIds } from '../base/file-ids.ts';
import { requireSpace } from '../base/free-space.ts';
import { moveFile } from '../base/move-file.ts';
import { planPart, putInPlace } from '../base/part-files.ts';
import { isSameFile } from '../base/replaceable-file.ts';
import type { ExportTarget } from '../exchange/export-targets.ts';
import { type JobEnd, type JobHandle, type JobRunner, newJob } from '../jobs/job-runner.ts';
import type { AccountWorkspace } from '../session/account-workspace.ts';
import { followLink } from '../session/replace-workspace-file.ts';
import type { Account, Session } from '../session/session.ts';
import { accountStem } from '../session/workspace-choice.ts';
import {
  getOpenWorkspace,
  getWritableWorkspace,
  toWriteResult,
} from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import { workspaceNameKey } from '../workspace/read/workspace-name.ts';
import { describeDamage } from '../workspace/safety/describe-damage.ts';
import { createFileExchange, type FileExchange } from './exchange-open-file.ts';
import { createInspectFiles, type InspectFiles } from './inspect-files.ts';
import { createRebuildJobs } from './rebuild-jobs.ts';
import type { RunTool } from './run-tool.ts';
import { freeWorkspacePath, isSetAsideOf, listWorkspaceFiles, sizeOf } from './workspace-files.ts';

/** A file that the user has chosen, as the page may know it. */
export type OfferedFile = {
  readonly id: string;
  readonly fileName: string;
  readonly bytes: number;
  readonly inspection: WorkspaceInspection;
};

type WorkspaceToolsDeps = {
  /** `<data dir>/workspaces`. */
  readonly folder: string;
  readonly account: AccountWorkspace;
  readonly session: Pick<Session, 'replaceWorkspace' | 'setWorkspaceStatus'>;
  readonly jobs: Pick<JobRunner, 'start' | 'list'>;
  readonly events: Events;
  readonly runTool: RunTool;
  readonly onProblem: (error: unknown, where: string) => void;
  /** Maximum time for a file to respond, in milliseconds. */
  readonly fileResponseMs?: number | undefined;
};

/** Operations on whole workspace files; long operations run as jobs. */
export function createWorkspaceTools(deps: WorkspaceToolsDeps) {
  const { folder, account, jobs, runTool, onProblem, fileResponseMs } = deps;
  const ids = createFileIds();
  const inspectFiles = createInspectFiles(runTool, fileResponseMs);
  const files = createFileExchange(deps);
  const reportedRemarks = new Set<string>();

  const { change, currentAccount, ...opening } = createFileOpening(deps, ids, inspectFiles);
  const rebuilds = createRebuildJobs({ folder, jobs, runTool, files, open: change });

  return {
    async overview(): Promise<Result<WorkspaceOverview>> {
      const opened = getOpenWorkspace(account.current);
      if (!opened.ok) return opened;
      const { path: file, readOnly } = opened.value;
      const { copyRemarks, ...overview } = await runTool('overview', { path: file });
      for (const remark of copyRemarks) {
        if (!reportedRemarks.has(remark)) onProblem(remark, 'finding the safety copy');
        reportedRemarks.add(remark);
      }
      return succeed({ ...overview, path: file, readOnly: readOnly ?? null, bytes: await sizeOf([file]) });
    },
    /** The files in the data folder and the open one, the last changed first. */
    async list(): Promise<Result<readonly WorkspaceFile[]>> {
      const owner = currentAccount();
      if (!owner.ok) return owner;
      const openPath = account.current()?.path;
      const stem = accountStem(owner.value);
      return succeed(await listWorkspaceFiles({ folder, openPath, stem, ids, inspectFiles }));
    },
    /** Copies the current state of the open workspace without interrupting other work. */
    async saveCopy(target: ExportTarget): Promise<Result<Job>> {
      const opened = getOpenWorkspace(account.current);
      if (!opened.ok) return opened;
      const from = opened.value.path;
      if (await isSameFile(target.path, from)) {
        return fail('invalid-input', 'This is the open workspace itself. Choose another name for the copy.');
      }
      const space = await requireSpace(path.dirname(target.path), await sizeOf([from]));
      if (!space.ok) return space;
      return jobs.start({
        job: newJob({ kind: 'workspace', title: `Copy to ${path.basename(target.path)}` }),
        run: (handle) => copyTo(target, opened.value, runTool, handle),
      });
    },
    /** Rewrites the open workspace without unused space; it can be read in the meantime. */
    async compact(): Promise<Result<Job>> {
      const workspace = files.getIdle();
      if (!workspace.ok) return workspace;
      const { path: from } = workspace.value;
      const space = await requireSpace(path.dirname(followLink(from)), 2 * (await sizeOf([from])));
      if (!space.ok) return space;
      // Another one may have been started in the meantime: each of two would end the other.
      const idle = files.getIdle();
      if (!idle.ok) return idle;
      return jobs.start({
        job: newJob({ kind: 'workspace', title: 'Compact the workspace' }),
        run: (handle) => compact(workspace.value, files, runTool, handle),
      });
    },
    /**
     * Rebuilds a workspace from raw records: the open file (null), a file that was set aside together with the one created
     * in its place, or any other file into a separate workspace, which is then opened.
     */
    async rebuild(fileId: string | null): Promise<Result<Job>> {
      const owner = currentAccount();
      if (!owner.ok) return owner;
      const source = fileId === null ? undefined : ids.findFile(fileId);
      if (fileId !== null && !source) return unknownFile();
      const openPath = account.current()?.path;
      // The open file is read while nothing writes to it, and through its descriptor.
      const isOpenFile = source && openPath !== undefined && (await isSameFile(source.path, openPath));
      const aside =
        source && openPath !== undefined && isSetAsideOf(source.path, openPath) ? source.path : undefined;
      if (source && !isOpenFile && aside === undefined)
        return rebuilds.rebuildInto(source, accountStem(owner.value));
      const workspace = files.getIdle();
      return workspace.ok ? rebuilds.rebuildOpen(workspace.value, aside) : workspace;
    },
    /** Inspects a chosen file and gives it an id for `open` and `rebuild`. */
    async inspectFile(chosen: ChosenFile): Promise<Result<OfferedFile>> {
      const [inspection] = await inspectFiles([chosen.path], { isThorough: true });
      if (!inspection) throw new Error('The file was not inspected.');
      const { size } = await stat(chosen.path).catch(() => ({ size: 0 }));
      return succeed({ id: ids.getId(chosen), fileName: chosen.name, bytes: size, inspection });
    },
    ...opening,
    /** The path of a listed or chosen file. */
    findFile: ids.findFile,
    settled: files.settled,
  };
}

/** Opens other files in place of the open one. */
function createFileOpening(
  { folder, account, session, events }: WorkspaceToolsDeps,
  ids: FileIds,
  inspectFiles: InspectFiles,
) {
  const change = async (file: string): Promise<Result<void>> => {
    let changed: Result<void> = succeed(undefined);
    await session.replaceWorkspace(async () => {
      changed = await account.change(file);
      return account.status();
    });
    events.publish({ type: 'changed', topic: 'workspace' });
    return changed;
  };
  const currentAccount = (): Result<Account> => {
    const current = account.account();
    return current
      ? succeed(current)
      : fail('no-workspace', 'Sign in once before opening another workspace.');
  };
  const rename = async (name: string): Promise<Result<void>> => {
    const workspace = getWritableWorkspace(account.current);
    return workspace.ok ? toWriteResult(workspace.value.saveSetting(workspaceNameKey, name)) : workspace;
  };
  return {
    change,
    currentAccount,
    rename,
    /** Opens a listed or chosen file instead of the open one. */
    async open(fileId: string): Promise<Result<void>> {
      const owner = currentAccount();
      if (!owner.ok) return owner;
      const chosen = ids.findFile(fileId);
      if (!chosen) return unknownFile();
      const [inspection] = await inspectFiles([chosen.path]);
      if (inspection?.kind !== 'workspace') {
        return fail('invalid-input', `${chosen.name} was not opened. ${inspection?.reason ?? ''}`);
      }
      if (!chosen.isTemporary) return change(chosen.path);
      const name = inspection.name ?? path.basename(chosen.name, path.extname(chosen.name));
      const file = freeWorkspacePath(folder, accountStem(owner.value), name);
      await moveFile(chosen.path, file);
      return change(file);
    },
    /** Opens the chosen file, which was not there when the account's first one was opened. Fails with `not-found`. */
    async openMissing(): Promise<Result<void>> {
      const { workspaceMissing: missing } = account.status();
      if (missing === undefined) return fail('not-found', 'No workspace is missing.');
      if (!existsSync(missing)) {
        return fail('not-found', `${missing} is still not there. Connect its disk, and try again.`);
      }
      return change(missing);
    },
    /** Begins an empty workspace and opens it. */
    async openNew(name: string): Promise<Result<void>> {
      const owner = currentAccount();
      if (!owner.ok) return owner;
      const opened = await change(freeWorkspacePath(folder, accountStem(owner.value), name));
      return opened.ok ? rename(name) : opened;
    },
  };
}

async function copyTo(
  target: ExportTarget,
  workspace: Workspace,
  runTool: RunTool,
  { signal, progress, commit }: JobHandle,
): Promise<JobEnd> {
  const planned = planPart(target.path);
  const to = planned.part;
  try {
    await runTool('copy', { from: workspace.path, to }, { signal, onProgress: progress });
    commit();
    await putInPlace(planned);
  } finally {
    await rm(to, { force: true });
  }
  const damage = workspace.knownDamage();
  return {
    ...(damage ? { warnings: [describeDamage(damage)] } : {}),
    outcome: `The copy has ${formatBytes((await stat(target.path)).size)}.`,
    files: [{ name: path.basename(target.path), ...target }],
  };
}

async function compact(
  workspace: Workspace,
  files: FileExchange,
  runTool: RunTool,
  handle: JobHandle,
): Promise<JobEnd> {
  let outcome = '';
  const action = async (to: string) => {
    const { signal, progress: onProgress } = handle;
    const compacted = runTool('compact', { from: workspace.path, to }, { signal, onProgress });
    const { before, after } = await files.rejectOnCancel(signal, compacted);
    outcome = `${formatBytes(before)} before, ${formatBytes(after)} now. Nothing was lost: the new file was compared record by record.`;
  };
  const reason = 'The workspace is being compacted. It can be read meanwhile.';
  await files.exchange({ workspace, reason, action }, handle);
  return { outcome };
}

function unknownFile() {
  return fail('not-found', 'This file is not on the list. Refresh the list.');
}
