import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '../ui/failure-error.ts';
import type { Api } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** The query of the imported files. */
export function aisFilesQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.aisFiles(),
    queryFn: async ({ signal }) => unwrap(await api.ais.files.query(undefined, { signal })),
  });
}

/** The query of the passes with a file of their time. */
export function aisOutcomesQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.aisOutcomes(),
    queryFn: async ({ signal }) => unwrap(await api.ais.outcomes.query(undefined, { signal })),
  });
}

/** The query of the contacts of a pass. */
export function aisContactsQuery(api: Api, passKey: string) {
  return queryOptions({
    queryKey: queryKeys.aisContacts(passKey),
    queryFn: async ({ signal }) => unwrap(await api.ais.contacts.query(passKey, { signal })),
  });
}

/** The query of the ids of detections whose match is ambiguous and not decided. */
export function aisUndecidedQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.aisUndecided(),
    queryFn: async ({ signal }) => unwrap(await api.ais.undecided.query(undefined, { signal })),
  });
}

/** The query of what is known of a detection. */
export function aisOfDetectionQuery(api: Api, id: number) {
  return queryOptions({
    queryKey: queryKeys.aisOfDetection(id),
    queryFn: async ({ signal }) => unwrap(await api.ais.ofDetection.query(id, { signal })),
  });
}
