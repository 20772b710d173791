import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Area } from '../../shared/areas/area.ts';
import type { ChipCalibration } from '../../shared/chips/chip-calibration.ts';
import type { VectorLayer } from '../../shared/layers/vector-layer.ts';
import type { ResultCounts } from '../../shared/results/detection.ts';
import {
  areaListQuery,
  calibrationListQuery,
  layerListQuery,
  markingQuery,
  workspaceCountsQuery,
} from '../api/live-queries.ts';
import { type Loadable, toLoadable } from '../ui/loadable.ts';
import { useApp } from './app-context.tsx';

/** The kind of host that serves the page; undefined until it is known. */
export function useHostKind(): 'electron' | 'browser' | undefined {
  return useQuery(useApp().queries.host.queryOptions()).data?.kind;
}

/** The analyst's calibrations of chips; none until they are loaded. */
export function useCalibrations(): readonly ChipCalibration[] {
  return useQuery(calibrationListQuery(useApp().queries)).data ?? noCalibrations;
}

/** Counts of everything in the workspace, without a filter. */
export function useWorkspaceCounts(): Loadable<ResultCounts> {
  const { data, error } = useQuery(workspaceCountsQuery(useApp().queries));
  return useMemo(() => toLoadable({ data, error }), [data, error]);
}

/** Whether the workspace has detections; false until that is known. */
export function useHasDetections(): boolean {
  return (useQuery(workspaceCountsQuery(useApp().queries)).data?.detections ?? 0) > 0;
}

/** The marking of the workspace; `''` for none, and until it is loaded. */
export function useMarking(): string {
  return useQuery(markingQuery(useApp().queries)).data ?? '';
}

/** The layers of the user's own; null until they are loaded. */
export function useLoadedLayers(): readonly VectorLayer[] | null {
  return useQuery(layerListQuery(useApp().queries)).data ?? null;
}

/** The areas of the workspace. */
export function useAreas(): Loadable<readonly Area[]> {
  const { data, error } = useQuery(areaListQuery(useApp().queries));
  return useMemo(() => toLoadable({ data, error }), [data, error]);
}

/** The areas of the workspace; none until they are loaded. */
export function useAreaList(): readonly Area[] {
  return useQuery(areaListQuery(useApp().queries)).data ?? noAreas;
}

const noAreas: readonly Area[] = [];
const noCalibrations: readonly ChipCalibration[] = [];
