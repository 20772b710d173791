import { importAreas } from '../../../shared/areas/import-areas.ts';
import { checkAreaPolygon } from '../../../shared/geo/check-area-polygon.ts';
import { parseWkt } from '../../../shared/geo/wkt.ts';
import { allSamples } from '../../builders/area-samples/all-samples.ts';
import { damage, decode, expectThat } from '../damage.ts';
import type { FuzzTarget } from '../fuzz-target.ts';

const areaSeeds = allSamples
  .filter(({ bytes }) => bytes.length > 0 && bytes.length < 20_000)
  .map(({ name, bytes }) => ({ bytes, extension: name.split('.').at(-1) ?? '' }));

/** Geometries as WKT. */
export const wkt: FuzzTarget = {
  name: 'wkt',
  make: (random) =>
    damage(
      areaSeeds.filter(({ extension }) => extension === 'wkt'),
      random,
    ),
  check: ({ bytes }) => void parseWkt(decode(bytes)),
};

function areasOf(name: string, seeds: typeof areaSeeds): FuzzTarget {
  return {
    name,
    make: (random) => damage(seeds, random),
    check({ bytes, extension }) {
      const result = importAreas({ name: `a.${extension}`, bytes });
      expectThat(result.error?.code !== 'internal', `internal error: ${result.error?.message}`);
      expectThat((result.verdict === 'reject') === (result.areas.length === 0), 'verdict and areas differ');
      for (const { geometry } of result.areas) {
        expectThat(checkAreaPolygon(geometry).length === 0, 'an area is not sound');
      }
    },
  };
}

/** Files of areas in every format that can be imported. */
export const areas = areasOf('areas', areaSeeds);

/** The same for each format, by the endings of the samples. */
export const areaFormats: readonly FuzzTarget[] = [...new Set(areaSeeds.map(({ extension }) => extension))]
  .toSorted()
  .map((ending) =>
    areasOf(
      `areas-${ending}`,
      areaSeeds.filter(({ extension }) => extension === ending),
    ),
  );
