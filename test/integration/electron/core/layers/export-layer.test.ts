import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { markingKey } from '../../../../../electron/core/workspace/read/marking.ts';
import { importAreas } from '../../../../../shared/areas/import-areas.ts';
import { importLayer, layersOf } from '../../../../builders/import-layer.ts';
import { rectangleRing } from '../../../../builders/positions.ts';
import { makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const ring = rectangleRing(10, 10, 11, 11);

async function workspaceWith(features: readonly object[], name = 'Zones & ports') {
  const folder = await makeTempFolder();
  const file = path.join(folder, `${name}.geojson`);
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features }));
  const workspace = await openTestWorkspace();
  expect(await importLayer(workspace, file)).toMatchObject({ state: 'complete' });
  const [layer] = await workspace.listLayers();
  if (!layer) throw new Error('There is no layer.');
  return { workspace, layer, folder, ...layersOf(workspace) };
}

function feature(geometry: object | null, properties: object) {
  return { type: 'Feature', properties, geometry };
}

const mixed = [
  feature({ type: 'Polygon', coordinates: [ring] }, { name: 'Zone “A”', depth: 3 }),
  feature({ type: 'Point', coordinates: [1, 2] }, { name: 'Port', depth: 2.5 }),
  feature(null, { name: 'Nowhere' }),
  feature(
    {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Point', coordinates: [5, 5] },
        { type: 'Polygon', coordinates: [ring] },
      ],
    },
    { name: 'Both' },
  ),
];

describe('a layer as GeoJSON', () => {
  it('has its heights, which other programs find in the workspace, too', async () => {
    const line = {
      type: 'MultiLineString',
      coordinates: [
        [
          [1, 2, 30.5],
          [3, 4],
        ],
      ],
    };
    const { workspace, layer, layers, ended, folder } = await workspaceWith([
      feature({ type: 'Point', coordinates: [1, 2, -3.25] }, {}),
      feature(line, {}),
    ]);
    const target = path.join(folder, 'out.geojson');
    await ended(await layers.exportFile(layer.id, { path: target }));
    const { features } = JSON.parse(readFileSync(target, 'utf8'));
    expect(features.map(({ geometry }: { geometry: unknown }) => geometry)).toEqual([
      { type: 'Point', coordinates: [1, 2, -3.25] },
      line,
    ]);
    const summary = execFileSync('ogrinfo', ['-ro', workspace.path, layer.table], { encoding: 'utf8' });
    expect(summary).toContain('POINT Z (1 2 -3.25)');
    const sql = 'SELECT z FROM gpkg_geometry_columns';
    const declared = execFileSync('ogrinfo', [
      '-ro',
      workspace.path,
      '-sql',
      `${sql} WHERE table_name = '${layer.table}'`,
    ]);
    expect(declared.toString()).toContain('z (Integer) = 2');
  });

  it('has all features with their attributes, as GDAL reads them, and states where they are from', async () => {
    const { workspace, layer, layers, ended, folder } = await workspaceWith(mixed);
    await workspace.changeLayer(
      { id: layer.id, date: 'May 2026', license: 'CC BY 4.0', accuracyMeters: 250 },
      layer.importedAt,
    );
    const target = path.join(folder, 'out.geojson');
    const job = await ended(await layers.exportFile(layer.id, { path: target }));
    expect(job).toMatchObject({ state: 'complete', export: { unit: 'features', written: 4, total: 4 } });
    const text = readFileSync(target, 'utf8');
    expect(JSON.parse(text).source).toMatchObject({
      date: 'May 2026',
      license: 'CC BY 4.0',
      accuracyMeters: 250,
    });
    const summary = execFileSync('ogrinfo', ['-ro', '-al', '-geom=SUMMARY', target], { encoding: 'utf8' });
    expect(summary).toContain('Feature Count: 4');
    expect(summary).toMatch(/name \(String\) = Zone “A”\n\s+depth \(Real\) = 3/);
    expect(readdirSync(folder).filter((name) => name.includes('.part-'))).toEqual([]);
  });

  it('carries the marking of the workspace', async () => {
    const marking = 'SECRET & <only> "سفينة"';
    const { workspace, layer, layers, ended, folder } = await workspaceWith(mixed);
    await workspace.saveSetting(markingKey, marking);
    const target = path.join(folder, 'out.geojson');
    await ended(await layers.exportFile(layer.id, { path: target }));
    expect(JSON.parse(readFileSync(target, 'utf8'))).toMatchObject({ marking, type: 'FeatureCollection' });
  });

  it('is written in pages, none of which is lost', async () => {
    const features = Array.from({ length: 12_000 }, (_, index) =>
      feature({ type: 'Point', coordinates: [index / 1000, index / 2000] }, { index, text: 'x'.repeat(200) }),
    );
    const { layer, layers, ended, folder } = await workspaceWith(features);
    const target = path.join(folder, 'out.geojson');
    await ended(await layers.exportFile(layer.id, { path: target }));
    const { features: written } = JSON.parse(readFileSync(target, 'utf8'));
    expect(written.map((one: { properties: { index: number } }) => one.properties.index)).toEqual(
      features.map((_, index) => index),
    );
  });

  it('gives its areas to the import of areas, with their names', async () => {
    const { layer, layers } = await workspaceWith(mixed);
    const read = await layers.areas(layer.id);
    if (!read.ok) throw new Error(read.failure.message);
    const { areas } = importAreas({ name: 'Zones.geojson', bytes: new TextEncoder().encode(read.value) });
    expect(areas.map(({ name }) => name)).toEqual(['Zone “A”', 'Both']);
  });

  it('has no areas where there are only points, and no file where the disk refuses it', async () => {
    const { layer, layers, ended, folder } = await workspaceWith(mixed.slice(1, 2));
    expect(await layers.areas(layer.id)).toMatchObject({
      ok: false,
      failure: { message: 'This layer has no areas, only points and lines.' },
    });
    const target = path.join(folder, 'absent', 'out.geojson');
    expect(await ended(await layers.exportFile(layer.id, { path: target }))).toMatchObject({
      state: 'failed',
    });
  });
});
