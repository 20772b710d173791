import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inProject } from '../../../../../scripts/lib/paths.mjs';
import { buildPng } from '../../../../builders/chip-png.ts';
import { buildArea } from '../../../../builders/filled-workspace.ts';
import { buildFeature, buildRecord } from '../../../../builders/record-builder.ts';
import { fillStore, openTestStore } from '../../../../builders/workspace-builder.ts';

/** The one with Debian's packages. */
const python3 = '/usr/bin/python3';

/** The code of the guide's page about scripts, by the beginning of the paragraph above it. */
const snippets = readFileSync(inProject('docs', 'guide', 'command-line.md'), 'utf8')
  .matchAll(/^(.*)\n\n```(?:sql|sh|python)\n([\s\S]*?)```$/gm)
  .map(([, above = '', code = '']) => ({ above, code }))
  .toArray();

function snippetOf(beginning: string): string {
  const found = snippets.filter(({ above }) => above.startsWith(beginning));
  expect(found, `snippets of “${beginning}”`).toHaveLength(1);
  return found[0]?.code ?? '';
}

/** A folder with `workspace.gpkg`: two passes of two and one detection, one confirmed, one longer than 100 m, two in an area. */
function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sightline-snippets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const store = openTestStore();
  const detection = (x: number, length_m: number) =>
    buildFeature({
      geometry: { type: 'Point', coordinates: [x, 31.2] },
      properties: { length_m, sarChipIdentifier: `chip ${x}` },
    });
  const pass = (hour: string) => ({ startTimeUTC: `2026-11-18T${hour}:00:00Z`, vendorId: hour });
  fillStore(store, [
    buildRecord({ sensors: [pass('03')], features: [detection(121.5, 250), detection(121.6, 50)] }),
    buildRecord({ sensors: [pass('05')], features: [detection(130, 60)] }),
  ]);
  store.upsertArea(buildArea('Yangtze, “outer”'));
  const act = { reviewer: 'anna', at: '2026-11-20T10:00:00.000Z', batch: 'one' };
  store.setReviews([1], { verdict: 'confirmed' }, act);
  store.close();
  const file = path.join(folder, 'workspace.gpkg');
  copyFileSync(store.path, file);
  execFileSync('sqlite3', [
    file,
    `INSERT INTO chips (data, content_type, region, chip_identifier)
     VALUES (x'${Buffer.from(buildPng()).toString('hex')}', 'image/png', 'East Asia', 'chip 121.5')`,
  ]);
  return folder;
}

function runIn(folder: string, program: string, args: readonly string[], input?: string): string {
  return execFileSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    ...(input === undefined ? {} : { input }),
  });
}

test('each snippet names its program, and whether it is run here', () => {
  expect(snippets.map(({ above }) => above.split(/[, ]/, 1)[0])).toEqual([
    'SQL',
    'GDAL',
    'Python',
    'geopandas',
    'DuckDB',
  ]);
});

test('SQL lists detections by pass', () => {
  const rows = runIn(makeFolder(), 'sqlite3', ['-csv', '-header', 'workspace.gpkg'], snippetOf('SQL'));
  expect(rows.trim().split(/\r?\n/)).toEqual([
    'sensor_name,start_time_utc,detections,confirmed,long',
    expect.stringMatching(/,2026-11-18T03:00:00Z,2,1,1$/),
    expect.stringMatching(/,2026-11-18T05:00:00Z,1,0,0$/),
  ]);
});

test('GDAL exports the confirmed detections', () => {
  const folder = makeFolder();
  expect(runIn(folder, 'sh', ['-e'], snippetOf('GDAL'))).toContain('Feature Count: 3');
  const { features } = JSON.parse(readFileSync(path.join(folder, 'confirmed.geojson'), 'utf8'));
  expect(features).toHaveLength(1);
  expect(features[0]).toMatchObject({
    geometry: { coordinates: [121.5, 31.2] },
    properties: { reviewer: 'anna' },
  });
});

test('Python writes the chips of a case', () => {
  const folder = makeFolder();
  runIn(folder, python3, ['-'], snippetOf('Python'));
  expect(readdirSync(path.join(folder, 'chips'))).toEqual(['1.png']);
  expect(readFileSync(path.join(folder, 'chips', '1.png')).equals(buildPng())).toBe(true);
});

test('geopandas counts detections by area', ({ skip }) => {
  // Version 0.12 joins with a further package only.
  const hasJoin = 'import geopandas; geopandas.GeoSeries([]).sindex';
  if (spawnSync(python3, ['-c', hasJoin], { stdio: 'ignore' }).status !== 0) {
    process.stderr.write('Skipped: the snippet of geopandas, which is not installed, or lacks rtree.\n');
    skip('geopandas is not installed');
  }
  expect(runIn(makeFolder(), python3, ['-'], snippetOf('geopandas')).trim()).toBe('"Yangtze, “outer”",2');
});
