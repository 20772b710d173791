import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { registerSpatialFunctions } from '../../../../../electron/core/workspace/file/geopackage/spatial-functions.ts';
import type { LayerFeature } from '../../../../../shared/layers/layer-features.ts';
import { nearestField } from '../../../../../shared/results/detection-field.ts';
import { importLayer } from '../../../../builders/import-layer.ts';
import { positions, rectangleRing } from '../../../../builders/positions.ts';
import { addLayer, storeWithPoints } from '../../../../builders/vector-layer-builder.ts';
import { makeTempFolder, openTestWorkspace, type TestStore } from '../../../../builders/workspace-builder.ts';

function point(x: number, y: number, attributes: LayerFeature['attributes'] = {}): LayerFeature {
  return { geometries: [{ type: 'Point', coordinates: [x, y] }], attributes };
}

function matches(store: TestStore, expression: string): readonly number[] {
  return [...store.matchingIds({ expression })];
}

/** A circle in degrees. */
function circle(x: number, y: number, radius: number, vertices: number): LayerFeature {
  const ring = Array.from({ length: vertices }, (_, index) => {
    const angle = (2 * Math.PI * index) / vertices;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  ring.push([...(ring[0] ?? [])]);
  return { geometries: [{ type: 'MultiPolygon', coordinates: [[ring]] }], attributes: { name: 'Circle' } };
}

describe('a layer', () => {
  it('with a million vertices in one feature is filtered by, and drawn', async () => {
    const store = storeWithPoints(positions('10 10, 20.5 10, -100 0'));
    const layer = await addLayer(store, 'Circle', [circle(10, 10, 10, 1_000_000)]);
    expect(matches(store, 'inside("Circle")')).toEqual([1]);
    expect(matches(store, 'near("Circle", 60 km)')).toEqual([1, 2]);
    const tile = store.layerTile(layer.id, { z: 0, x: 0, y: 0 });
    expect(tile?.length).toBeGreaterThan(100);
    expect(tile?.length).toBeLessThan(100_000);
  });

  it('with attributes of 10 MB is listed, labeled and filtered by their beginnings', async () => {
    const long = 'x'.repeat(10_000_000);
    const store = storeWithPoints([[1, 1]]);
    const layer = await addLayer(store, 'Long', [point(1, 1, { text: `start ${long}` })], {
      style: { color: '#c2438f', label: 'text' },
    });
    const byText = { column: 'text', order: 'ASC' } as const;
    const page = store.layerFeatures({ id: layer.id, sort: byText, text: 'START X', offset: 0, limit: 10 });
    expect(page?.rows[0]?.values[0]).toHaveLength(1_001);
    expect(store.layerTile(layer.id, { z: 0, x: 0, y: 0 })?.length).toBeLessThan(1_000);
    expect(matches(store, 'nearest("Long").text starts with "START"')).toEqual([1]);
    const { rows } = store.detectionPage({
      filter: {},
      sort: { field: 'id', order: 'ASC' },
      offset: 0,
      limit: 1,
      computedFields: [nearestField('Long', 'text')],
    });
    expect(JSON.stringify(rows).length).toBeLessThan(20_000);
  });

  it('around a pole and across 180° has what is inside and near', async () => {
    const store = storeWithPoints(positions('0 89, 100 79.9, 179.9 0, -179.9 0, -178 0'));
    const box = (west: number, south: number, east: number, north: number): LayerFeature => ({
      geometries: [
        {
          type: 'MultiPolygon',
          coordinates: [[rectangleRing(west, south, east, north)]],
        },
      ],
      attributes: {},
    });
    await addLayer(store, 'Cap', [box(-180, 80, 180, 90)]);
    await addLayer(store, 'Dateline', [box(179, -1, 181, 1)]);
    expect(matches(store, 'inside("Cap")')).toEqual([1]);
    expect(matches(store, 'near("Cap", 12 km)')).toEqual([1, 2]);
    expect(matches(store, 'inside("Dateline")')).toEqual([3, 4]);
    expect(matches(store, 'near("Dateline", 112 km)')).toEqual([3, 4, 5]);
  });

  it('that another program changes is read anew, and a geometry that cannot be read is named', async () => {
    const store = storeWithPoints([[1, 1]]);
    const layer = await addLayer(store, 'Ports', [point(1, 1)]);
    expect(matches(store, 'near("Ports", 1 km)')).toEqual([1]);
    const other = new DatabaseSync(store.path);
    registerSpatialFunctions(other);
    other.exec(`DELETE FROM ${layer.table};
      UPDATE gpkg_contents SET last_change = '2026-11-27T13:00:00.000Z' WHERE table_name = '${layer.table}'`);
    expect(matches(store, 'near("Ports", 1 km)')).toEqual([]);
    other.exec(`DROP TRIGGER rtree_${layer.table}_geom_insert;
      INSERT INTO ${layer.table} (fid, geom) VALUES (7, x'47500001e6100000010900000000');
      UPDATE gpkg_contents SET last_change = '2026-11-27T14:00:00.000Z' WHERE table_name = '${layer.table}'`);
    other.close();
    expect(() => matches(store, 'near("Ports", 1 km)')).toThrow(
      /The geometry of feature 7 of the layer cannot be read: .* Correct it in the program that wrote it/,
    );
  });

  it.each([
    ['ports.fgb', 'fgb\x03fgb\x00', 'The file is cut off or damaged'],
    ['ports.fgb', 'fgb\x02fgb\x00', 'This is FlatGeobuf of version 2; version 3 is read'],
    [
      'ports.geojson',
      '{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2000]},"properties":{}}',
      'beyond ±90',
    ],
    ['ports.zip', 'PK\x03\x04 and no more', 'It is no zip archive'],
    ['ports.json', '[1, 2, 3]', 'GeoJSON is one object with a “type”'],
  ])('%s that is none is refused with a sentence, and leaves nothing', async (name, content, message) => {
    const file = path.join(await makeTempFolder(), name);
    writeFileSync(file, content, 'latin1');
    const workspace = await openTestWorkspace();
    const job = await importLayer(workspace, file);
    const features = (await workspace.listLayers()).map((layer) => layer.features);
    if (job.state === 'complete') expect(job.warnings.join(' ')).toContain(message);
    else expect([job.failure?.message, features]).toEqual([expect.stringContaining(message), []]);
  });
});
