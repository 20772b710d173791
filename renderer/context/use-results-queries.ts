import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RecordPageRequest } from '../../shared/results/detection.ts';
import type {
  DetectionField,
  ParameterSummary,
  PropertySummary,
} from '../../shared/results/detection-field.ts';
import type {
  DistributionRequest,
  GroupCountRequest,
  TimelineRequest,
} from '../../shared/results/statistics.ts';
import type { Api } from '../api/client.ts';
import { queryKeys } from '../api/query-keys.ts';
import { resultQuery } from '../api/result-query.ts';
import { unwrap } from '../ui/failure-error.ts';
import { useApp } from './app-context.tsx';
import { useHasDetections } from './use-live-queries.ts';

const none: readonly never[] = [];

/** The properties that features of the workspace have; none until they are loaded. */
export function useProperties(): readonly PropertySummary[] {
  return useLoadedProperties() ?? none;
}

/** The properties that features of the workspace have; null until they are loaded, and without detections. */
export function useLoadedProperties(): readonly PropertySummary[] | null {
  const { properties } = useApp().api.results;
  return useNames(resultQuery(queryKeys.properties(), properties, undefined));
}

/** The parameters that processors of the workspace have; none until they are loaded. */
export function useParameters(): readonly ParameterSummary[] {
  return useLoadedParameters() ?? none;
}

/** The parameters that processors of the workspace have; null until they are loaded, and without detections. */
export function useLoadedParameters(): readonly ParameterSummary[] | null {
  const { parameters } = useApp().api.results;
  return useNames(resultQuery(queryKeys.parameters(), parameters, undefined));
}

function useNames<Name>(query: {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { signal: AbortSignal }) => Promise<readonly Name[]>;
}): readonly Name[] | null {
  const enabled = useHasDetections();
  return useQuery({ ...query, enabled, placeholderData: keepPreviousData }).data ?? null;
}

/** Values of a field that contain `part`, the most frequent first; with null none are fetched. */
export function useFieldValues(field: DetectionField | null, part: string) {
  const { api } = useApp();
  return useQuery({
    queryKey: queryKeys.fieldValues(field, part),
    queryFn: async ({ signal }) =>
      field === null
        ? []
        : unwrap(await api.results.fieldValues.query({ field, part, limit: 50 }, { signal })),
    enabled: useHasDetections() && field !== null,
    placeholderData: keepPreviousData,
  });
}

/** Detections over time. */
export function useTimeline(request: TimelineRequest, isEnabled = true) {
  const { api } = useApp();
  return useQuery({
    ...resultQuery(queryKeys.timeline(request), api.results.timeline, request),
    enabled: useHasDetections() && isEnabled,
    // Counts by one time are none by the other.
    placeholderData: (data, former) => (former?.queryKey[2].by === request.by ? data : undefined),
  });
}

/** A question for the counts of groups. */
export function groupCountsQuery(api: Api, request: GroupCountRequest) {
  return resultQuery(queryKeys.groupCounts(request), api.results.groupCounts, request);
}

/** A question for the spread of a number. */
export function distributionQuery(api: Api, request: DistributionRequest) {
  return resultQuery(queryKeys.distribution(request), api.results.distribution, request);
}

/** A question for a page of the records. */
export function recordPageQuery(api: Api, page: RecordPageRequest) {
  return resultQuery(queryKeys.recordPage(page), api.results.records, page);
}
