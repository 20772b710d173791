import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isActive, type Job } from '../../../shared/jobs/job.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { Events } from '../events.ts';
import { openedWorkspace, writableWorkspace, written } from '../in-workspace.ts';
import type { JobRegistry } from '../job-registry.ts';
import type { AccountWorkspace } from '../session/account-workspace.ts';
import type { Account } from '../session/create-session.ts';
import { asideName, replaceWorkspaceFile } from '../session/replace-workspace-file.ts';
import type { Session } from '../session/session.ts';
import { accountStem } from '../session/workspace-choice.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { describeRebuild } from './describe-rebuild.ts';
import { createFileIds } from './file-ids.ts';
import { describeBytes, requireSpace } from './free-space.ts';
import { partNameOf } from './part-name.ts';
import type { RebuildReport } from './rebuild-report.ts';
import type { RunTool } from './run-tool.ts';
import { JobFailure, type JobHandle, startJob } from './tool-jobs.ts';
import { freeWorkspacePath, isSetAsideOf, listWorkspaceFiles } from './workspace-files.ts';
import { workspaceNameKey } from './workspace-name.ts';
import type { ChosenFile, WorkspaceTools } from './workspace-tools.ts';

type WorkspaceToolsParts = {
  /** `<data dir>/workspaces`. */
  readonly folder: string;
  readonly account: AccountWorkspace;
  readonly session: Pick<Session, 'exchangeWorkspace' | 'noteWorkspace'>;
  readonly registry: JobRegistry;
  readonly events: Events;
  readonly runTool: RunTool;
};

/** The tools, with what the rest of the core needs of them. */
export type BoundWorkspaceTools = WorkspaceTools & {
  /** Where a listed or offered file lies. */
  fileOf(id: string): ChosenFile | undefined;
  /** Resolves when no work goes on any more that was cancelled but could not be stopped at once. */
  settled(): Promise<void>;
};

