/** Records in one page of the prepared data. */
export const recordsInPage = 500;

/** Name of the file with the features, one a line. */
export const sequenceFile = 'detections.geojsonl';

/** Name of the file with a page. */
export function pageFile(page: number): string {
  return `page-${String(page).padStart(4, '0')}.json`;
}
