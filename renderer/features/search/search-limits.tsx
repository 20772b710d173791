import { Autocomplete, Select, TextInput } from '@mantine/core';

import { fieldListSchema } from '../../../shared/results/query.ts';
import { flattenFields, recordFields } from '../../../shared/results/record-fields.ts';
import { useSearch, useSession } from '../../context/use-stores.ts';
import styles from './results.module.css';
import { problemOf } from './search-problems.ts';

const fieldChoices = [
  { value: 'all', label: 'All fields' },
  { value: 'without-features', label: 'All except features' },
  { value: 'headers', label: 'Headers only' },
];

/** Record limit, page size and sorting; collapsed at first, because the defaults fetch everything. */
export function SearchLimits() {
  const { form, failure, change } = useSearch((state) => state);
  const brand = useSession((state) => state.session?.profile.brand) ?? 'svc';
  const sortPaths = flattenFields(recordFields(brand)).flatMap(({ kind, path }) =>
    kind === 'value' ? [path] : [],
  );
  const fields = ['maxRecords', 'pageSize', 'sortField', 'sortOrder'] as const;
  const hasProblem = fields.some((field) => problemOf(failure, field) !== undefined);
  const isUsed = form.maxRecords !== '' || form.sortField !== '' || form.fields !== 'all';
  return (
    <details className={styles.more} open={hasProblem || isUsed || undefined}>
      <summary>Limit, sorting and fields</summary>
      <div className={styles.pair}>
        <TextInput
          label="Maximum records"
          placeholder="e.g. 700"
          inputMode="numeric"
          value={form.maxRecords}
          error={problemOf(failure, 'maxRecords')}
          onChange={(event) => change({ maxRecords: event.currentTarget.value })}
        />
        <TextInput
          label="Records per page"
          placeholder="e.g. 500"
          inputMode="numeric"
          value={form.pageSize}
          error={problemOf(failure, 'pageSize')}
          onChange={(event) => change({ pageSize: event.currentTarget.value })}
        />
        <Autocomplete
          label="Sort by"
          placeholder="e.g. uploadTime"
          data={sortPaths}
          value={form.sortField}
          error={problemOf(failure, 'sortField')}
          comboboxProps={{ width: 260, position: 'bottom-start' }}
          onChange={(sortField) => change({ sortField })}
        />
        <Select
          label="Order"
          data={[
            { value: 'ASC', label: 'Ascending' },
            { value: 'DESC', label: 'Descending' },
          ]}
          value={form.sortOrder}
          allowDeselect={false}
          disabled={form.sortField === ''}
          onChange={(order) => change({ sortOrder: order === 'DESC' ? 'DESC' : 'ASC' })}
        />
      </div>
      <Select
        className={styles.fieldChoice}
        label="Fields of each record"
        data={fieldChoices}
        value={form.fields}
        allowDeselect={false}
        onChange={(value) => change({ fields: fieldListSchema.catch('all').parse(value) })}
      />
    </details>
  );
}
