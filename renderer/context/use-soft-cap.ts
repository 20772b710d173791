import { useQuery } from '@tanstack/react-query';
import { noSoftCap, type SoftCap } from '../../shared/areas/soft-cap.ts';
import { queryKeys } from '../api/query-keys.ts';
import { unwrap } from '../ui/failure-error.ts';
import { useApp } from './app-context.tsx';

/** The analyst's caps on the size of areas and orders; all off until they are loaded. */
export function useSoftCap(): SoftCap {
  const { api } = useApp();
  const { data } = useQuery({
    queryKey: queryKeys.softCap(),
    queryFn: async () => unwrap(await api.areas.softCap.query()),
  });
  return data ?? noSoftCap;
}
