import { isActiveJob } from '../../../shared/jobs/job.ts';
import type { Result } from '../../../shared/result.ts';
import { planNotifications } from '../../../shared/watch/plan-notifications.ts';
import type { Events } from '../base/events.ts';
import { createRepeatableTask } from '../base/repeatable-task.ts';
import { createSerialQueue } from '../base/serial-queue.ts';
import { CallStopped } from '../base/thread-protocol.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import { type GetWorkspace, getWritableWorkspace, WriteFailed } from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { DueEvent } from '../workspace/read/watch/watch-inbox.ts';
import { createRuleEvaluation } from './evaluate-rules.ts';
import { createWatchRules } from './watch-rules.ts';

type WatchDeps = {
  readonly jobs: Pick<JobRunner, 'get'>;
  readonly workspace: GetWorkspace;
  readonly events: Events;
  readonly onProblem: (error: unknown, where: string) => void;
  /** Resolves when what AIS files let infer is that of the present detections, which some rules are about. */
  readonly updateAis?: () => Promise<unknown>;
  /**
   * Divides events whose notification is due: those of which this workspace notifies, and those of which another workspace of
   * the team does. The rest stays due, until the team can be reached.
   */
  readonly shareEvents?: ShareEvents;
  /** Whether notifications are shown; else events stay due for a host that shows them. */
  readonly notifies?: boolean;
  readonly now?: () => number;
};

/** Which events a workspace notifies of, and which another workspace of its team. */
export type ShareEvents = (
  opened: Workspace,
  due: readonly DueEvent[],
  signal: AbortSignal,
) => Promise<{ readonly own: readonly DueEvent[]; readonly others: readonly DueEvent[] }>;

/** Without a team all events are one's own. */
const notifyOfAll: ShareEvents = async (_opened, due) => ({ own: due, others: [] });

/** The watch of the open workspace; `close` ends it. */
export function createWatch({
  jobs,
  workspace,
  events,
  onProblem,
  updateAis = async () => undefined,
  shareEvents = notifyOfAll,
  notifies = true,
  now = Date.now,
}: WatchDeps) {
  let isClosed = false;
  /** Serializes evaluations and changes of rules, since each goes by what the one before has stored. */
  const work = createSerialQueue();
  /** Apart from those, since the server of a team may not respond. */
  const notices = createSerialQueue();
  let stopNotices = new AbortController();
  const changed = () => events.publish({ type: 'changed', topic: 'watch' });
  const evaluation = createRuleEvaluation({
    ...{ updateAis, onProblem, now },
    isCurrent: (opened) => !isClosed && workspace() === opened,
  });
  const evaluateAll = async (opened: Workspace) => {
    if (await evaluation.evaluateAll(opened)) changed();
  };

  /** Shows what is due. It is marked before, so that a notification may be lost, but never comes twice. */
  const notify = async (opened: Workspace) => {
    const due = await opened.dueEvents();
    if (due.length === 0) return;
    const { own, others } = await shareEvents(opened, due, stopNotices.signal);
    await opened.markNotified([...own, ...others].map(({ id }) => id));
    if (own.length === 0) return;
    events.publish({ type: 'watch-notifications', notifications: planNotifications(own, now()) });
  };

  const runWith = (queue: typeof work, where: string, task: (opened: Workspace) => Promise<void>) =>
    queue.run(async () => {
      const opened = workspace();
      if (!opened || isClosed) return;
      try {
        await task(opened);
      } catch (error) {
        const isFrozen = error instanceof WriteFailed && error.isFrozen;
        const isStopped = isFrozen || error instanceof CallStopped;
        if (!isStopped && !isClosed && workspace() === opened) onProblem(error, where);
      }
    });
  const evaluateNow = async () => {
    await runWith(work, 'evaluating the rules of the watch', evaluateAll);
    if (notifies) await runWith(notices, 'notifying of what rules of the watch have found', notify);
  };
  const endNotices = async () => {
    stopNotices.abort();
    await notices.settled();
    stopNotices = new AbortController();
  };
  const schedule = createRepeatableTask(evaluateNow);
  const ended = new Set<string>();
  const stop = events.listen(({ event }) => {
    if (event.type === 'changed' && (event.topic === 'workspace' || event.topic === 'ais')) {
      evaluation.onAisChanged();
      schedule();
    }
    if (event.type !== 'job' || event.job.kind !== 'fetch') return;
    const { id } = event.job;
    if (isActiveJob(event.job)) ended.delete(id);
    else if (!ended.has(id)) {
      ended.add(id);
      schedule();
    }
  });
  schedule();

  const write = <T>(task: (opened: Workspace) => Promise<Result<T>>): Promise<Result<T>> =>
    work.run(async () => {
      const opened = getWritableWorkspace(workspace);
      if (!opened.ok) return opened;
      const done = await task(opened.value);
      if (done.ok) {
        changed();
        schedule();
      }
      return done;
    });

  return {
    ...createWatchRules({ jobs, workspace, write, now }),
    /** Resolves when all fetches that have ended by now are evaluated. */
    settled: evaluateNow,
    /** Resolves when nothing is being evaluated, before the workspace is closed. */
    async stop(): Promise<void> {
      await work.settled();
      await endNotices();
    },
    async close(): Promise<void> {
      isClosed = true;
      stop();
      await work.settled();
      await endNotices();
    },
  };
}

/** Rules that watch saved searches, and the inbox of what they have found. */
export type Watch = ReturnType<typeof createWatch>;
