import { isActiveJob } from '../../../shared/jobs/job.ts';
import { useWorkspace } from '../../context/use-stores.ts';
import { Note } from '../../ui/note.tsx';
import { useSearchPreview } from './use-search-preview.ts';

/** Advice of the main process on the search, such as to choose a region. */
export function SearchAdvice() {
  const { data } = useSearchPreview();
  const jobs = useWorkspace((state) => state.jobs);
  // A running fetch shows the same advice on its card.
  const shown = new Set(jobs.filter(isActiveJob).flatMap(({ warnings }) => warnings));
  return data?.advice
    .filter((advice) => !shown.has(advice))
    .map((advice) => (
      <Note key={advice} tone="warn">
        {advice}
      </Note>
    ));
}
