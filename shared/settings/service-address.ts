import type { Profile } from './profile.ts';

/** The address of a profile's service for people. The demo service has another port at each start, which is of no use to them. */
export function serviceAddress({ kind, baseUrl }: Pick<Profile, 'kind' | 'baseUrl'>): string {
  return kind === 'demo' ? 'Demo service inside Sightline' : baseUrl;
}
