import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import { importAreas } from '../../../../shared/areas/import-areas.ts';

test('records that are deleted and not packed are no areas, as GDAL has it, and the others keep their names', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sightline-deleted-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const inFolder = (name: string) => path.join(folder, name);
  const square = (west: number) =>
    `POLYGON ((${west} 35,${west} 36,${west + 1} 36,${west + 1} 35,${west} 35))`;
  const rows = Array.from({ length: 6 }, (_, index) => `"${square(120 + index)}",Area ${index + 1}`);
  writeFileSync(inFolder('areas.csv'), ['WKT,name', ...rows].join('\n'));
  execFileSync('ogr2ogr', ['-a_srs', 'EPSG:4326', inFolder('areas.shp'), inFolder('areas.csv')]);
  // A header of 32 bytes, one field of 32, and its end; each record begins with the mark.
  const dbf = readFileSync(inFolder('areas.dbf'));
  for (const index of [1, 4]) dbf[dbf.readUInt16LE(8) + index * dbf.readUInt16LE(10)] = '*'.charCodeAt(0);
  writeFileSync(inFolder('areas.dbf'), dbf);
  const byGdal = execFileSync('ogrinfo', ['-q', '-al', '-geom=NO', inFolder('areas.shp')], {
    encoding: 'utf8',
  });
  const files = ['shp', 'shx', 'dbf', 'prj'].map((ending) => `areas.${ending}`);
  const zipped = zipSync(Object.fromEntries(files.map((name) => [name, readFileSync(inFolder(name))])));
  const { areas, notes } = importAreas({ name: 'areas.zip', bytes: zipped });
  expect(areas.map(({ name }) => name)).toEqual(['Area 1', 'Area 3', 'Area 4', 'Area 6']);
  expect([...byGdal.matchAll(/Area \d/g)].map(([name]) => name)).toEqual(areas.map(({ name }) => name));
  expect(notes.find(({ code }) => code === 'deleted-record')?.message).toMatch(/record 2 .*; .*record 5 /);
});
