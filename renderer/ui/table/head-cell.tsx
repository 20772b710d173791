import styles from './table.module.css';

/** The head of a column by which a click sorts; `order` is how the rows are sorted by it, null if they are not. */
export function SortHeadCell({
  title,
  isNumeric,
  order,
  onSort,
}: {
  readonly title: string;
  readonly isNumeric: boolean;
  readonly order: 'ASC' | 'DESC' | null;
  readonly onSort: () => void;
}) {
  return (
    <th
      scope="col"
      className={styles.headCell}
      data-numeric={isNumeric || undefined}
      aria-sort={order === null ? undefined : order === 'ASC' ? 'ascending' : 'descending'}
    >
      <button type="button" className={styles.sort} onClick={onSort}>
        <span className={styles.sortTitle}>{title}</span>
        {order === null ? null : <span aria-hidden>{order === 'ASC' ? '\u00a0▴' : '\u00a0▾'}</span>}
      </button>
    </th>
  );
}
