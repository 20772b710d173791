import { useQuery } from '@tanstack/react-query';
import type { Profile } from '../../shared/settings/profile.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useApp } from './app-context.tsx';

/** The profiles of services that the user can sign in to: none until they are loaded; `error` if they cannot be. */
export function useProfiles(): { readonly profiles: readonly Profile[]; readonly error: Error | null } {
  const { api } = useApp();
  const { data, error } = useQuery({
    queryKey: queryKeys.profiles(),
    queryFn: ({ signal }) => api.session.profiles.query(undefined, { signal }),
  });
  return { profiles: data ?? noProfiles, error };
}

const noProfiles: readonly Profile[] = [];
