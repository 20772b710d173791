import { useApp } from '../../app/app-context.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { TextButton } from '../../components/text-button.tsx';

/** Stands in the place of detections when the filter leaves none. */
export function NoMatch() {
  const { commands } = useApp();
  return (
    <EmptyState title="No detections match the filter">
      <TextButton onClick={() => commands.run('results.clear-filter')}>Clear the filter</TextButton>
    </EmptyState>
  );
}
