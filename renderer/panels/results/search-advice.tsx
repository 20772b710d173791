import { Note } from '../../components/note.tsx';
import { useSearchPreview } from './use-search-preview.ts';

/** What the main process advises on the search, such as naming a region. */
export function SearchAdvice() {
  const { data } = useSearchPreview();
  return data?.advice.map((advice) => (
    <Note key={advice} tone="warn">
      {advice}
    </Note>
  ));
}
