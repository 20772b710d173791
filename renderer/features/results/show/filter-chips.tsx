import { useApp } from '../../../context/app-context.tsx';
import { useAreaList } from '../../../context/use-live-queries.ts';
import { useResults } from '../../../context/use-stores.ts';
import { describeFilter } from '../../../ui/describe-filter.ts';
import { RemovableChip } from '../../../ui/removable-chip.tsx';
import styles from '../filter/filter.module.css';
import { findAreaByRings } from '../filter/find-area-by-rings.ts';

/** One chip for each restriction of the filter, with a button that removes it. */
export function FilterChips() {
  const { stores } = useApp();
  const filter = useResults((state) => state.filter);
  const areas = useAreaList();
  const area = filter.within ? findAreaByRings(filter.within, areas) : undefined;
  const parts = describeFilter(filter, area?.name);
  if (parts.length === 0) return null;
  const chips = parts.map(({ text, members }) => (
    <RemovableChip
      key={text}
      text={text}
      removeLabel={`Remove filter ${text}`}
      onRemove={() => stores.results.getState().removeFilters(members)}
    />
  ));
  return (
    <div className={styles.chips}>
      <span className="muted">Filter:</span>
      {chips}
    </div>
  );
}
