import { archiveSamples, shapefileSamples } from './archive-samples.ts';
import { geoJsonSamples } from './geojson-samples.ts';
import { otherSamples } from './other-samples.ts';
import type { AreaSample } from './sample.ts';
import { wktSamples } from './wkt-samples.ts';
import { gpxSamples, kmlSamples } from './xml-samples.ts';

/** Every sample file for the import of areas. `test/fixtures/areas/write-samples.ts` writes them out. */
export const allSamples: readonly AreaSample[] = [
  ...geoJsonSamples,
  ...wktSamples,
  ...kmlSamples,
  ...gpxSamples,
  ...archiveSamples,
  ...shapefileSamples,
  ...otherSamples,
];
