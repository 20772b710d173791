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
  /** The fetch is complete, and what it brought is not evaluated yet. */
  | { readonly kind: 'not-evaluated' };

/** Up to when a rule has watched. */
export type WatchStatus = {
  /** UTC: everything uploaded before was fetched and evaluated; null for nothing yet. */
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
  /** UTC: the latest time before which uploads were fetched completely and evaluated by the rule; null for none. */
  readonly evaluatedUntil: string | null;
  /** Epoch milliseconds. */
  readonly now: number;
};

/** Up to when a rule has watched, and why not any longer. */
export function watchStatus({ rule, search, hasArea, evaluatedUntil, now }: WatchStatusInput): WatchStatus {
  const expiresAt = expiryOf(rule);
  const lastJob = search?.lastRun?.job;
  const isFetching = lastJob !== undefined && isActiveJob(lastJob);
  return {
    watchedUntil: evaluatedUntil,
    unwatched: reasonOf(),
    expiresAt,
    isFetching,
  };

  function reasonOf(): UnwatchedReason | null {
    if (!search) return { kind: 'search-deleted' };
    if (!hasArea) return { kind: 'area-deleted' };
    if (now >= expiresAt) return { kind: 'expired' };
    if (lastJob && !isFetching && lastJob.state !== 'complete') {
      return { kind: 'fetch-failed', message: lastJob.failure?.message ?? null };
    }
    if (search.watermark === null) return { kind: 'never-fetched' };
    return evaluatedUntil === null || evaluatedUntil < search.watermark ? { kind: 'not-evaluated' } : null;
  }
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
      return 'its saved search was deleted.';
    case 'area-deleted':
      return 'its area was deleted.';
    case 'not-evaluated':
      return 'the last fetch is not evaluated yet.';
  }
}
