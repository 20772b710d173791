import { formatCount } from '../../../../shared/format.ts';
import { useFilteredCounts } from '../../../context/use-filtered-counts.ts';
import { useWorkspaceCounts } from '../../../context/use-live-queries.ts';
import { useResults } from '../../../context/use-stores.ts';
import { texts } from '../texts.ts';
import styles from './show.module.css';

/** How many of the detections are shown. */
export function ShownCount() {
  const all = useWorkspaceCounts();
  const filtered = useFilteredCounts();
  const isFiltered = useResults((state) => Object.keys(state.filter).length > 0);
  const total = all.state === 'ready' ? all.value.detections : undefined;
  // Two counts of different moments must not look like a filter where there is none.
  const shown = isFiltered ? filtered.data?.detections : total;
  return (
    <span className={styles.count} aria-busy={isFiltered && filtered.isFetching}>
      <strong>{texts.bar.label}</strong>
      {total === undefined || shown === undefined ? null : (
        <>
          {' '}
          <strong>{formatCount(shown)}</strong> {texts.bar.ofTotal(total)}
        </>
      )}
    </span>
  );
}
