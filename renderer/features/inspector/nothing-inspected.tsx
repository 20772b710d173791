import { formatQuantity } from '../../../shared/format.ts';
import { useWorkspaceCounts } from '../../context/use-live-queries.ts';
import { useResults } from '../../context/use-stores.ts';
import type { InspectedItem } from '../../stores/inspector-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { inspectorTexts as texts } from './texts.ts';
import { VerdictButtons } from './verdict-buttons.tsx';

/** The content of the inspector while it shows no item: what to click, or that the shown item has `gone`. */
export function NothingInspected({ gone }: { readonly gone: InspectedItem | null }) {
  const counts = useWorkspaceCounts();
  const selected = useResults((state) => state.selectedIds.size);
  const { title, hint } = gone ? texts.gone[gone.kind] : texts.empty;
  return (
    <section aria-label="Detection">
      {counts.state === 'ready' && counts.value.records > 0 ? (
        <EmptyState title={title} hint={hint}>
          <span className="numeric">
            {formatQuantity(counts.value.detections, 'detection')} in{' '}
            {formatQuantity(counts.value.records, 'record')} on this disk
            {selected > 0 && `, ${formatQuantity(selected, 'detection')} selected`}
          </span>
        </EmptyState>
      ) : gone ? (
        <EmptyState title={title} hint={hint} />
      ) : (
        <EmptyState
          title={texts.emptyWorkspace}
          hint={
            counts.state === 'loading'
              ? texts.loading
              : counts.state === 'failed'
                ? counts.message
                : counts.state === 'none'
                  ? texts.noWorkspace
                  : texts.noResults
          }
        />
      )}
      {selected > 0 ? <VerdictButtons review={null} /> : null}
    </section>
  );
}
