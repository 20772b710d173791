import { Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { unwrap } from '../../../api/failure-error.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useApp } from '../../../app/app-context.tsx';
import { useResults } from '../../../app/use-stores.ts';
import { formatUtc } from '../../../components/format.ts';

/** Fetches that are offered, the latest first. */
const offered = { limit: 100 };

/** What one fetch brought, by itself or as a run of a saved search. */
export function FetchFilter() {
  const { api, stores } = useApp();
  const fetchId = useResults((state) => state.filter.fetchId ?? null);
  const { data } = useQuery({
    queryKey: queryKeys.fetchHistory(offered),
    queryFn: async ({ signal }) => unwrap(await api.searches.history.query(offered, { signal })),
    placeholderData: keepPreviousData,
  });
  const fetches = (data?.entries ?? []).map(({ job, searchName }) => ({
    value: job.id,
    label: `${searchName ?? job.title}, ${formatUtc(job.startedAt)}`,
  }));
  const isListed = fetchId === null || fetches.some(({ value }) => value === fetchId);
  return (
    <Select
      aria-label="Brought by fetch"
      placeholder="Any fetch"
      clearable
      searchable
      data={isListed ? fetches : [...fetches, { value: fetchId, label: 'An earlier fetch' }]}
      value={fetchId}
      nothingFoundMessage="No such fetch."
      comboboxProps={{ width: 340 }}
      onChange={(value) => stores.results.getState().setFilter({ fetchId: value ?? undefined })}
    />
  );
}
