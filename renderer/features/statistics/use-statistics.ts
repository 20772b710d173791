import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatAngle, formatCount } from '../../../shared/format.ts';
import { defaultTolerance, type PassPageRequest } from '../../../shared/passes/pass.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import type { DetectionField } from '../../../shared/results/detection-field.ts';
import { formatFieldNumber } from '../../../shared/results/field-number.ts';
import { fieldLabel, fieldTitle } from '../../../shared/results/field-title.ts';
import type {
  Distribution,
  DistributionRequest,
  GroupCountRequest,
} from '../../../shared/results/statistics.ts';
import { inputOf } from '../../api/read-query.ts';
import { useApp } from '../../context/app-context.tsx';
import { useDock, useResults } from '../../context/use-stores.ts';
import { useColorScheme } from '../../ui/use-color-scheme.ts';
import { distributionBars, groupBars, passBars, type StatisticsBar } from './statistics-bars.ts';
import { groupingTitle } from './statistics-topics.ts';
import { texts } from './texts.ts';

/** Maximum number of selected detections that statistics cover. */
export const maxSelected = 200_000;

/** The statistics of the chosen topic. */
export type Statistics = {
  readonly title: string;
  readonly bars: readonly StatisticsBar[];
  /** Summary of a distribution; empty for groups. */
  readonly summary: readonly { readonly label: string; readonly value: string }[];
};

/** The statistics of the chosen topic and scope. */
export function useStatistics() {
  const { queries } = useApp();
  const topic = useDock((state) => state.topic);
  const scope = useDock((state) => state.scope);
  const filter = useScopeFilter();
  const isTooLarge = useResults((state) => scope === 'selected' && state.selectedIds.size > maxSelected);
  const by = topic.kind === 'groups' ? topic.by : 'analytic';
  const scheme = useColorScheme();
  const isGroups = topic.kind === 'groups';
  const groups = useQuery(
    queries.results.groupCounts.queryOptions(
      { filter, by },
      {
        placeholderData: (data, former) => (inputOf<GroupCountRequest>(former)?.by === by ? data : undefined),
        enabled: isGroups && !isTooLarge,
      },
    ),
  );
  const all = useQuery(
    queries.results.groupCounts.queryOptions(
      { filter: {}, by },
      {
        placeholderData: (data, former) => (inputOf<GroupCountRequest>(former)?.by === by ? data : undefined),
        enabled: isGroups && scope !== 'all',
      },
    ),
  );
  const passesByPlace = useQuery(
    queries.passes.looks.queryOptions(filter, { enabled: isGroups && by === 'place' && !isTooLarge }),
  );
  const isPasses = topic.kind === 'passes';
  const passes = useQuery(
    queries.passes.page.queryOptions(passRequest(filter), {
      placeholderData: keepPreviousData,
      enabled: isPasses && !isTooLarge,
    }),
  );
  const isDistribution = topic.kind === 'distribution';
  const field = topic.kind === 'distribution' ? topic.field : 'confidence';
  const distribution = useQuery(
    queries.results.distribution.queryOptions(
      { filter, field, bins: 40 },
      {
        placeholderData: (data, former) =>
          inputOf<DistributionRequest>(former)?.field === field ? data : undefined,
        enabled: isDistribution && !isTooLarge,
      },
    ),
  );
  const statistics = useMemo((): Statistics | null => {
    // Both queries keep the data of the scope before while they are disabled.
    if (isTooLarge) return null;
    if (isGroups) {
      if (!groups.data) return null;
      const totals = scope === 'all' ? null : (all.data ?? null);
      return {
        title: groupingTitle(by),
        bars: groupBars(by, groups.data, totals, scheme, by === 'place' ? passesByPlace.data : undefined),
        summary: [],
      };
    }
    if (isPasses) {
      if (!passes.data) return null;
      const listed = passes.data.rows.flatMap((row) => (row.kind === 'pass' ? [row.pass] : []));
      return {
        title: texts.passes.title(listed.length, passes.data.passes),
        bars: passBars(listed, scope !== 'all'),
        summary: [],
      };
    }
    if (!distribution.data) return null;
    return {
      title: fieldTitle(field),
      bars: distributionBars(field, distribution.data),
      summary: summaryRows(field, distribution.data),
    };
  }, [
    isTooLarge,
    isGroups,
    isPasses,
    groups.data,
    all.data,
    passesByPlace.data,
    passes.data,
    distribution.data,
    scope,
    by,
    field,
    scheme,
  ]);
  const activeQuery = isGroups ? groups : isPasses ? passes : distribution;
  return {
    ...{ topic, statistics, distribution: distribution.data, isTooLarge },
    /** Whether the statistics are still those of the filter before. */
    isOutdated: activeQuery.isPlaceholderData,
    error: activeQuery.error,
    refetch: () => activeQuery.refetch(),
  };
}

/** Maximum number of passes in the statistics; those with the most detections are listed. */
const maxPasses = 500;

function passRequest(filter: DetectionFilter): PassPageRequest {
  return {
    filter,
    groupBy: 'none',
    tolerance: defaultTolerance,
    sort: { field: 'detections', order: 'DESC' },
    collapsed: [],
    offset: 0,
    limit: maxPasses,
  };
}

function useScopeFilter(): DetectionFilter {
  const scope = useDock((state) => state.scope);
  const filter = useResults((state) => state.filter);
  const selectedIds = useResults((state) => state.selectedIds);
  return useMemo(() => {
    switch (scope) {
      case 'all':
        return {};
      case 'filtered':
        return filter;
      case 'selected':
        return { ids: [...selectedIds.ids.subarray(0, maxSelected)] };
    }
  }, [scope, filter, selectedIds]);
}

function summaryRows(field: DetectionField, distribution: Distribution): Statistics['summary'] {
  const { count, missing, notFetched, min, max, mean, standardDeviation, median, p05, p95 } = distribution;
  // A spread of directions is no direction.
  const spread = (value: number) =>
    fieldLabel(field).unit === '°' ? formatAngle(value) : formatFieldNumber(field, value);
  const number = (label: string, value: number | null) =>
    value === null ? [] : [{ label, value: formatFieldNumber(field, value) }];
  return [
    { label: texts.summary.withValue, value: formatCount(count) },
    { label: texts.summary.withoutValue, value: formatCount(missing) },
    ...(notFetched > 0 ? [{ label: texts.summary.notFetched, value: formatCount(notFetched) }] : []),
    ...number(texts.summary.minimum, min),
    ...number(texts.summary.percentile5, p05),
    ...number(texts.summary.median, median),
    ...number(texts.summary.mean, mean),
    ...number(texts.summary.percentile95, p95),
    ...number(texts.summary.maximum, max),
    ...(standardDeviation === null
      ? []
      : [{ label: texts.summary.standardDeviation, value: spread(standardDeviation) }]),
  ];
}
