import { queryOptions } from '@tanstack/react-query';
import type { Api } from './client.ts';
import { queryKeys } from './query-keys.ts';
import { resultQuery } from './result-query.ts';

/** The query of the imported files. */
export function aisFilesQuery(api: Api) {
  return queryOptions(resultQuery(queryKeys.aisFiles(), api.ais.files, undefined));
}

/** The query of the passes with a file of their time. */
export function aisOutcomesQuery(api: Api) {
  return queryOptions(resultQuery(queryKeys.aisOutcomes(), api.ais.outcomes, undefined));
}

/** The query of the contacts of a pass. */
export function aisContactsQuery(api: Api, passKey: string) {
  return queryOptions(resultQuery(queryKeys.aisContacts(passKey), api.ais.contacts, passKey));
}

/** The query of the ids of detections whose match is ambiguous and not decided. */
export function aisUndecidedQuery(api: Api) {
  return queryOptions(resultQuery(queryKeys.aisUndecided(), api.ais.undecided, undefined));
}

/** The query of what is known of a detection. */
export function aisOfDetectionQuery(api: Api, id: number) {
  return queryOptions(resultQuery(queryKeys.aisOfDetection(id), api.ais.ofDetection, id));
}
