import { isActive } from '../../../shared/jobs/job.ts';
import { useWorkspace } from '../../app/use-stores.ts';
import { Note } from '../../components/note.tsx';
import { useSearchPreview } from './use-search-preview.ts';

/** What the main process advises on the search, such as naming a region. */
export function SearchAdvice() {
  const { data } = useSearchPreview();
  const jobs = useWorkspace((state) => state.jobs);
  // A fetch that runs says the same on its card.
  const said = new Set(jobs.filter(isActive).flatMap(({ warnings }) => warnings));
  return data?.advice
    .filter((advice) => !said.has(advice))
    .map((advice) => (
      <Note key={advice} tone="warn">
        {advice}
      </Note>
    ));
}
