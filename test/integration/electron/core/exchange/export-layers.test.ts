import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { ExportOptions, ExportScopeInput } from '../../../../../shared/exchange/export-request.ts';
import type { LayerFeature } from '../../../../../shared/layers/layer-features.ts';
import { nearestField } from '../../../../../shared/results/detection-field.ts';
import { beginExports, exportTo } from '../../../../builders/export-builder.ts';
import { validateGeoPackage } from '../../../../builders/geopackage-gdal.ts';
import { rectangleRing } from '../../../../builders/positions.ts';
import { addLayer, storeWithPoints } from '../../../../builders/vector-layer-builder.ts';
import { makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const stated = { date: '2026-05', license: 'CC0, Port Authority', accuracyMeters: 50 };
const sources = 'ports: as of 2026-05 · CC0, Port Authority · accurate to 50 m · imported 2026-11-27';

/** Detections at 1° and 2° east of a port; the first is in a zone, about which nothing is stated. */
async function workspaceWithLayers() {
  const store = storeWithPoints([
    [1, 0],
    [2, 0],
  ]);
  const port: LayerFeature = {
    geometries: [{ type: 'Point', coordinates: [0, 0] }],
    attributes: { name: 'Null', berths: 7 },
  };
  await addLayer(store, 'ports', [port], stated);
  const ring = rectangleRing(0, -1, 1.5, 1);
  await addLayer(store, 'zone', [
    { geometries: [{ type: 'MultiPolygon', coordinates: [[ring]] }], attributes: {} },
  ]);
  store.close();
  return openTestWorkspace(store.path);
}

const layerFields = ['distance:ports', nearestField('ports', 'name'), 'inside:zone'] as const;
type Row = Record<string, unknown>;

/** The rows of a file as GDAL reads them. */
function rowsOf(file: string): readonly Row[] {
  const layer = file.endsWith('.gpkg') ? ['detections'] : [];
  const text = execFileSync('ogr2ogr', ['-f', 'GeoJSON', '/vsistdout/', file, ...layer], {
    encoding: 'utf8',
  });
  return (JSON.parse(text) as { features: { properties: Row }[] }).features.map(
    ({ properties }) => properties,
  );
}

test.each(['geojson', 'geojsonl', 'csv', 'gpkg', 'fgb', 'parquet', 'kml'] as const)(
  'a file of %s has what layers have at each detection, and their age, license and accuracy',
  async (format) => {
    const workspace = await workspaceWithLayers();
    const { file } = await exportTo(workspace, `a.${format}`, { format, layerFields: [...layerFields] });
    if (format === 'parquet') {
      // GDAL has no driver for it here; names and values are in the file as UTF-8.
      const bytes = readFileSync(file).toString('latin1');
      for (const name of ['distance_ports', 'nearest_ports_name', 'inside_zone', 'layer_sources'])
        expect(bytes).toContain(name);
      return;
    }
    const rows = rowsOf(file);
    expect(rows).toHaveLength(2);
    expect(rows.map((row) => Number(row.distance_ports))).toEqual([
      expect.closeTo(111_319.49, 1),
      expect.closeTo(222_638.98, 1),
    ]);
    expect(rows.map((row) => row.nearest_ports_name)).toEqual(['Null', 'Null']);
    expect(rows.map((row) => /^(?:true|1)$/.test(String(row.inside_zone)))).toEqual([true, false]);
    for (const row of rows)
      expect(row.layer_sources).toBe(
        `${sources}; zone: date not stated · license not stated · accuracy not stated · imported 2026-11-27`,
      );
  },
);

test('fields of layers whose columns would have the same name have one each in GeoJSON', async () => {
  const store = storeWithPoints([[1, 0]]);
  const at: Pick<LayerFeature, 'geometries'> = { geometries: [{ type: 'Point', coordinates: [0, 0] }] };
  await addLayer(store, 'ports', [{ ...at, attributes: { main_name: 'one' } }], stated);
  await addLayer(store, 'ports_main', [{ ...at, attributes: { name: 'two' } }], stated);
  store.close();
  const workspace = await openTestWorkspace(store.path);
  const layerFields = [nearestField('ports', 'main_name'), nearestField('ports_main', 'name')];
  for (const format of ['geojson', 'csv'] as const) {
    const { file } = await exportTo(workspace, `a.${format}`, { format, layerFields });
    const text = readFileSync(file, 'utf8');
    expect(text.match(/nearest_ports_main_name\b/g)).toHaveLength(1);
    expect(rowsOf(file)).toEqual([
      expect.objectContaining({ nearest_ports_main_name: 'one', nearest_ports_main_name_2: 'two' }),
    ]);
  }
});

test('a filter by a layer states the layer in each row, other files have no such column', async () => {
  const workspace = await workspaceWithLayers();
  const scope = { kind: 'filter', filter: { expression: 'near("ports", 150 km)' } } as const;
  const filtered = await exportTo(workspace, 'a.csv', { format: 'csv', scope });
  expect(rowsOf(filtered.file)).toEqual([expect.objectContaining({ layer_sources: sources })]);
  const report = await exportTo(workspace, 'a.html', { format: 'report-html', scope });
  expect(readFileSync(report.file, 'utf8')).toContain(sources);
  const plain = await exportTo(workspace, 'b.csv', { format: 'csv' });
  expect(readFileSync(plain.file, 'utf8').split('\n')[0]).not.toContain('layer_sources');
});

/** The features of a layer, by its name, as GDAL reads them. */
function featuresOf(file: string, layer: string): unknown {
  const text = execFileSync('ogr2ogr', ['-f', 'GeoJSON', '/vsistdout/', file, layer], { encoding: 'utf8' });
  return (JSON.parse(text) as { features: unknown[] }).features;
}

test('a GeoPackage and its QGIS project have the layers that the filter or columns name, and no others', async () => {
  const workspace = await workspaceWithLayers();
  const [ports, zone] = await workspace.listLayers();
  const folder = await makeTempFolder();
  const { start, ended } = beginExports(workspace);
  const exported = async (name: string, scope: ExportScopeInput, options: Partial<ExportOptions>) => {
    const file = path.join(folder, `${name}.gpkg`);
    const project = path.join(folder, `${name}.qgz`);
    const targets = { detections: { path: file }, qgisProject: { path: project } };
    const job = await ended(
      (await start(scope, targets, { format: 'gpkg', qgisProject: true, ...options })).id,
    );
    expect(job.state, job.failure?.message).toBe('complete');
    const [qgs] = Object.values(unzipSync(readFileSync(project)));
    return { file, qgs: strFromU8(qgs ?? new Uint8Array()) };
  };
  const near = { kind: 'filter', filter: { expression: 'near("ports", 150 km)' } } as const;
  const filtered = await exported('filtered', near, {});
  const withColumn = await exported('column', { kind: 'all' }, { layerFields: ['inside:zone'] });
  for (const [{ file, qgs }, present, absent] of [
    [filtered, ports, zone],
    [withColumn, zone, ports],
  ] as const) {
    if (!present || !absent) throw new Error('The layers are missing.');
    expect(featuresOf(file, present.table)).toEqual(featuresOf(workspace.path, present.table));
    expect(qgs).toContain(`<layername>${present.name}</layername>`);
    expect(qgs).toContain(`layername=${present.table}`);
    const listed = execFileSync('ogrinfo', ['-ro', '-so', file], { encoding: 'utf8' });
    expect(listed).not.toContain(absent.table);
    expect(qgs).not.toContain(absent.table);
    validateGeoPackage(file);
  }
});
