import { useWorkspaceCounts } from '../../context/use-live-queries.ts';
import { useResults } from '../../context/use-stores.ts';
import type { InspectedItem } from '../../stores/inspector-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { texts } from './texts.ts';
import { VerdictButtons } from './verdict-buttons.tsx';

/** The content of the inspector while it shows no item: what to click, or that the shown item has `gone`. */
export function NothingInspected({ gone }: { readonly gone: InspectedItem | null }) {
  const counts = useWorkspaceCounts();
  const selected = useResults((state) => state.selectedIds.size);
  const { title, hint } = gone ? texts.gone[gone.kind] : texts.empty;
  return (
    <section aria-label={texts.kinds.detection}>
      {counts.state === 'ready' && counts.value.records > 0 ? (
        <EmptyState title={title} hint={hint}>
          <span className="numeric">
            {texts.emptyCounts(counts.value.detections, counts.value.records, selected)}
          </span>
        </EmptyState>
      ) : gone ? (
        <EmptyState title={title} hint={hint} />
      ) : (
        <EmptyState
          title={texts.emptyWorkspace}
          hint={
            counts.state === 'loading' ? (
              texts.loading
            ) : counts.state === 'failed' ? (
              <FailureText failure={counts} />
            ) : counts.state === 'none' ? (
              texts.noWorkspace
            ) : (
              texts.noResults
            )
          }
        />
      )}
      {selected > 0 ? <VerdictButtons review={null} /> : null}
    </section>
  );
}
