import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findFault } from '../../../../../../electron/core/workspace/open/open-database.ts';
import { openWorkspace } from '../../../../../../electron/core/workspace/open/open-workspace.ts';
import { checkPages } from '../../../../../../electron/core/workspace-tools/tasks/check-pages.ts';
import { inspectWorkspace } from '../../../../../../electron/core/workspace-tools/tasks/inspect-workspace.ts';
import { openDamaged } from '../../../../../../electron/core/workspace-tools/tasks/open-damaged.ts';
import { buildArea, buildRecords, fillWithReviews } from '../../../../../builders/filled-workspace.ts';
import { whyNoGdal } from '../../../../../builders/gdal-server.ts';
import { buildToolRun } from '../../../../../builders/tool-run.ts';
import {
  makeTempFolder,
  openTestStore,
  workspaceWorkerUrl,
} from '../../../../../builders/workspace-builder.ts';

/** Opens the file in another process, reads a setting, and closes it, as a GIS does. */
function readElsewhere(file: string): string {
  const script = `const database = new (require('node:sqlite').DatabaseSync)(process.argv[1]);
    process.stdout.write(String(database.prepare("SELECT value FROM settings WHERE key = 'a'").get()?.value));
    database.close();`;
  return execFileSync(process.execPath, ['-e', script, file], { encoding: 'utf8' });
}

it('another program that opens and closes an open workspace leaves its write-ahead log', async () => {
  const folder = await makeTempFolder();
  const file = path.join(folder, 'a.gpkg');
  const options = { path: file, workerUrl: workspaceWorkerUrl, sumsFile: path.join(folder, 'a.sums') };
  await (await openWorkspace(options)).close();

  const workspace = await openWorkspace(options);
  onTestFinished(() => workspace.close());
  const { pageCheck } = workspace;
  if (!pageCheck) throw new Error('There is nothing to compare the file with.');
  await workspace.saveSetting('a', 'first');
  checkPages({ path: file, pageCheck }, buildToolRun());
  openDamaged(file, path.join(folder, 'copy.gpkg'), workspace.descriptor).close();
  expect(readElsewhere(file)).toBe('first');
  expect(existsSync(`${file}-wal`)).toBe(true);

  await workspace.saveSetting('a', 'second');
  expect(readElsewhere(file)).toBe('second');
  await workspace.close();
  expect(readElsewhere(file)).toBe('second');
});

const missingGdal = whyNoGdal();
if (missingGdal !== undefined) process.stderr.write(`Skipped: edits by GDAL. ${missingGdal}\n`);

/** Table that QGIS creates when it saves a style in a GeoPackage (its provider qgsogrproviderutils.cpp, by OGR). */
const layerStyles = [
  ...['f_table_catalog', 'f_table_schema', 'f_table_name', 'f_geometry_column', 'styleName'],
  ...['styleQML', 'styleSLD', 'description', 'owner', 'ui'],
];

it.skipIf(missingGdal !== undefined)('a workspace that GDAL has edited is a workspace still', async () => {
  const store = openTestStore();
  fillWithReviews(store, buildRecords(20));
  store.upsertArea(buildArea('Approaches'));
  store.close();
  const folder = path.dirname(store.path);
  const file = (name: string, content: string) => {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };
  const point = {
    type: 'Feature',
    properties: { name: 'A' },
    geometry: { type: 'Point', coordinates: [1, 2] },
  };
  const layer = file('layer.geojson', JSON.stringify({ type: 'FeatureCollection', features: [point] }));
  const styles = file('styles.csv', `${layerStyles.join(',')}\n,,areas,geom,default,<qgis/>,<sld/>,,anna,\n`);
  const sql = (text: string) => ['ogrinfo', [store.path, '-sql', text]] as const;
  const edits = [
    ['ogr2ogr', ['-update', store.path, layer, '-nln', 'harbors']],
    ['ogr2ogr', ['-update', '-append', store.path, layer, '-nln', 'harbors']],
    ['ogr2ogr', ['-update', '-t_srs', 'EPSG:3857', store.path, layer, '-nln', 'web']],
    ['ogr2ogr', ['-update', store.path, styles, '-nln', 'layer_styles', '-oo', 'AUTODETECT_TYPE=NO']],
    sql('ALTER TABLE areas ADD COLUMN priority TEXT(10)'),
    sql("UPDATE areas SET name = 'Straits'"),
    sql('UPDATE detections SET geom = geom'),
    sql('DELETE FROM detections WHERE fid = 1'),
    sql('CREATE INDEX areas_by_priority ON areas (priority)'),
  ] as const;
  for (const [command, args] of edits) {
    execFileSync(command, args, { encoding: 'utf8' });
    const edited = args.join(' ').replaceAll(folder, '');
    expect(inspectWorkspace(store.path, true), edited).toMatchObject({ kind: 'workspace' });
    expect(findFault(store.path, {}), edited).toBeUndefined();
  }
});
