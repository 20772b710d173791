import type { Search } from '../../../shared/results/search.ts';

/** A search in a few words, for the list of jobs. */
export function fetchTitle({ regions, analytics }: Search): string {
  return [regions.join(', ') || 'All regions', analytics.join(', ') || 'all analytics'].join(' · ');
}
