import { useQuery } from '@tanstack/react-query';
import type { MapSourceState } from '../../shared/map-sources/map-source-state.ts';
import { sourceListQuery } from '../api/source-list-query.ts';
import { useApp } from './app-context.tsx';

/** The user's map sources; none until they are loaded. */
export function useMapSources(): readonly MapSourceState[] {
  const { api } = useApp();
  return useQuery(sourceListQuery(api)).data ?? noSources;
}

const noSources: readonly MapSourceState[] = [];
