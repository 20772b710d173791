import { isActiveJob, type Job } from '../../../shared/jobs/job.ts';
import { type Result, succeed } from '../../../shared/result.ts';
import type { StoredChange } from '../../../shared/stored-revert.ts';
import { limitTime, nowUtc } from '../../../shared/time.ts';
import { planNotifications } from '../../../shared/watch/plan-notifications.ts';
import { fieldsToFind } from '../../../shared/watch/rule-obstacle.ts';
import type { InboxChange, InboxPage, InboxPageResult } from '../../../shared/watch/watch-event.ts';
import { type RulePreview, toListedRules, type WatchRuleList } from '../../../shared/watch/watch-list.ts';
import type {
  WatchRule,
  WatchRuleRevert,
  WatchRuleSettings,
  WatchSilence,
} from '../../../shared/watch/watch-rule.ts';
import type { Events } from '../base/events.ts';
import { createRepeatableTask } from '../base/repeatable-task.ts';
import { createSerialQueue } from '../base/serial-queue.ts';
import { CallStopped } from '../base/thread-protocol.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import {
  changeWorkspace,
  type GetWorkspace,
  readWorkspace,
  WriteFailed,
} from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { ExchangedEvent } from '../workspace/read/watch/exchanged-events.ts';
import type { DueEvent } from '../workspace/read/watch/watch-inbox.ts';
import type { KnownBefore } from '../workspace/tables/watch-tables.ts';
import { createRuleEvaluation } from './evaluate-rules.ts';
import { knownBefore } from './read-facts.ts';
import { readNames, readScope } from './rule-filter.ts';

/** Topics whose changes may let a rule watch again. */
const restored: ReadonlySet<string> = new Set(['areas', 'layers', 'searches']);

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

