import type { RecordPageRequest } from '../../../shared/results/detection.ts';
import { useDock, useResults } from '../../context/use-stores.ts';

/** The request for all listed records, without its page. */
export type RecordListRequest = Omit<RecordPageRequest, 'offset' | 'limit'>;

/** The record list's request, under the filter that applies to all views. */
export function useRecordListRequest(): RecordListRequest {
  const { having, text } = useDock((state) => state.records);
  const filter = useResults((state) => state.filter);
  return { having, filter, ...(text ? { text } : {}) };
}
