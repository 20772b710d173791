import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { formatBytes } from '../../../shared/format.ts';
import { isActiveJob, type Job } from '../../../shared/jobs/job.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type {
  WorkspaceFile,
  WorkspaceInspection,
  WorkspaceOverview,
} from '../../../shared/workspace/workspace-file.ts';
import type { Events } from '../base/events.ts';
import { type ChosenFile, createFileIds } from '../base/file-ids.ts';
import { requireSpace } from '../base/free-space.ts';
import { moveFile } from '../base/move-file.ts';
import { discardParts, planPart, putInPlace } from '../base/part-files.ts';
import { isSameFile } from '../base/replaceable-file.ts';
import type { ExportTarget } from '../exchange/export-targets.ts';
import { JobFailure, type JobHandle, type JobRunner, newJob } from '../jobs/job-runner.ts';
import type { AccountWorkspace } from '../session/account-workspace.ts';
import type { Account } from '../session/create-session.ts';
import { followLink, replaceWorkspaceFile, syncFile } from '../session/replace-workspace-file.ts';
import type { Session } from '../session/session.ts';
import { accountStem } from '../session/workspace-choice.ts';
import { setAsideName } from '../workspace/file/set-file-aside.ts';
import {
  getOpenWorkspace,
  getWritableWorkspace,
  toWriteResult,
} from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import { describeDamage } from '../workspace/safety/describe-damage.ts';
import { describeRebuild } from './describe-rebuild.ts';
import { createInspectFiles } from './inspect-files.ts';
import type { RebuildReport } from './rebuild-report.ts';
import type { RunTool } from './run-tool.ts';
import { freeWorkspacePath, isSetAsideOf, listWorkspaceFiles } from './workspace-files.ts';
import { workspaceNameKey } from './workspace-name-key.ts';

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
  /** How long a file may take to respond, in milliseconds. */
  readonly fileResponseMs?: number | undefined;
};

