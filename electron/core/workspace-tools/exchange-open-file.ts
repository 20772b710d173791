import { rm } from 'node:fs/promises';
import { isActiveJob } from '../../../shared/jobs/job.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { Events } from '../base/events.ts';
import { planPart } from '../base/part-files.ts';
import { JobFailure, type JobHandle, type JobRunner } from '../jobs/job-runner.ts';
import type { AccountWorkspace } from '../session/account-workspace.ts';
import { followLink, replaceWorkspaceFile } from '../session/replace-workspace-file.ts';
import type { Session } from '../session/session.ts';
import { getWritableWorkspace } from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';

type FileExchangeDeps = {
  readonly account: AccountWorkspace;
  readonly session: Pick<Session, 'replaceWorkspace' | 'setWorkspaceStatus'>;
  readonly jobs: Pick<JobRunner, 'list'>;
  readonly events: Events;
};

/** Replacement of the file of the open workspace by a job. */
type FileExchangeTask = {
  readonly workspace: Workspace;
  /** Reason why the workspace is frozen, for the user. */
  readonly reason: string;
  /** Writes the new file. */
  readonly action: (newFile: string) => Promise<void>;
  /** The name under which the former file stays; absent: it does not. */
  readonly keepAs?: string;
};

/** Replaces the file of the open workspace, which is frozen while the new one is written. */
export function createFileExchange({ account, session, jobs, events }: FileExchangeDeps) {
  const unfinished = new Set<Promise<unknown>>();

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

  /** The open workspace if no job is active, except the one with the id. */
  const getIdle = (exceptJobId?: string): Result<Workspace> => {
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

  return {
    getIdle,
    rejectOnCancel,
    /** Runs `action` on the open file, and replaces the file with the one it wrote. */
    async exchange(
      { workspace, reason, action, keepAs }: FileExchangeTask,
      handle: JobHandle,
    ): Promise<void> {
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
          throwFailure(getIdle(handle.latest().id));
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
    },
    /** Resolves when all canceled work that could not be stopped at once has ended. */
    async settled(): Promise<void> {
      await Promise.all(unfinished);
    },
  };
}

export type FileExchange = ReturnType<typeof createFileExchange>;

/** Ends a job whose step has failed. */
export function throwFailure(result: Result<unknown>): void {
  if (!result.ok) throw new JobFailure(result.failure);
}

function leftFailure() {
  return fail('cancelled', 'Another workspace was opened meanwhile; nothing was changed.').failure;
}
