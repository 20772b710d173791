import type { Job } from '../../../shared/jobs/job.ts';
import type { IngestOutcome } from '../workspace/workspace.ts';

type TakenPage = Extract<IngestOutcome, { ok: true }>;

/** Why a fetch is not to go on after a page, and whether asking for the last page again may help. */
type PageStop = { readonly warning: string; readonly resumable: boolean };

/** Looks over the paging of one run of a fetch. */
type PageGuard = {
  /** Undefined when the fetch may go on, or has ended. `before` is the job as it stood before the page. */
  judge(page: TakenPage, before: Job): PageStop | undefined;
};

/** Pages of an unstable order may repeat one another once in a while, but not all the time. */
const maxRepeats = 5;
/** Pages are filtered by the user's permissions, so long stretches may be empty; but not for ever. */
const maxEmptyPages = 1_000;

const inParts =
  'Fetch the rest in parts: for example, search by upload time from where these records end, or by region.';

/** A guard that has seen no page yet. */
export function createPageGuard(): PageGuard {
  let repeats = 0;
  let emptyPages = 0;
  return {
    judge(page, before) {
      if (page.next.kind === 'untrusted') return afterUntrusted(page.next.reason, before);
      if (page.next.kind === 'end') return undefined;
      const brought = (page.job.fetch?.records ?? 0) - (before.fetch?.records ?? 0);
      emptyPages = page.recordsInPage === 0 ? emptyPages + 1 : 0;
      repeats = page.recordsInPage > 0 && brought === 0 ? repeats + 1 : 0;
      if (repeats >= maxRepeats) {
        const warning = `The last ${maxRepeats} pages held only records that this fetch had brought before, so its paging leads nowhere. ${inParts}`;
        return { warning, resumable: false };
      }
      if (emptyPages >= maxEmptyPages) {
        const warning = `The last ${maxEmptyPages} pages were empty, and the service says that more follow. Resume to go on, or choose a region.`;
        return { warning, resumable: true };
      }
      return undefined;
    },
  };
}

/** The same page may tell better when it is asked for once more; when it does not, it will not. */
function afterUntrusted(reason: string, before: Job): PageStop {
  return before.warnings.includes(reason)
    ? { warning: `Asking for that page again brought the same. ${inParts}`, resumable: false }
    : { warning: 'What came is kept. Resume to ask for that page once more.', resumable: true };
}
