import { formatCount } from '../../shared/format.ts';
import { TextButton } from '../ui/text-button.tsx';
import { useApp } from './app-context.tsx';

/**
 * Number of rows of a list that the filter leaves out, with a button that shows them; nothing when it leaves out none.
 */
export function FilteredOutCount({ count }: { readonly count: number }) {
  const { commands } = useApp();
  if (count <= 0) return null;
  return (
    <span className="muted numeric">
      {formatCount(count)} not shown ·{' '}
      <TextButton onClick={() => commands.run('results.clear-filter')}>Clear the filter</TextButton>
    </span>
  );
}
