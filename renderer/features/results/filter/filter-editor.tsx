import { Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatUtc } from '../../../../shared/format.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useResults } from '../../../context/use-stores.ts';
import { unwrap } from '../../../ui/failure-error.ts';
import { AreaFilter, MapViewFilter } from './area-filter.tsx';
import { ExpressionField } from './expression-field.tsx';
import styles from './filter.module.css';
import { ConfidenceFilter, FlaggedFilter, ListFilters, TextFilter } from './list-filters.tsx';
import { TimeFilter } from './time-filter.tsx';

/** The filter's fields. What they restrict, map, table and charts show alike. */
export function FilterEditor() {
  return (
    <search className={styles.filter} data-region="filter" aria-label="Filter detections">
      <ExpressionField />
      <div className={styles.fields}>
        <TextFilter />
        <ListFilters />
        <TimeFilter member="collectedFrom" label="Collected from (UTC)" placeholder="Collected ≥" />
        <TimeFilter member="collectedTo" label="Collected before (UTC)" placeholder="Collected <" />
        <TimeFilter member="uploadedFrom" label="Uploaded from (UTC)" placeholder="Uploaded ≥" />
        <TimeFilter member="uploadedTo" label="Uploaded before (UTC)" placeholder="Uploaded <" />
        <ConfidenceFilter />
        <FlaggedFilter />
        <AreaFilter />
        <FetchFilter />
        <MapViewFilter />
      </div>
    </search>
  );
}

/** Fetches that are offered, the latest first. */
const historyPage = { limit: 100 };

/** Filters to the results of one fetch, including runs of saved searches. */
function FetchFilter() {
  const { api, stores } = useApp();
  const fetchId = useResults((state) => state.filter.fetchId ?? null);
  const { data } = useQuery({
    queryKey: queryKeys.fetchHistory(historyPage),
    queryFn: async ({ signal }) => unwrap(await api.searches.history.query(historyPage, { signal })),
    placeholderData: keepPreviousData,
  });
  const fetches = (data?.entries ?? []).map(({ job, searchName }) => ({
    value: job.id,
    label: `${searchName ?? job.title}, ${formatUtc(job.startedAt)}`,
  }));
  const isListed = fetchId === null || fetches.some(({ value }) => value === fetchId);
  return (
    <Select
      aria-label="From fetch"
      placeholder="Any fetch"
      clearable
      searchable
      data={isListed ? fetches : [...fetches, { value: fetchId, label: 'An earlier fetch' }]}
      value={fetchId}
      nothingFoundMessage="No matching fetch."
      comboboxProps={{ width: 340 }}
      onChange={(value) => stores.results.getState().setFilter({ fetchId: value ?? undefined })}
    />
  );
}
