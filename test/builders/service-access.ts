import type { ServiceAccess } from '../../electron/core/service/service-access.ts';
import type { Failure } from '../../shared/result.ts';
import type { Profile } from '../../shared/settings/profile.ts';

/** A profile of a service at `baseUrl` with its images below it. */
export function buildProfile(baseUrl: string, more: Partial<Profile> = {}): Profile {
  return {
    id: 'a0000000-0000-4000-8000-000000000001',
    kind: 'custom',
    name: 'Test service',
    baseUrl,
    imageBaseUrl: `${baseUrl}/images`,
    brand: 'svc',
    bracedQueryBody: false,
    sendTokenToImages: false,
    ...more,
  };
}

/** Access as a session gives it, with a token that the test sets; records the reports of its caller. */
export function buildServiceAccess(profile: Profile) {
  const waiting = new Set<() => void>();
  const access = {
    current: 'test-token' as string | undefined,
    refused: [] as string[],
    reports: [] as (string | undefined)[],
    profile: () => profile,
    token: () => access.current,
    reportRefusedToken(refused: string) {
      access.refused.push(refused);
      if (refused === access.current) access.current = undefined;
    },
    reportConnection(failure?: Failure) {
      access.reports.push(failure?.message);
    },
    waitForSignIn(signal: AbortSignal) {
      return new Promise<void>((resolve, reject) => {
        if (access.current !== undefined) return resolve();
        waiting.add(resolve);
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
    signIn(fresh: string) {
      access.current = fresh;
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
  };
  return access satisfies ServiceAccess;
}
