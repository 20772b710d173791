import { EmptyState } from '../ui/empty-state.tsx';
import { TextButton } from '../ui/text-button.tsx';
import { useApp } from './app-context.tsx';

/** Shown if no detection matches the filter. */
export function NoMatch() {
  const { commands } = useApp();
  return (
    <EmptyState title="No detections match the filter">
      <TextButton onClick={() => commands.run('results.clear-filter')}>Clear the filter</TextButton>
    </EmptyState>
  );
}