/** What is done to workspace files as a whole; long work is a job in `registry`. */
export function createWorkspaceTools(parts: WorkspaceToolsParts): BoundWorkspaceTools {
  const { folder, account, session, registry, events, runTool } = parts;
  const ids = createFileIds();
  const lingering = new Set<Promise<unknown>>();

  /** Rejects as soon as the job is cancelled, although SQLite may have to bring a statement to its end. */
  const orCancelled = async <T>(signal: AbortSignal, work: Promise<T>): Promise<T> => {
    const tracked = work.catch(() => {}).finally(() => lingering.delete(tracked));
    lingering.add(tracked);
    const aborted = Promise.withResolvers<never>();
    const onAbort = () => aborted.reject(signal.reason);
    signal.addEventListener('abort', onAbort);
    try {
      return await Promise.race([work, aborted.promise]);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  };

  /** Runs `work` on the open file, which nobody changes meanwhile, and puts what it has made in its place. */
  const exchange = async (
    workspace: Workspace,
    reason: string,
    handle: JobHandle,
    work: (fresh: string) => Promise<void>,
    keepAs?: string,
  ) => {
    const fresh = path.join(path.dirname(workspace.path), partNameOf(workspace.path));
    const { signal } = handle;
    let unfreeze = () => {};
    // A switch of account waits for this job to stop, and so this job must not wait for that switch.
    const inSession = (step: () => Promise<void>) =>
      orCancelled(
        signal,
        session.exchangeWorkspace(async () => {
          await step();
          return account.status();
        }),
      );
    try {
      await inSession(async () => {
        signal.throwIfAborted();
        if (account.current() !== workspace) throw new JobFailure(leftFailure());
        unfreeze = await account.freeze(reason);
        if (signal.aborted) unfreeze();
      });
      await work(fresh);
      let exchanged: Result<void> = succeed(undefined);
      await inSession(async () => {
        handle.commit();
        exchanged = await account.reopenAfter(async (file) => {
          const replaced = await replaceWorkspaceFile(file, fresh);
          return { undo: replaced.undo, settle: () => replaced.settle(keepAs) };
        });
      });
      events.publish({ type: 'changed', what: 'workspace' });
      throwFailure(exchanged);
    } finally {
      unfreeze();
      session.noteWorkspace(account.status());
      await rm(fresh, { force: true });
    }
  };

  const change = async (file: string): Promise<Result<void>> => {
    let changed: Result<void> = succeed(undefined);
    await session.exchangeWorkspace(async () => {
      changed = await account.change(file);
      return account.status();
    });
    events.publish({ type: 'changed', what: 'workspace' });
    return changed;
  };

  const currentAccount = (): Result<Account> => {
    const current = account.account();
    return current
      ? succeed(current)
      : fail('no-workspace', 'Sign in once before opening another workspace.');
  };

  const idle = (): Result<Workspace> => {
    const opened = writableWorkspace(account.current);
    if (!opened.ok) return opened;
    const active = registry.list().filter(isActive);
    if (active.length === 0) return opened;
    const titles = active.map(({ title }) => `“${title}”`).join(', ');
    return fail(
      'conflict',
      `The workspace is at work: ${titles}. Wait for the end or cancel it, then try again.`,
    );
  };

  const rebuildOpen = async (workspace: Workspace, aside: string | undefined): Promise<Result<Job>> => {
    const from = aside === undefined ? [workspace.path] : [aside, workspace.path];
    const space = await requireSpace(path.dirname(workspace.path), 2 * (await sizeOf(from)));
    if (!space.ok) return space;
    return succeed(
      startJob(registry, { kind: 'workspace', title: 'Rebuild the workspace' }, async (handle) => {
        let end: ReturnType<typeof describeRebuild> | undefined;
        const keepAs = asideName(workspace.path, 'before-rebuild');
        const reason = 'The workspace is being rebuilt from its raw records. It can be read meanwhile.';
        await exchange(
          workspace,
          reason,
          handle,
          async (to) => {
            const { signal, progress: onProgress } = handle;
            const { records } = await workspace.counts({});
            const report = await runTool('rebuild', { from, to }, { signal, onProgress });
            if (report.records.rescued < records) throw new JobFailure(fewerFailure(report, records));
            end = describeRebuild(report);
          },
          keepAs,
        );
        if (!end) throw new Error('The rebuild has left no report.');
        return { ...end, outcome: `${end.outcome} The former file is kept as ${keepAs}.` };
      }),
    );
  };

  const rebuildInto = async (source: ChosenFile, owner: Account): Promise<Result<Job>> => {
    const space = await requireSpace(folder, 2 * (await sizeOf([source.path])));
    if (!space.ok) return space;
    return succeed(
      startJob(registry, { kind: 'workspace', title: `Rescue ${source.name}` }, async (handle) => {
        const name = `Rescued ${path.basename(source.name, '.gpkg')}`;
        const to = freeWorkspacePath(folder, accountStem(owner), name);
        const { signal, progress: onProgress } = handle;
        const report = await runTool('rebuild', { from: [source.path], to }, { signal, onProgress });
        handle.commit();
        const opened = await change(to);
        throwFailure(opened);
        if (source.isTemporary) await rm(source.path, { force: true });
        return describeRebuild(report);
      }),
    );
  };

  return {
    async overview() {
      const opened = openedWorkspace(account.current);
      if (!opened.ok) return opened;
      const { path: file, readOnly } = opened.value;
      const overview = await runTool('overview', { path: file });
      return succeed({ ...overview, path: file, readOnly: readOnly ?? null, bytes: await sizeOf([file]) });
    },
    async list() {
      const owner = currentAccount();
      if (!owner.ok) return owner;
      const openPath = account.current()?.path;
      const stem = accountStem(owner.value);
      return succeed(await listWorkspaceFiles({ folder, openPath, stem, ids, runTool }));
    },
    async saveCopy(target) {
      const opened = openedWorkspace(account.current);
      if (!opened.ok) return opened;
      const from = opened.value.path;
      if (path.resolve(target.path) === path.resolve(from)) {
        return fail('invalid-input', 'This is the open workspace itself. Choose another name for the copy.');
      }
      const space = await requireSpace(path.dirname(target.path), await sizeOf([from]));
      if (!space.ok) return space;
      const title = `Copy to ${path.basename(target.path)}`;
      return succeed(
        startJob(registry, { kind: 'workspace', title }, async ({ signal, progress, commit }) => {
          const to = path.join(path.dirname(target.path), partNameOf(target.path));
          try {
            await runTool('copy', { from, to }, { signal, onProgress: progress });
            commit();
            await rename(to, target.path);
          } finally {
            await rm(to, { force: true });
          }
          return {
            outcome: `The copy has ${describeBytes((await stat(target.path)).size)}.`,
            files: [{ name: path.basename(target.path), ...target }],
          };
        }),
      );
    },
    async compact() {
      const workspace = idle();
      if (!workspace.ok) return workspace;
      const { path: from } = workspace.value;
      const space = await requireSpace(path.dirname(from), 2 * (await sizeOf([from])));
      if (!space.ok) return space;
      return succeed(
        startJob(registry, { kind: 'workspace', title: 'Compact the workspace' }, async (handle) => {
          let end = '';
          const reason = 'The workspace is being compacted. It can be read meanwhile.';
          await exchange(workspace.value, reason, handle, async (to) => {
            const { signal, progress: onProgress } = handle;
            const work = runTool('compact', { from, to }, { signal, onProgress });
            const { before, after } = await orCancelled(signal, work);
            end = `${describeBytes(before)} before, ${describeBytes(after)} now. Nothing was lost: the new file was compared record by record.`;
          });
          return { outcome: end };
        }),
      );
    },
    async rebuild(fileId) {
      const owner = currentAccount();
      if (!owner.ok) return owner;
      const source = fileId === null ? undefined : ids.fileOf(fileId);
      if (fileId !== null && !source) return unknownFile();
      const openPath = account.current()?.path;
      if (source && (openPath === undefined || !isSetAsideOf(source.path, openPath))) {
        return rebuildInto(source, owner.value);
      }
      const workspace = idle();
      return workspace.ok ? rebuildOpen(workspace.value, source?.path) : workspace;
    },
    async offer(chosen) {
      const [look] = await runTool('look', { paths: [chosen.path] });
      if (!look) throw new Error('The file was not looked at.');
      const { size } = await stat(chosen.path).catch(() => ({ size: 0 }));
      return succeed({ id: ids.idOf(chosen), fileName: chosen.name, bytes: size, look });
    },
    async open(fileId) {
      const owner = currentAccount();
      if (!owner.ok) return owner;
      const chosen = ids.fileOf(fileId);
      if (!chosen) return unknownFile();
      const [look] = await runTool('look', { paths: [chosen.path] });
      if (look?.kind !== 'workspace') {
        return fail('invalid-input', `${chosen.name} was not opened. ${look?.reason ?? ''}`);
      }
      if (!chosen.isTemporary) return change(chosen.path);
      const name = look.name ?? path.basename(chosen.name, path.extname(chosen.name));
      const file = freeWorkspacePath(folder, accountStem(owner.value), name);
      await rename(chosen.path, file);
      return change(file);
    },
    async openNew(name) {
      const owner = currentAccount();
      if (!owner.ok) return owner;
      const opened = await change(freeWorkspacePath(folder, accountStem(owner.value), name));
      if (!opened.ok) return opened;
      return giveName(name);
    },
    rename: giveName,
    fileOf: ids.fileOf,
    async settled() {
      await Promise.all(lingering);
    },
  };

  async function giveName(name: string): Promise<Result<void>> {
    const workspace = writableWorkspace(account.current);
    return workspace.ok ? written(workspace.value.putSetting(workspaceNameKey, name)) : workspace;
  }
}

function throwFailure(result: Result<void>): void {
  if (!result.ok) throw new JobFailure(result.failure);
}

function unknownFile() {
  return fail('not-found', 'This file is not on the list any more. Look at the list again.');
}

/** The open workspace tells more than could be read of its file: it must not be replaced by less. */
function fewerFailure({ records }: RebuildReport, wanted: number) {
  return fail(
    'disk',
    `Only ${records.rescued} of the ${wanted} records could be taken over; nothing was changed. Save a copy, and rescue that.`,
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
