import { EmptyState } from '../ui/empty-state.tsx';
import { TextButton } from '../ui/text-button.tsx';
import { useApp } from './app-context.tsx';
import { useUnknownFields } from './use-unknown-fields.ts';

/** Shown if no detection matches the filter. */
export function NoMatch() {
  const { commands } = useApp();
  const problems = useUnknownFields();
  return (
    <EmptyState title="No detections match the filter" hint={problems.join(' ') || undefined}>
      <TextButton onClick={() => commands.run('results.clear-filter')}>Clear the filter</TextButton>
    </EmptyState>
  );
}
