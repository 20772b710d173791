import { importAreas } from '../../../shared/areas/import-areas.ts';
import { checkAreaPolygon } from '../../../shared/geo/check-area-polygon.ts';
import { parseWkt } from '../../../shared/geo/wkt.ts';
import { allSamples } from '../../builders/area-samples/all-samples.ts';
import { damage, decode, expectThat } from '../damage.ts';
import type { FuzzTarget } from '../fuzz-target.ts';
import { flatGeobufSeeds } from './layer-targets.ts';

/** Separators, quotes, columns in other orders, positions in columns, and what other programs write. */
const csvSeeds = [
  'WKT,name\n"POLYGON ((10 50,11 50,11 51,10 50))","One"\n"MULTIPOLYGON (((1 1,2 1,2 2,1 1)))",Two\n',
  'id;name;geom\n1;"A ""quoted""; name";SRID=4326;\n2;Łódź;"POLYGON((19 51,20 51,20 52,19 51))"\n',
  'name\tlongitude\tlatitude\nA\t10\t50\nA\t11\t50\nA\t11\t51\nA\t10\t50\n',
  'lat,lon\r\n50,10\r\n50,11\r\n51,11\r\n',
  '\ufeffwkt_geom,fid\r\n"Polygon ((170 10, -170 10, -170 20, 170 20, 170 10))",1\r\n',
].map((text) => ({ bytes: new TextEncoder().encode(text), extension: 'csv' }));
const areaSeeds = [
  ...allSamples
    .filter(({ bytes }) => bytes.length > 0 && bytes.length < 20_000)
    .map(({ name, bytes }) => ({ bytes, extension: name.split('.').at(-1) ?? '' })),
  ...csvSeeds,
  ...flatGeobufSeeds,
];

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
      const chosen = importAreas({ name: `a.${extension}`, bytes, codePage: 'GB18030' });
      expectThat(chosen.error?.code !== 'internal', `in a code page: ${chosen.error?.message}`);
      for (const { geometry } of [...result.areas, ...chosen.areas]) {
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
