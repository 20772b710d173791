import { nowUtc } from '../../../../shared/time.ts';
import type { WatchDigestInput } from '../../../../shared/watch/watch-digest.ts';
import { toListedRules } from '../../../../shared/watch/watch-list.ts';
import type { ReportContext } from './report-context.ts';

/** More are counted, and are in the inbox. */
const maxFindings = 5000;

/** Reads what a digest of the inbox shows. */
export function gatherWatchDigest({ store, frame }: ReportContext): WatchDigestInput {
  const now = nowUtc(frame.madeAt);
  const inbox = (view: 'open' | 'silenced' | 'snoozed', limit: number) =>
    store.watchInbox({ view, offset: 0, limit }, now);
  const { events, total } = inbox('open', maxFindings);
  const { rules } = store.listWatchRules();
  const { searches } = store.listSearches();
  return {
    ...frame,
    rules: toListedRules({ rules, searches, areas: store.listAreas() }, frame.madeAt),
    events,
    found: total,
    silenced: inbox('silenced', 1).total,
    snoozed: inbox('snoozed', 1).total,
  };
}