/** Operations on whole workspace files; long operations run as jobs. */
export function createWorkspaceTools(deps: WorkspaceToolsDeps) {
  const { folder, account, session, jobs, events, runTool, onProblem, fileResponseMs } = deps;
  const ids = createFileIds();
  const inspectFiles = createInspectFiles(runTool, fileResponseMs);
  const unfinished = new Set<Promise<unknown>>();
  const reportedRemarks = new Set<string>();

  /** Rejects as soon as the job is cancelled, although SQLite may still be finishing a statement. */
  const rejectOnCancel = async <T>(signal: AbortSignal, action: Promise<T>): Promise<T> => {
    const tracked = action.catch(() => {}).finally(() => unfinished.delete(tracked));
    unfinished.add(tracked);
    const aborted = Promise.withResolvers<never>();
    const onAbort = () => aborted.reject(signal.reason);
    signal.addEventListener('abort', onAbort);
    try {
      return await Promise.race([action, aborted.promise]);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  };

  /** Runs `action` on the open file, which is frozen in the meantime, and replaces the file with the one it wrote. */
  const exchange = async (
    workspace: Workspace,
    reason: string,
    handle: JobHandle,
    action: (newFile: string) => Promise<void>,
    keepAs?: string,
  ) => {
    const newFile = planPart(followLink(workspace.path)).part;
    const { signal } = handle;
    let freezing: Promise<() => void> | undefined;
    // A switch of account waits for this job to stop, and so this job must not wait for that switch.
    const runInSession = (step: () => Promise<void>) =>
      rejectOnCancel(
        signal,
        session.replaceWorkspace(async () => {
          await step();
          return account.status();
        }),
      );
    try {
      await runInSession(async () => {
        signal.throwIfAborted();
        if (account.current() !== workspace) throw new JobFailure(leftFailure());
        // A fetch that has started since would write into the file that is replaced.
        throwFailure(getIdleWorkspace(handle.latest().id));
        freezing = account.freeze(reason);
        const unfreeze = await freezing;
        // Unfrozen here, too, so that the status of this step is that of the open workspace.
        if (signal.aborted) unfreeze();
      });
      await action(newFile);
      let exchanged: Result<void> = succeed(undefined);
      await runInSession(async () => {
        handle.commit();
        exchanged = await account.reopenAfter(async (file) => {
          const replaced = await replaceWorkspaceFile(file, newFile);
          return { rollBack: replaced.rollBack, commit: () => replaced.commit(keepAs) };
        });
      });
      events.publish({ type: 'changed', topic: 'workspace' });
      throwFailure(exchanged);
    } finally {
      // A job that is cancelled while the workspace is being frozen ends after that, so that no frozen one is left.
      const unfreeze = await freezing?.catch(() => undefined);
      unfreeze?.();
      session.setWorkspaceStatus(account.status());
      await rm(newFile, { force: true });
    }
  };

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

  /** The open workspace if no job is active, except the one with the id. */
  const getIdleWorkspace = (exceptJobId?: string): Result<Workspace> => {
    const opened = getWritableWorkspace(account.current);
    if (!opened.ok) return opened;
    const active = jobs.list().filter((job) => isActiveJob(job) && job.id !== exceptJobId);
    if (active.length === 0) return opened;
    const titles = active.map(({ title }) => `“${title}”`).join(', ');
    return fail(
      'conflict',
      `The workspace is busy: ${titles}. Wait for the end or cancel it, then try again.`,
    );
  };

  const rebuildOpen = async (workspace: Workspace, aside: string | undefined): Promise<Result<Job>> => {
    const from = aside === undefined ? [workspace.path] : [aside, workspace.path];
    const space = await requireSpace(path.dirname(followLink(workspace.path)), 2 * (await sizeOf(from)));
    if (!space.ok) return space;
    // As in `compact`.
    const idle = getIdleWorkspace();
    if (!idle.ok) return idle;
    return jobs.start({
      job: newJob({ kind: 'workspace', title: 'Rebuild the workspace' }),
      async run(handle) {
        let end: ReturnType<typeof describeRebuild> | undefined;
        const keepAs = setAsideName(followLink(workspace.path), 'before-rebuild');
        const reason = 'The workspace is being rebuilt from its raw records. It can be read meanwhile.';
        await exchange(
          workspace,
          reason,
          handle,
          async (to) => {
            const { signal, progress: onProgress } = handle;
            // Undefined where damage keeps SQLite from counting.
            const records = await workspace.counts({}).then(
              (counts) => counts.records,
              () => undefined,
            );
            const report = await runTool(
              'rebuild',
              { from, to, damaged: workspace.knownDamage()?.rows, descriptor: workspace.descriptor },
              { signal, onProgress },
            );
            if (records === undefined || report.recordsOfLast < records) {
              const rescued = freeWorkspacePath(folder, path.basename(workspace.path, '.gpkg'), 'Rescued');
              await moveFile(to, rescued);
              throw new JobFailure(fewerFailure(report, records, rescued));
            }
            end = describeRebuild(report);
          },
          keepAs,
        );
        if (!end) throw new Error('The rebuild has left no report.');
        return { ...end, outcome: `${end.outcome} The former file is kept as ${keepAs}.` };
      },
    });
  };

  const rebuildInto = async (source: ChosenFile, owner: Account): Promise<Result<Job>> => {
    const space = await requireSpace(folder, 2 * (await sizeOf([source.path])));
    if (!space.ok) return space;
    return jobs.start({
      job: newJob({ kind: 'workspace', title: `Rescue ${source.name}` }),
      async run(handle) {
        const name = `Rescued ${path.basename(source.name, '.gpkg')}`;
        const to = freeWorkspacePath(folder, accountStem(owner), name);
        const { signal, progress: onProgress } = handle;
        // Under another name until it is complete, so that a workspace that was rescued in part is never listed.
        const planned = planPart(to);
        const task = { from: [source.path], to: planned.part };
        try {
          const report = await runTool('rebuild', task, { signal, onProgress });
          handle.commit();
          await syncFile(planned.part);
          await putInPlace(planned);
          throwFailure(await change(to));
          if (source.isTemporary) await rm(source.path, { force: true });
          return describeRebuild(report);
        } finally {
          await discardParts([planned]);
        }
      },
    });
  };

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
      const title = `Copy to ${path.basename(target.path)}`;
      return jobs.start({
        job: newJob({ kind: 'workspace', title }),
        async run({ signal, progress, commit }) {
          const planned = planPart(target.path);
          const to = planned.part;
          try {
            await runTool('copy', { from, to }, { signal, onProgress: progress });
            commit();
            await putInPlace(planned);
          } finally {
            await rm(to, { force: true });
          }
          const damage = opened.value.knownDamage();
          return {
            ...(damage ? { warnings: [describeDamage(damage)] } : {}),
            outcome: `The copy has ${formatBytes((await stat(target.path)).size)}.`,
            files: [{ name: path.basename(target.path), ...target }],
          };
        },
      });
    },
    /** Rewrites the open workspace without unused space; it can be read in the meantime. */
    async compact(): Promise<Result<Job>> {
      const workspace = getIdleWorkspace();
      if (!workspace.ok) return workspace;
      const { path: from } = workspace.value;
      const space = await requireSpace(path.dirname(followLink(from)), 2 * (await sizeOf([from])));
      if (!space.ok) return space;
      // Another one may have been started in the meantime: each of two would end the other.
      const idle = getIdleWorkspace();
      if (!idle.ok) return idle;
      return jobs.start({
        job: newJob({ kind: 'workspace', title: 'Compact the workspace' }),
        async run(handle) {
          let end = '';
          const reason = 'The workspace is being compacted. It can be read meanwhile.';
          await exchange(workspace.value, reason, handle, async (to) => {
            const { signal, progress: onProgress } = handle;
            const action = runTool('compact', { from, to }, { signal, onProgress });
            const { before, after } = await rejectOnCancel(signal, action);
            end = `${formatBytes(before)} before, ${formatBytes(after)} now. Nothing was lost: the new file was compared record by record.`;
          });
          return { outcome: end };
        },
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
      if (source && !isOpenFile && aside === undefined) return rebuildInto(source, owner.value);
      const workspace = getIdleWorkspace();
      return workspace.ok ? rebuildOpen(workspace.value, aside) : workspace;
    },
    /** Inspects a chosen file and gives it an id for `open` and `rebuild`. */
    async inspectFile(chosen: ChosenFile): Promise<Result<OfferedFile>> {
      const [inspection] = await inspectFiles([chosen.path], { isThorough: true });
      if (!inspection) throw new Error('The file was not inspected.');
      const { size } = await stat(chosen.path).catch(() => ({ size: 0 }));
      return succeed({ id: ids.getId(chosen), fileName: chosen.name, bytes: size, inspection });
    },
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
      if (!opened.ok) return opened;
      return setName(name);
    },
    rename: setName,
    /** The path of a listed or chosen file. */
    findFile: ids.findFile,
    /** Resolves when all canceled work that could not be stopped at once has ended. */
    async settled() {
      await Promise.all(unfinished);
    },
  };

  async function setName(name: string): Promise<Result<void>> {
    const workspace = getWritableWorkspace(account.current);
    return workspace.ok ? toWriteResult(workspace.value.saveSetting(workspaceNameKey, name)) : workspace;
  }
}

/** What can be done to workspace files as a whole. */
export type WorkspaceTools = ReturnType<typeof createWorkspaceTools>;

function throwFailure(result: Result<unknown>): void {
  if (!result.ok) throw new JobFailure(result.failure);
}

function unknownFile() {
  return fail('not-found', 'This file is not on the list any more. Refresh the list.');
}

/** The open workspace counts more records than could be read from its file, so it must not be replaced. */
function fewerFailure({ recordsOfLast }: RebuildReport, expected: number | undefined, rescued: string) {
  const all = expected === undefined ? 'of its records' : `of the ${expected} records`;
  return fail(
    'disk',
    `Only ${recordsOfLast} ${all} could be read, so the open workspace was left as it is. What could be read is in the new workspace ${path.basename(rescued)}: open that (Settings → Workspace → Open another), and fetch the other records again.`,
  ).failure;
}

function leftFailure() {
  return fail('cancelled', 'Another workspace was opened meanwhile; nothing was changed.').failure;
}

/** Bytes of the files with their logs; what is not there has none. */
async function sizeOf(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    files
      .flatMap((file) => [file, `${file}-wal`])
      .map(async (file) => (await stat(file).catch(() => undefined))?.size ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
