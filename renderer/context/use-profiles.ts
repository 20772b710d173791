import { useQuery } from '@tanstack/react-query';
import type { Profile } from '../../shared/settings/profile.ts';
import { useApp } from './app-context.tsx';

/** The profiles of services that the user can sign in to: none until they are loaded. */
export function useProfiles() {
  const { queries } = useApp();
  const query = useQuery(queries.session.profiles.queryOptions());
  return { profiles: query.data ?? noProfiles, query };
}

const noProfiles: readonly Profile[] = [];
