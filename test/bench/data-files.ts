/** Records in one page of the prepared data. */
export const recordsInPage = 500;

/** Name of the file with the features, one on each line. */
export const sequenceFile = 'detections.geojsonl';

/** Returns the name of the file with the page of this number. */
export function pageFile(page: number): string {
  return `page-${String(page).padStart(4, '0')}.json`;
}
