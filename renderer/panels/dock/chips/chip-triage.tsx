import { toFailure } from '../../../api/failure-error.ts';
import { FailureNote } from '../../../components/failure-note.tsx';
import { LoadingState } from '../../../components/loading-state.tsx';
import { NoMatch } from '../no-match.tsx';
import { ChipGrid } from './chip-grid.tsx';
import { ChipGridControls } from './chip-grid-controls.tsx';
import { useChipQueue } from './use-chip-queue.ts';

/** The chips of what the filter leaves, by image, to be judged many at a time. */
export function ChipTriage() {
  const { queue, error, retry, filter } = useChipQueue();
  if (error) return <FailureNote failure={toFailure(error)} onRetry={retry} />;
  if (!queue) return <LoadingState label="Putting the chips in order" />;
  if (queue.ids.length === 0) return <NoMatch />;
  return (
    <>
      <ChipGridControls />
      <ChipGrid key={JSON.stringify(filter)} queue={queue} />
    </>
  );
}
