import type { DetectionTextFormat } from './detection-text.ts';

/** A format in which detections are copied; `coordinates` is a line of decimal degrees for each. */
export type CopyFormat = DetectionTextFormat | 'coordinates';

/** The formats in which selected detections can be copied, besides table rows. */
export const copyFormats: readonly {
  readonly id: CopyFormat;
  readonly title: string;
}[] = [
  { id: 'geojson', title: 'GeoJSON' },
  { id: 'csv', title: 'CSV' },
  { id: 'wkt', title: 'WKT' },
  { id: 'coordinates', title: 'coordinates' },
];
