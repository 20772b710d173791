import { Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatTime } from '../../../../shared/format.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useResults } from '../../../context/use-stores.ts';
import { unwrap } from '../../../ui/failure-error.ts';
import { texts } from '../texts.ts';

/** Fetches that are offered, the latest first. */
const historyPage = { limit: 100 };

/** Filters to the results of one fetch, including runs of saved searches. */
export function FetchFilter() {
  const { api, stores } = useApp();
  const fetchId = useResults((state) => state.filter.fetchId ?? null);
  const { data } = useQuery({
    queryKey: queryKeys.fetchHistory(historyPage),
    queryFn: async ({ signal }) => unwrap(await api.searches.history.query(historyPage, { signal })),
    placeholderData: keepPreviousData,
  });
  const fetches = (data?.entries ?? []).map(({ job, searchName }) => ({
    value: job.id,
    label: `${searchName ?? job.title}, ${formatTime(job.startedAt)}`,
  }));
  const isListed = fetchId === null || fetches.some(({ value }) => value === fetchId);
  return (
    <Select
      label={texts.fields.fetchedBy}
      placeholder={texts.fields.anyFetch}
      clearable
      searchable
      data={isListed ? fetches : [...fetches, { value: fetchId, label: texts.fields.earlierFetch }]}
      value={fetchId}
      nothingFoundMessage={texts.fields.noFetch}
      onChange={(value) => stores.results.getState().setFilter({ fetchId: value ?? undefined })}
    />
  );
}
