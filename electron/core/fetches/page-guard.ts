import type { Job } from '../../../shared/jobs/job.ts';
import type { WrittenPage } from '../workspace/ingest/ingest-page.ts';

/** Why a fetch must stop after a page, and whether refetching that page may help. */
type PageStop = { readonly warning: string; readonly resumable: boolean };

/** Maximum consecutive pages without new records; single ones are normal with an unstable order. */
const maxRepeats = 5;
/** Maximum consecutive empty pages. Pages are filtered by the user's permissions, so many may be empty. */
const maxEmptyPages = 1_000;

const inParts =
  'Fetch the rest in parts: for example, search by upload time from where these records end, or by region.';

/** Detects paging that does not make progress, in one run of a fetch. */
export function createPageGuard() {
  let repeats = 0;
  let emptyPages = 0;
  return {
    /** Undefined when the fetch may continue, or has ended. `before` is the job before the page. */
    check(page: WrittenPage, before: Job): PageStop | undefined {
      if (page.next.kind === 'untrusted') return afterUntrusted(page.next.reason, before);
      if (page.next.kind === 'end') return undefined;
      if (page.job.fetch?.query?.index !== before.fetch?.query?.index) {
        repeats = 0;
        emptyPages = 0;
        return undefined;
      }
      const brought = (page.job.fetch?.records ?? 0) - (before.fetch?.records ?? 0);
      emptyPages = page.recordsInPage === 0 ? emptyPages + 1 : 0;
      repeats = page.recordsInPage > 0 && brought === 0 ? repeats + 1 : 0;
      if (repeats >= maxRepeats) {
        const warning = `The last ${maxRepeats} pages contained only records that this fetch already has, so its paging does not advance. ${inParts}`;
        return { warning, resumable: false };
      }
      if (emptyPages >= maxEmptyPages) {
        const warning = `The last ${maxEmptyPages} pages were empty, and the service reports more. Resume to continue, or choose a region.`;
        return { warning, resumable: true };
      }
      return undefined;
    },
  };
}

/** The first time the fetch can be resumed to refetch the page; when the result is the same, it cannot. */
function afterUntrusted(reason: string, before: Job): PageStop {
  return before.warnings.includes(reason)
    ? { warning: `Requesting that page again had the same result. ${inParts}`, resumable: false }
    : { warning: 'The records so far are saved. Resume to request that page once more.', resumable: true };
}
