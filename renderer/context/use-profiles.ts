import { useQuery } from '@tanstack/react-query';
import type { Profile } from '../../shared/settings/profile.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useApp } from './app-context.tsx';

/** The profiles of services that the user can sign in to: none until they are loaded. */
export function useProfiles() {
  const { api } = useApp();
  const query = useQuery({
    queryKey: queryKeys.profiles(),
    queryFn: ({ signal }) => api.session.profiles.query(undefined, { signal }),
  });
  return { profiles: query.data ?? noProfiles, query };
}

const noProfiles: readonly Profile[] = [];
