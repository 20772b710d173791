import { isActiveJob } from '../jobs/job.ts';
import type { StoredSearch } from '../searches/saved-search.ts';
import { expiryOf, type WatchRule } from './watch-rule.ts';

/** Why a rule does not watch what the service has now. */
export type UnwatchedReason =
  | { readonly kind: 'never-fetched' }
  | { readonly kind: 'fetch-failed'; readonly message: string | null }
  | { readonly kind: 'expired' }
  | { readonly kind: 'search-deleted' }
  | { readonly kind: 'area-deleted' }
  /** Its expression names layers that the workspace does not have; `message` has the first one. */
  | { readonly kind: 'layer-missing'; readonly message: string }
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
};

/** What the status of a rule follows from. */
export type WatchStatusInput = {
  readonly rule: WatchRule;
  /** The saved search; undefined when it was deleted. */
  readonly search: Pick<StoredSearch, 'watermark' | 'lastRun'> | undefined;
  readonly hasArea: boolean;
  /** A sentence for each layer of its expression that the workspace does not have. */
  readonly missingLayers: readonly string[];
  /** UTC: the latest time before which uploads were fetched completely when the rule began to watch; null for none. */
  readonly evaluatedFrom: string | null;
  /** UTC: the latest time before which uploads were fetched completely and evaluated by the rule; null for none. */
  readonly evaluatedUntil: string | null;
  /** Epoch milliseconds. */
  readonly now: number;
};

/** Up to when a rule has watched, and why not any longer. */
export function watchStatus(input: WatchStatusInput): WatchStatus {
  const { rule, search, hasArea, missingLayers, evaluatedFrom, evaluatedUntil, now } = input;
  const expiresAt = expiryOf(rule);
  const lastJob = search?.lastRun?.job;
  const isFetching = lastJob !== undefined && isActiveJob(lastJob);
  const watchedUntil = knownUntil();
  return {
    watchedFrom:
      evaluatedFrom === evaluatedUntil ? watchedUntil : isInFuture(evaluatedFrom) ? null : evaluatedFrom,
    watchedUntil,
    unwatched: reasonOf(),
    expiresAt,
    isFetching,
  };

  function isInFuture(time: string | null): boolean {
    return time !== null && Date.parse(time) > now;
  }

  /** Of a fetch from when the clock was ahead it is not known when it was; the one after it is of its own time. */
  function knownUntil(): string | null {
    if (!isInFuture(evaluatedUntil)) return evaluatedUntil;
    return lastJob?.state === 'complete' && !isInFuture(lastJob.startedAt) ? lastJob.startedAt : null;
  }

  function reasonOf(): UnwatchedReason | null {
    if (!search) return { kind: 'search-deleted' };
    if (!hasArea) return { kind: 'area-deleted' };
    const [message] = missingLayers;
    if (message !== undefined) return { kind: 'layer-missing', message };
    if (now >= expiresAt) return { kind: 'expired' };
    if (lastJob && !isFetching && lastJob.state !== 'complete') {
      return { kind: 'fetch-failed', message: lastJob.failure?.message ?? null };
    }
    if (search.watermark === null) return { kind: 'never-fetched' };
    return evaluatedUntil === null || evaluatedUntil < search.watermark ? { kind: 'not-evaluated' } : null;
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

/** Why a rule does not watch, as the end of a sentence. */
export function reasonText(reason: UnwatchedReason): string {
  switch (reason.kind) {
    case 'never-fetched':
      return 'its saved search has not been fetched completely.';
    case 'fetch-failed':
      return `the last fetch is not complete. ${reason.message ?? ''}`.trim();
    case 'expired':
      return 'it ended after 30 days without a confirmation.';
    case 'search-deleted':
      return 'its saved search is not in this workspace.';
    case 'area-deleted':
      return 'its area is not in this workspace.';
    case 'layer-missing':
      return `its expression cannot be evaluated. ${reason.message}`;
    case 'not-evaluated':
      return 'the last fetch is not evaluated yet.';
  }
}
