import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importAreas } from '../../../../shared/areas/import-areas.ts';
import { ogr2ogr, whyNoGdal } from '../../../builders/gdal-server.ts';
import { rectangleRing as box } from '../../../builders/positions.ts';

const missing = whyNoGdal();
if (missing) process.stderr.write(`Skipped: GDAL writes no files to import, as ${missing}.\n`);

const harbour = [box(128.9, 35.0, 129.2, 35.2), box(129.0, 35.05, 129.1, 35.1).toReversed()];
const piers = [[box(128.1, 35.0, 128.2, 35.1)], [box(128.3, 35.0, 128.4, 35.1)]];

/** A box with a hole in Korea, named in Korean, and a MultiPolygon of two. */
const source = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name: '부산항' },
      geometry: {
        type: 'Polygon',
        coordinates: harbour,
      },
    },
    {
      type: 'Feature',
      properties: { name: 'Piers' },
      geometry: {
        type: 'MultiPolygon',
        coordinates: piers,
      },
    },
  ],
};
/** Remaining offset of a corner after a projection there and back: a hundredth of a millimetre. */
const sameDegrees = 7;

describe.skipIf(missing)('files that GDAL wrote', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sightline-import-'));
    writeFileSync(join(folder, 'source.geojson'), JSON.stringify(source));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function convert(target: string, ...options: string[]): Promise<string> {
    const path = join(folder, target);
    await ogr2ogr(path, join(folder, 'source.geojson'), options);
    return path;
  }

  async function zippedShapefile(target: string, ...options: string[]) {
    const path = await convert(target, '-f', 'ESRI Shapefile', ...options);
    const files = readdirSync(path).map((name) => [name, readFileSync(join(path, name))] as const);
    return importAreas({ name: `${target}.zip`, bytes: zipSync(Object.fromEntries(files)) });
  }

  function expectSource({ areas }: ReturnType<typeof importAreas>, names: readonly string[]): void {
    expect(areas.map(({ name }) => name)).toEqual(names);
    const expected = [harbour, ...piers];
    for (const [index, rings] of expected.entries()) {
      const read = areas[index]?.geometry.coordinates ?? [];
      expect(read.map((ring) => ring.length)).toEqual(rings.map((ring) => ring.length));
      for (const [number, ring] of rings.entries()) {
        for (const [longitude = 0, latitude = 0] of ring) {
          const nearest = Math.min(
            ...(read[number] ?? []).map(([x, y]) =>
              Math.max(Math.abs(x - longitude), Math.abs(y - latitude)),
            ),
          );
          expect(nearest).toBeLessThan(10 ** -sameDegrees);
        }
      }
    }
  }

  const names = ['부산항', 'Piers', 'Piers (2)'];

  test.each([
    ['WGS 84', 'EPSG:4326', []],
    ['UTM on WGS 84', 'EPSG:32652', ['reprojected']],
    ['Web Mercator', 'EPSG:3857', ['reprojected']],
    ['Korea 2000', 'EPSG:5179', ['reprojected']],
    ['JGD 2011 in UTM', 'EPSG:6690', ['reprojected']],
    ['CGCS 2000', 'EPSG:4490', ['reprojected']],
  ])('a shapefile in %s', async (_what, system, fixes) => {
    const result = await zippedShapefile(system.replace(':', ''), '-t_srs', system, '-lco', 'ENCODING=UTF-8');
    expect(result.verdict, result.error?.message).toBe('accept-with-fix');
    expect(result.notes.map(({ code }) => code).toSorted()).toEqual(['multipolygon-split', ...fixes]);
    expectSource(result, names);
  });

  test.each([
    ['Tokyo', 'EPSG:4301'],
    ['Pulkovo 1942', 'EPSG:28432'],
    ['DHDN', 'EPSG:31467'],
  ])(
    'a shapefile on the datum %s is refused, as its place on WGS 84 is not in the file',
    async (_what, system) => {
      const result = await zippedShapefile(system.replace(':', ''), '-t_srs', system);
      expect(result.error?.code).toBe('crs-unknown');
    },
  );

  test('a shapefile with names in the code page of Korea', async () => {
    expectSource(await zippedShapefile('korean', '-lco', 'ENCODING=CP949'), names);
  });

  test('KML', async () => {
    const path = await convert('areas.kml', '-f', 'KML');
    expectSource(importAreas({ name: 'areas.kml', bytes: readFileSync(path) }), names);
  });

  test('GeoJSON of 2008 in UTM, with its crs member', async () => {
    const path = await convert(
      'utm.geojson',
      '-f',
      'GeoJSON',
      '-t_srs',
      'EPSG:32652',
      '-lco',
      'COORDINATE_PRECISION=9',
    );
    const result = importAreas({ name: 'utm.geojson', bytes: readFileSync(path) });
    expect(result.notes.map(({ code }) => code)).toContain('reprojected');
    expectSource(result, names);
  });

  test('GPX of the outlines', async () => {
    const path = join(folder, 'outlines.gpx');
    const lines =
      "SELECT name, ST_Multi(ST_ExteriorRing(geometry)) AS geometry FROM source WHERE name = '부산항'";
    await ogr2ogr(path, join(folder, 'source.geojson'), [
      '-f',
      'GPX',
      '-nlt',
      'MULTILINESTRING',
      '-nln',
      'tracks',
      '-dialect',
      'sqlite',
      '-sql',
      lines,
    ]);
    const result = importAreas({ name: 'outlines.gpx', bytes: readFileSync(path) });
    expect(result.areas.map(({ geometry }) => geometry.coordinates[0]?.length)).toEqual([5]);
  });
});