/** Events that a workspace notifies of, and which another workspace of its team. */
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
  const stop = listenForChanges(events, evaluation.onAisChanged, schedule);
  schedule();

  const write = <T>(task: (opened: Workspace) => Promise<Result<T>>): Promise<Result<T>> =>
    work.run(async () => {
      const done = await changeWorkspace(workspace, task);
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

/** Calls `schedule` whenever there may be something new to evaluate; returns a function that ends that. */
function listenForChanges(events: Events, onAisChanged: () => void, schedule: () => void): () => void {
  const ended = new Set<string>();
  return events.listen(({ event }) => {
    if (event.type === 'changed' && (event.topic === 'workspace' || event.topic === 'ais')) {
      onAisChanged();
      schedule();
    }
    // What a rule had waited for may be there again.
    if (event.type === 'changed' && restored.has(event.topic)) schedule();
    if (event.type !== 'job' || event.job.kind !== 'fetch') return;
    const { id } = event.job;
    if (isActiveJob(event.job)) ended.delete(id);
    else if (!ended.has(id)) {
      ended.add(id);
      schedule();
    }
  });
}

/** Rules that watch saved searches, and the inbox of what they have found. */
export type Watch = ReturnType<typeof createWatch>;

type WatchRulesDeps = {
  readonly jobs: Pick<JobRunner, 'get'>;
  readonly workspace: GetWorkspace;
  /** Runs a change of rules or events in the open workspace, while no rule is evaluated. */
  readonly write: <T>(task: (opened: Workspace) => Promise<Result<T>>) => Promise<Result<T>>;
  readonly now: () => number;
};

/** The rules of the open workspace and its inbox: what the user reads and changes. */
function createWatchRules({ jobs, workspace, write, now }: WatchRulesDeps) {
  return {
    /** The rules by name, each with up to when it has watched. Fails with `no-workspace`. */
    list: (): Promise<Result<WatchRuleList>> =>
      readWorkspace(workspace, async (opened) => {
        const [{ rules, unreadable }, { searches }, areas, names] = await Promise.all([
          opened.listWatchRules(),
          opened.listSearches(),
          opened.listAreas(),
          readNames(opened),
        ]);
        const analyticsOf = new Map(searches.map(({ search }) => [search.id, search.search.analytics]));
        const foundOf = ({ searchId, expression }: WatchRule) =>
          opened.foundValues(analyticsOf.get(searchId) ?? [], fieldsToFind({ expression }));
        const found = new Map(
          await Promise.all(rules.map(async ({ rule }) => [rule.id, await foundOf(rule)] as const)),
        );
        const latestJob = (job: Job) => jobs.get(job.id) ?? job;
        const sources = { rules, searches, areas, names, found };
        return succeed({ unreadable, rules: toListedRules(sources, now(), latestJob) });
      }),
    /** The number of present detections that a rule matches. Fails as `readScope`. */
    preview: (rule: WatchRuleSettings): Promise<Result<RulePreview>> =>
      readWorkspace(workspace, async (opened) => {
        const scope = await readScope(opened, rule);
        if (!scope.ok) return scope;
        const [matching, all] = await Promise.all([
          opened.counts(scope.value.filter),
          opened.counts({ searchId: rule.searchId }),
        ]);
        return succeed({ matching: matching.detections, all: all.detections });
      }),
    /** Adds or replaces a rule, which watches for what is fetched from now on. */
    save: (rule: WatchRuleSettings): Promise<Result<StoredChange<WatchRule>>> =>
      write(async (opened) => {
        const known = await readKnown(opened, rule);
        return known.ok ? succeed(await opened.saveWatchRule(rule, known.value, nowUtc(now()))) : known;
      }),
    /** Deletes it; its events stay. Fails with `not-found`. */
    remove: (id: string): Promise<Result<unknown>> =>
      write((opened) => opened.removeStored('rules', id, nowUtc(now()))),
    /** Restores a deleted rule. Fails with `not-found`. */
    restore: (id: string): Promise<Result<WatchRule>> =>
      write(async (opened) => (await opened.restoreStored('rules', id)) as Result<WatchRule>),
    /** Sets it back to former settings, or deletes it. Fails with `not-found`, or `conflict` when it has been changed. */
    revert: (revert: WatchRuleRevert): Promise<Result<undefined>> =>
      write(async (opened) => {
        const known = revert.to ? await readKnown(opened, revert.to) : succeed(nothingKnown);
        return known.ok ? opened.revertWatchRule(revert, known.value, nowUtc(now())) : known;
      }),
    /** Lets a rule watch for another thirty days. Fails with `not-found`. */
    confirm: (id: string): Promise<Result<WatchRule>> =>
      write((opened) => opened.changeWatchRule(id, { confirmedAt: nowUtc(now()) })),
    /** Silences what was and will be collected in a period. Fails with `not-found`. */
    silence: (id: string, silence: WatchSilence): Promise<Result<WatchRule>> =>
      write((opened) => opened.changeWatchRule(id, { silence })),
    /**
     * Adds rules of another workspace that this one lacks, and of all of them the events. They watch for what is fetched
     * from now on; none of it is notified. Returns how many rules and events were added.
     */
    adopt: (
      rules: readonly WatchRule[],
      found: readonly ExchangedEvent[],
    ): Promise<Result<{ readonly rules: number; readonly events: number }>> =>
      write(async (opened) => {
        const added = { rules: 0, events: await opened.addWatchEvents(found) };
        for (const rule of rules) {
          const known = await readKnown(opened, rule);
          const before = known.ok ? known.value : nothingKnown;
          const at = nowUtc(now());
          const limited = { ...rule, confirmedAt: limitTime(rule.confirmedAt, at) };
          if (!(await opened.adoptWatchRule(limited, before))) continue;
          added.rules += 1;
          await opened.saveKnownIds(rule.id, before.ids, await opened.locateWatchEvents(rule.id));
        }
        return succeed(added);
      }),
    /** Ends a silence that was added; what it has silenced stays so. Fails with `not-found`. */
    endSilence: (id: string, endedSilence: WatchSilence): Promise<Result<WatchRule>> =>
      write((opened) => opened.changeWatchRule(id, { endedSilence })),
    /** A page of the inbox. Fails with `no-workspace`. */
    inbox: (page: InboxPage): Promise<Result<InboxPageResult>> =>
      readWorkspace(workspace, async (opened) => succeed(await opened.watchInbox(page, nowUtc(now())))),
    /** Marks or snoozes events; returns how many have changed. */
    changeInbox: (change: InboxChange): Promise<Result<number>> =>
      write(async (opened) => succeed(await opened.changeInbox(change, nowUtc(now())))),
  };
}

const nothingKnown: KnownBefore = { ids: new Uint32Array(), subjects: [], fetches: [] };

async function readKnown(opened: Workspace, rule: WatchRuleSettings): Promise<Result<KnownBefore>> {
  const scope = await readScope(opened, rule);
  return scope.ok ? succeed(await knownBefore(opened, rule, scope.value)) : scope;
}
