import { useMemo } from 'react';
import type { PassQuery } from '../../../shared/passes/pass.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import { usePasses, useResults } from '../../context/use-stores.ts';
import type { PassesStore } from '../../stores/passes-store.ts';

/** The request for the listed passes: filter, grouping and sorting. */
export function usePassListRequest(): PassQuery {
  const filter = useResults((state) => state.filter);
  const list = usePasses((state) => state);
  const { groupBy, tolerance, sort, text, onlyMatching, collapsedGroups } = list;
  return useMemo(
    () => passListRequest(filter, { groupBy, tolerance, sort, text, onlyMatching, collapsedGroups }),
    [filter, groupBy, tolerance, sort, text, onlyMatching, collapsedGroups],
  );
}

/** The request for the passes that a filter and the controls of the list leave. */
export function passListRequest(
  filter: DetectionFilter,
  { groupBy, tolerance, sort, text, onlyMatching, collapsedGroups }: ListControls,
): PassQuery {
  return {
    filter,
    groupBy,
    tolerance,
    sort,
    collapsed: [...collapsedGroups],
    ...(text ? { text } : {}),
    onlyMatching,
  };
}

type ListControls = Pick<
  PassesStore,
  'groupBy' | 'tolerance' | 'sort' | 'text' | 'onlyMatching' | 'collapsedGroups'
>;
