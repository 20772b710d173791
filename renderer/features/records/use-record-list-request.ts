import type { RecordPage } from '../../../../shared/results/detection.ts';
import { useDock, useResults } from '../../../app/use-stores.ts';

/** Which records are listed, all pages of them. */
export type WantedRecords = Omit<RecordPage, 'offset' | 'limit'>;

/** What of the detections' filter says something of records holds for them, too. */
export function useWantedRecords(): WantedRecords {
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
