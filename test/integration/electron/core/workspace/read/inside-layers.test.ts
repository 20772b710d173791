import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createRegion,
  isInRegion,
} from '../../../../../../electron/core/workspace/read/layers/region-index.ts';
import type { VectorLayer } from '../../../../../../shared/layers/vector-layer.ts';
import { positions, rectangleRing } from '../../../../../builders/positions.ts';
import { seededRandom } from '../../../../../builders/seeded-random.ts';
import { addLayer, storeWithPoints } from '../../../../../builders/vector-layer-builder.ts';
import { makeTempFolder, type TestStore } from '../../../../../builders/workspace-builder.ts';

type Ring = readonly (readonly [longitude: number, latitude: number])[];

/** Distribution packages have GDAL's Python module for the system's interpreter only. */
const python = '/usr/bin/python3';
const missing =
  spawnSync(python, ['-c', 'from osgeo import ogr']).status === 0 ? undefined : 'osgeo is not installed';
if (missing) process.stderr.write(`Skipped: points in polygons are not compared with GEOS, as ${missing}.\n`);

/** A coast without crossings: its radius goes up and down around the middle. */
function coast(longitude: number, latitude: number, radius: number, vertices: number): Ring {
  const ring = Array.from({ length: vertices }, (_, index) => {
    const angle = (index / vertices) * 2 * Math.PI;
    const reach =
      radius *
      (1 + 0.3 * Math.sin(7 * angle) + 0.1 * Math.sin(911 * angle) + 0.02 * Math.sin(20_011 * angle));
    return [longitude + reach * Math.cos(angle), latitude + reach * Math.sin(angle)] as const;
  });
  return [...ring, ...ring.slice(0, 1)];
}

describe('points in a polygon', () => {
  it.skipIf(missing)('of 200,000 vertices with holes are those of GEOS', async () => {
    const rings = [coast(120, 20, 10, 200_000), coast(118, 20, 2, 5_000), coast(123, 22, 1, 3_000)];
    const random = seededRandom(11);
    const points = Array.from(
      { length: 10_000 },
      () => [105 + 30 * random.next(), 5 + 30 * random.next()] as const,
    );
    const folder = await makeTempFolder();
    const file = path.join(folder, 'input.json');
    writeFileSync(file, JSON.stringify({ polygon: { type: 'Polygon', coordinates: rings }, points }));
    const script = `
import json, sys
from osgeo import ogr
data = json.load(open(sys.argv[1]))
polygon = ogr.CreateGeometryFromJson(json.dumps(data['polygon'])).CreatePreparedGeometry()
def inside(point):
    geometry = ogr.Geometry(ogr.wkbPoint)
    geometry.AddPoint_2D(*point)
    return polygon.Contains(geometry)
print(''.join('1' if inside(point) else '0' for point in data['points']))`;
    const expected = execFileSync(python, ['-c', script, file], { encoding: 'utf8' }).trim();
    const region = createRegion(rings.map((ring) => ring.map((position) => [...position])));
    const actual = points.map(([x, y]) => {
      const [west = 0, south = 0, east = 0, north = 0] = region?.box ?? [];
      const isInBox = x >= west && x <= east && y >= south && y <= north;
      return region && isInBox && isInRegion(region, x, y) ? '1' : '0';
    });
    expect(actual.join('')).toBe(expected);
    expect(expected).toMatch(/0.*1/);
  });
});

function addZones(
  store: TestStore,
  name: string,
  polygons: readonly (readonly Ring[])[],
): Promise<VectorLayer> {
  const features = polygons.map((rings) => ({
    geometries: [
      {
        type: 'MultiPolygon' as const,
        coordinates: [rings.map((ring) => ring.map((position) => [...position]))],
      },
    ],
    attributes: {},
  }));
  return addLayer(store, name, features);
}

const places: readonly (readonly [number, number])[] = positions(
  '10 10, 12 12, 30 10, 179.5 0, -179.5 0, 0 89.9',
);

function matches(store: TestStore, expression: string): readonly number[] {
  return [...store.matchingIds({ expression })].map((id) => id - 1);
}

describe('a filter by a layer', () => {
  it('has what is inside its areas, without their holes, across 180° and at a pole', async () => {
    const store = storeWithPoints(places);
    await addZones(store, 'Zones', [
      [rectangleRing(9, 9, 13, 13), rectangleRing(11.5, 11.5, 12.5, 12.5)],
      [rectangleRing(-180, 85, 180, 90)],
    ]);
    await addZones(store, 'Split', [[rectangleRing(179, -1, 180, 1)], [rectangleRing(-180, -1, -179, 1)]]);
    await addZones(store, 'Beyond', [[rectangleRing(179, -1, 181, 1)]]);
    await addZones(store, 'From zero', [[rectangleRing(179, -1, 181, 1)], [rectangleRing(350, 9, 371, 11)]]);
    expect(matches(store, 'inside("Zones")')).toEqual([0, 5]);
    expect(matches(store, 'not inside("Zones")')).toEqual([1, 2, 3, 4]);
    expect(matches(store, 'inside("Split")')).toEqual([3, 4]);
    expect(matches(store, 'inside("Beyond")')).toEqual([3, 4]);
    expect(matches(store, 'inside("From zero") and longitude < 100')).toEqual([0, 4]);
    expect(matches(store, 'inside("Zones") or inside("Split")')).toEqual([0, 3, 4, 5]);
  });

  it('follows the layer: a new name, another layer of its name, and its end', async () => {
    const store = storeWithPoints(places);
    const layer = await addZones(store, 'Zones', [[rectangleRing(9, 9, 13, 13)]]);
    expect(matches(store, 'inside("Zones")')).toEqual([0, 1]);
    store.changeLayer({ id: layer.id, name: 'Old zones' }, '2026-11-27T12:00:01Z');
    expect(matches(store, 'inside("Zones")')).toEqual([]);
    expect(matches(store, 'inside("Old zones")')).toEqual([0, 1]);
    await addZones(store, 'Zones', [[rectangleRing(29, 9, 31, 11)]]);
    expect(matches(store, 'inside("Zones")')).toEqual([2]);
    store.deleteLayer(layer.id);
    expect(matches(store, 'inside("Old zones")')).toEqual([]);
  });
});
