import { formatQuantity } from '../../../shared/format.ts';
import { useWorkspaceCounts } from '../../context/use-live-queries.ts';
import { useResults } from '../../context/use-stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';

/** The content of the inspector while no detection is focused: how to focus one, and the number of records. */
export function NothingFocused() {
  const counts = useWorkspaceCounts();
  const selected = useResults((state) => state.selectedIds.size);
  return (
    <section aria-label="Detection">
      <PanelHeading title="Detection" />
      {counts.state === 'ready' && counts.value.detections > 0 ? (
        <EmptyState
          title="Nothing to inspect"
          hint="Click a detection on the map, or pick a row in the table."
        >
          <span className="numeric">
            {formatQuantity(counts.value.detections, 'detection')} in{' '}
            {formatQuantity(counts.value.records, 'record')} on this disk
            {selected > 0 && `, ${formatQuantity(selected, 'detection')} selected`}
          </span>
        </EmptyState>
      ) : (
        <EmptyState
          title="Nothing to inspect yet"
          hint={
            counts.state === 'loading'
              ? 'Loading the workspace…'
              : counts.state === 'failed'
                ? counts.message
                : counts.state === 'none'
                  ? 'Sign in once. What you fetch is then saved on this disk.'
                  : 'Fetch results in the Results panel. The detection you pick on the map or in the table is shown here.'
          }
        />
      )}
    </section>
  );
}
