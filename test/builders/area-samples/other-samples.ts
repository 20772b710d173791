import { type AreaSample, sample } from './sample.ts';

/** Samples of what is no format of areas at all. */
export const otherSamples: readonly AreaSample[] = [
  sample('reject--other-empty.geojson', '', ['empty-file']),
  sample('reject--other-white-space.wkt', ' \n\t\n', ['empty-file']),
  sample('reject--other-prose.txt', 'Please order the harbour and the two piers.', ['unknown-format']),
  sample('reject--other-png.geojson', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), [
    'unsupported-format',
  ]),
  sample('reject--other-sqlite.gpkg', `SQLite format 3\0${'\0'.repeat(84)}`, ['unsupported-format']),
  sample('reject--other-zeros.kml', new Uint8Array(64), ['bad-xml']),
];
