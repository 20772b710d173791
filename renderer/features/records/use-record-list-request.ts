import type { RecordPageRequest } from '../../../shared/results/detection.ts';
import { useDock, useResults } from '../../context/use-stores.ts';

/** The request for all listed records, without its page. */
export type RecordListRequest = Omit<RecordPageRequest, 'offset' | 'limit'>;

/** The record list's request, with the members of the detection filter that apply to records. */
export function useRecordListRequest(): RecordListRequest {
  const { having, text } = useDock((state) => state.records);
  const { analytics, regions, fetchId, searchId, uploadedFrom, uploadedTo } = useResults(
    (state) => state.filter,
  );
  return {
    having,
    ...(text ? { text } : {}),
    ...(analytics ? { analytics } : {}),
    ...(regions ? { regions } : {}),
    ...(fetchId ? { fetchId } : {}),
    ...(searchId ? { searchId } : {}),
    ...(uploadedFrom === undefined ? {} : { uploadedFrom }),
    ...(uploadedTo === undefined ? {} : { uploadedTo }),
  };
}
