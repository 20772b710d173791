import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import type {
  DetectionField,
  ParameterSummary,
  PropertySummary,
} from '../../shared/results/detection-field.ts';
import type { TimelineRequest } from '../../shared/results/statistics.ts';
import { inputOf } from '../api/read-query.ts';
import { useApp } from './app-context.tsx';
import { useHasDetections } from './use-live-queries.ts';

const none: readonly never[] = [];

/** The properties that features of the workspace have; none until they are loaded. */
export function useProperties(): readonly PropertySummary[] {
  return useLoadedProperties() ?? none;
}

/** The properties that features of the workspace have; null until they are loaded, and without detections. */
export function useLoadedProperties(): readonly PropertySummary[] | null {
  const { properties } = useApp().queries.results;
  return useQuery(properties.queryOptions(undefined, useRetained())).data ?? null;
}

/** The parameters that processors of the workspace have; none until they are loaded. */
export function useParameters(): readonly ParameterSummary[] {
  return useLoadedParameters() ?? none;
}

/** The parameters that processors of the workspace have; null until they are loaded, and without detections. */
export function useLoadedParameters(): readonly ParameterSummary[] | null {
  const { parameters } = useApp().queries.results;
  return useQuery(parameters.queryOptions(undefined, useRetained())).data ?? null;
}

/** Requests nothing without detections, and shows what was loaded before until other data are. */
function useRetained() {
  return { enabled: useHasDetections(), placeholderData: keepPreviousData } as const;
}

/** Values of a field that contain `part`, the most frequent first; with null none are fetched. */
export function useFieldValues(field: DetectionField | null, part: string) {
  const { fieldValues } = useApp().queries.results;
  return useQuery(
    fieldValues.queryOptions(field === null ? skipToken : { field, part, limit: 50 }, useRetained()),
  );
}

/** Detections over time. */
export function useTimeline(request: TimelineRequest, isEnabled = true) {
  const { timeline } = useApp().queries.results;
  return useQuery(
    timeline.queryOptions(request, {
      enabled: useHasDetections() && isEnabled,
      // Counts by one time are none by the other.
      placeholderData: (data, former) =>
        inputOf<TimelineRequest>(former)?.by === request.by ? data : undefined,
    }),
  );
}
