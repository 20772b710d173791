import type { PassSortField } from '../../../../shared/passes/pass.ts';
import { useApp } from '../../../app/app-context.tsx';
import { usePasses } from '../../../app/use-stores.ts';
import tableStyles from '../table/table.module.css';
import { passColumns, passTracks } from './pass-columns.tsx';

/** The titles of the columns, by which can be sorted. */
export function PassGridHead() {
  const { stores } = useApp();
  const sort = usePasses((state) => state.sort);
  const sortBy = (field: PassSortField) =>
    stores.passes.setState({
      sort: { field, order: sort.field === field && sort.order === 'DESC' ? 'ASC' : 'DESC' },
    });
  return (
    <thead className={tableStyles.gridHead} style={{ minWidth: passTracks.least }}>
      <tr
        className={tableStyles.headRow}
        aria-rowindex={1}
        style={{ gridTemplateColumns: passTracks.template }}
      >
        {passColumns.map(({ field, title, isNumeric }) => {
          const order = sort.field === field ? sort.order : null;
          return (
            <th
              key={field}
              scope="col"
              className={tableStyles.headCell}
              data-numeric={isNumeric || undefined}
              aria-sort={order === null ? undefined : order === 'ASC' ? 'ascending' : 'descending'}
            >
              <button type="button" className={tableStyles.sort} onClick={() => sortBy(field)}>
                <span className={tableStyles.sortTitle}>{title}</span>
                {order === null ? null : <span aria-hidden>{order === 'ASC' ? '\u00a0▴' : '\u00a0▾'}</span>}
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
