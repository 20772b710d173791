import { formatUtc } from '../format.ts';
import { isActiveJob } from '../jobs/job.ts';
import { dueAt, type StoredSearch } from '../searches/saved-search.ts';
import { isScheduled } from '../searches/schedule.ts';
import { nowUtc } from '../time.ts';
import type { RuleObstacle } from './rule-obstacle.ts';
import { expiryOf, type WatchRule } from './watch-rule.ts';

/** Reason why a rule does not watch what the service has now. */
export type UnwatchedReason =
  | RuleObstacle
  | { readonly kind: 'never-fetched' | 'expired' }
  | { readonly kind: 'fetch-failed'; readonly message: string | null }
  /** The fetch waits for a sign-in, or for the service. */
  | { readonly kind: 'fetch-waiting'; readonly message: string | null }
  /** Its saved search was due to be fetched (UTC), and was not: Sightline was closed, or no one was signed in. */
  | { readonly kind: 'overdue'; readonly due: string }
  /** Its saved search requests no uploads after a time (UTC), up to which all have been fetched. */
  | { readonly kind: 'search-ended'; readonly end: string }
  /** The fetch is complete, and what it brought is not evaluated yet. */
  | { readonly kind: 'not-evaluated' };

/** Up to when a rule has watched. */
export type WatchStatus = {
  /** UTC: what was uploaded before was fetched before the rule began to watch; null without such a fetch. */
  readonly watchedFrom: string | null;
  /** UTC: everything uploaded before, from `watchedFrom` on, was fetched and evaluated; null for nothing yet. */
  readonly watchedUntil: string | null;
  /** Null while it watches, as far as fetches go. */
  readonly unwatched: UnwatchedReason | null;
  /** When it ends unless it is confirmed, epoch milliseconds. */
  readonly expiresAt: number;
  /** Whether a fetch is running. */
  readonly isFetching: boolean;
  /** Whether the saved search is fetched on its own; else the rule watches only when someone fetches it. */
  readonly isScheduled: boolean;
};

/** Facts that determine the status of a rule. */
export type WatchStatusInput = {
  readonly rule: WatchRule;
  /** The saved search; undefined when it was deleted. */
  readonly search: Pick<StoredSearch, 'search' | 'watermark' | 'lastRun'> | undefined;
  /** Reason why it cannot find anything, whatever is fetched. */
  readonly obstacle: RuleObstacle | null;
  /** UTC: the latest time before which uploads were fetched completely when the rule began to watch; null for none. */
  readonly evaluatedFrom: string | null;
  /** UTC: the latest time before which uploads were fetched completely and evaluated by the rule; null for none. */
  readonly evaluatedUntil: string | null;
  /** Epoch milliseconds. */
  readonly now: number;
};

/** Maximum delay of a scheduled fetch while Sightline runs and someone is signed in. */
const latestStartMs = 5 * 60_000;

