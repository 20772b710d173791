import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { previewAisFile, readAisFile } from '../../../../electron/core/ais/read-ais-file.ts';
import { readLayerFile } from '../../../../electron/core/layers/read-layer-file.ts';
import { importAreas } from '../../../../shared/areas/import-areas.ts';
import { buildToolRun } from '../../../builders/tool-run.ts';
import { makeTempFolder } from '../../../builders/workspace-builder.ts';

const limit = 900_000;
/** Cells on which expressions backtrack or overflow. */
const cells = {
  letters: 'a'.repeat(limit),
  digits: '1'.repeat(limit),
  spaces: `1${' '.repeat(limit)}x`,
  fillers: `${'@'.repeat(limit)}x`,
  groups: `1${'.000'.repeat(limit / 4)}x`,
  brackets: '('.repeat(limit),
  angles: "1°2'".repeat(limit / 4),
  clocks: '09:'.repeat(limit / 3),
  marks: `"${'""'.repeat(limit / 2)}"`,
};

const [columns, sound] = [
  ['MMSI', 'Time', 'LON', 'LAT', 'Name', 'Length'],
  ['219000124', '2026-05-03T09:31:00Z', '11', '55', 'NORD', '120'],
];
const polygon = (x: number) => `"POLYGON((${x} 0,${x + 1} 0,${x + 1} 1,${x} 0))"`;

/** A table whose first row has a cell in each column, one after the other; the second row is sound. */
const tableWith = (column: string, cell: string) => {
  const row = sound.map((value, index) => (columns[index] === column ? cell : value));
  return [columns, row, sound].map((each) => each.join(',')).join('\n');
};

type Reader = (file: string, text: string) => string;
/** Readers of tables: the result of each for a file, as text. */
const readers: Readonly<Record<string, Reader>> = {
  layers: (file) =>
    JSON.stringify(readLayerFile({ path: file, name: 'x.csv', to: `${file}.layer` }, buildToolRun())),
  areas: (_, text) => JSON.stringify(importAreas({ name: 'x.csv', bytes: new TextEncoder().encode(text) })),
  AIS(file) {
    const preview = previewAisFile(file, 'x.csv');
    if (!preview.ok) return JSON.stringify(preview);
    const mapping = { ...preview.value.mapping, timeForm: 'iso' } as const;
    const to = `${file}.contacts`;
    return JSON.stringify(
      readAisFile({ path: file, name: 'x.csv', mapping, passes: [], to }, buildToolRun()),
    );
  },
};

async function cpuMs(act: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await act();
  return process.cpuUsage(before).user / 1000;
}

const everyCell = Object.entries(readers).flatMap(([name, read]) =>
  Object.entries(cells).map(([kind, cell]) => ({ name, kind, read, cell })),
);

test.each(everyCell)(
  '$name read a cell of almost a million $kind in any column within five seconds',
  async ({ read, cell, name }) => {
    const folder = await makeTempFolder();
    for (const column of name === 'areas' ? ['Name'] : columns) {
      const text =
        name === 'areas'
          ? `Name,WKT\n${cell},${polygon(0)}\nsound,${polygon(2)}\n`
          : `${tableWith(column, cell)}\n`;
      const file = path.join(folder, `${column}.csv`);
      writeFileSync(file, text);
      let outcome = '';
      const used = await cpuMs(() => {
        outcome = read(file, text);
      });
      expect([column, used < 5000, /call stack|failed on this file/i.test(outcome)]).toEqual([
        column,
        true,
        false,
      ]);
    }
  },
);

test.each(Object.entries(readers))(
  '%s refuse a row of eight million characters, and name its line',
  async (name, read) => {
    const folder = await makeTempFolder();
    const file = path.join(folder, 'x.csv');
    const cell = 'a'.repeat(8_000_000);
    const text =
      name === 'areas'
        ? `Name,WKT\nsound,${polygon(2)}\n${cell},${polygon(0)}\n`
        : [columns, sound, sound.with(4, cell)].map((row) => row.join(',')).join('\n');
    writeFileSync(file, text);
    expect(read(file, text)).toMatch(/Line 3 (?:of x\.csv )?has more than [\w,]+ (?:million )?characters/);
  },
);

test('a table of AIS reports with 100,000 columns is refused before their meaning is looked for', async () => {
  const file = path.join(await makeTempFolder(), 'x.csv');
  const more = ',c'.repeat(100_000);
  writeFileSync(file, `${columns.join(',')}${more}\n${sound.join(',')}${more}\n`);
  expect(readers.AIS?.(file, '')).toContain('x.csv has more than 1,000 columns, the limit.');
});

test('a quotation mark that is not closed in a file of megabytes ends at its line', async () => {
  const folder = await makeTempFolder();
  const file = path.join(folder, 'x.csv');
  const rows = Array.from({ length: 50_000 }, () => sound.join(','));
  writeFileSync(file, [columns.join(','), sound.with(4, '"NORD').join(','), ...rows, ''].join('\n'));
  expect(await cpuMs(() => expect(readers.layers?.(file, '')).toContain('"features":50001'))).toBeLessThan(
    15_000,
  );
});

test('a property of a feature that is lists within lists is refused, and overflows nothing', async () => {
  const folder = await makeTempFolder();
  const file = path.join(folder, 'deep.geojson');
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const geometry = '{"type":"Point","coordinates":[1,2]}';
  writeFileSync(
    file,
    `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"deep":${deep}},"geometry":${geometry}}]}`,
  );
  expect(readers.layers?.(file, '')).toContain('thousands of lists or objects within one another');
});
