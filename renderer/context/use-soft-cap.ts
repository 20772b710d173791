import { useQuery } from '@tanstack/react-query';
import { noSoftCap, type SoftCap } from '../../shared/areas/soft-cap.ts';
import { useApp } from '../app/app-context.tsx';
import { unwrap } from './failure-error.ts';
import { queryKeys } from './query-keys.ts';

/** The analyst's own caps on the size of areas and orders; all off until they are known. */
export function useSoftCap(): SoftCap {
  const { api } = useApp();
  const { data } = useQuery({
    queryKey: queryKeys.softCap(),
    queryFn: async () => unwrap(await api.areas.softCap.query()),
  });
  return data ?? noSoftCap;
}