/** Up to when a rule has watched, and why not any longer. */
export function watchStatus(input: WatchStatusInput): WatchStatus {
  const { rule, search, obstacle, evaluatedFrom, evaluatedUntil, now } = input;
  const expiresAt = expiryOf(rule);
  const lastJob = search?.lastRun?.job;
  const isFetching = lastJob !== undefined && isActiveJob(lastJob);
  // Fetches of a name that the service is not known to have show nothing, nor does an analytic that may not examine the area.
  const showsNothing = obstacle?.kind === 'unknown-request' || obstacle?.kind === 'not-examined';
  const watchedUntil = showsNothing ? null : knownUntil();
  return {
    watchedFrom:
      evaluatedFrom === evaluatedUntil ? watchedUntil : isInFuture(evaluatedFrom) ? null : evaluatedFrom,
    watchedUntil,
    unwatched: reasonOf(),
    expiresAt,
    isFetching,
    isScheduled: search !== undefined && isScheduled(search.search),
  };

  function isInFuture(time: string | null): boolean {
    return time !== null && Date.parse(time) > now;
  }

  /** Time of a fetch: not known from when the clock was ahead; the one after it is of its own time. */
  function knownUntil(): string | null {
    if (!isInFuture(evaluatedUntil)) return evaluatedUntil;
    return lastJob?.state === 'complete' && !isInFuture(lastJob.startedAt) ? lastJob.startedAt : null;
  }

  function reasonOf(): UnwatchedReason | null {
    if (obstacle) return obstacle;
    if (!search) return { kind: 'search-deleted' };
    if (now >= expiresAt) return { kind: 'expired' };
    if (lastJob?.state === 'waiting')
      return { kind: 'fetch-waiting', message: lastJob.pause?.reason ?? null };
    if (lastJob && !isFetching && lastJob.state !== 'complete') {
      return { kind: 'fetch-failed', message: lastJob.failure?.message ?? null };
    }
    if (search.watermark === null) return { kind: 'never-fetched' };
    if (evaluatedUntil === null || evaluatedUntil < search.watermark) return { kind: 'not-evaluated' };
    const due = dueAt(search, now);
    if (due !== null && due > 0 && due + latestStartMs < now) return { kind: 'overdue', due: nowUtc(due) };
    const { uploadedBefore: end } = search.search.search;
    const hasEnded = end !== undefined && Date.parse(end) <= Date.parse(search.watermark);
    return hasEnded ? { kind: 'search-ended', end } : null;
  }
}

/** The time that a rule has watched: `until …` or `from … until …`; null where it has evaluated no fetch yet. */
export function watchedPeriod(
  { watchedFrom, watchedUntil }: Pick<WatchStatus, 'watchedFrom' | 'watchedUntil'>,
  timeText: (time: string) => string,
): string | null {
  if (watchedUntil === null || watchedFrom === watchedUntil) return null;
  const until = `until ${timeText(watchedUntil)}`;
  return watchedFrom === null ? until : `from ${timeText(watchedFrom)} ${until}`;
}

/** Since when a rule has not watched, and why; empty while it watches. */
export function unwatchedText(
  { watchedUntil, unwatched }: Pick<WatchStatus, 'watchedUntil' | 'unwatched'>,
  timeText: (time: string) => string,
): string {
  if (unwatched === null) return '';
  const since = watchedUntil === null ? 'not watched yet' : `not watched since ${timeText(watchedUntil)}`;
  return `${since}, because ${reasonText(unwatched)}`;
}

/** A sentence about a rule whose saved search is not fetched on its own. */
export const notScheduledText =
  'its saved search has no running schedule: the rule watches only when you fetch.';

/** Reason why a rule does not watch, as the end of a sentence. */
export function reasonText(reason: UnwatchedReason): string {
  switch (reason.kind) {
    case 'never-fetched':
      return 'its saved search has not been fetched completely.';
    case 'fetch-failed':
      return `the last fetch is not complete. ${reason.message ?? ''}`.trim();
    case 'fetch-waiting':
      return `the fetch is waiting. ${reason.message ?? 'Sign in to continue it.'}`;
    case 'overdue':
      return `its saved search was due at ${formatUtc(reason.due)} and has not been fetched since.`;
    case 'search-ended':
      return `its saved search requests nothing that is uploaded after ${formatUtc(reason.end)}.`;
    case 'expired':
      return 'it ended after 30 d without a confirmation.';
    case 'search-deleted':
      return 'its saved search is not in this workspace.';
    case 'area-deleted':
      return 'its area is not in this workspace.';
    case 'unknown-name':
      return `its expression cannot be evaluated. ${reason.message}`;
    case 'excluded':
      return `its expression excludes everything that its saved search requests. ${reason.message}`.trim();
    case 'unknown-request':
      return `nothing shows that the service has what its saved search requests. ${reason.message}`;
    case 'not-examined':
      return `nothing shows that its area is examined. ${reason.message}`;
    case 'unknown-value':
      return `nothing shows that it can find anything. ${reason.message}`;
    case 'not-evaluated':
      return 'the last fetch is not evaluated yet.';
  }
}
