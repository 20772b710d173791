import type { DetectionColumn } from './detection-columns.tsx';
import styles from './dock.module.css';
import type { DetectionQuery } from './use-detection-pages.ts';

/** A column's title; a press sorts by it, another turns the order round. */
export function SortHeader({
  column: { title, sortField },
  sort,
  onSort,
}: {
  readonly column: DetectionColumn;
  readonly sort: DetectionQuery['sort'];
  readonly onSort: (sort: DetectionQuery['sort']) => void;
}) {
  if (!sortField) {
    return (
      <th scope="col" className={styles.cell}>
        {title}
      </th>
    );
  }
  const isSorted = sort.field === sortField;
  const isAscending = isSorted && sort.order === 'ASC';
  const state = isSorted ? (isAscending ? 'ascending' : 'descending') : 'none';
  return (
    <th scope="col" aria-sort={state} className={styles.cell}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort({ field: sortField, order: isAscending ? 'DESC' : 'ASC' })}
      >
        {title} <span aria-hidden>{isSorted ? (isAscending ? '▴' : '▾') : ''}</span>
      </button>
    </th>
  );
}
