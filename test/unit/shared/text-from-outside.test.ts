import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { previewAisFile } from '../../../electron/core/ais/read-ais-file.ts';
import { createAisReader, nameOf } from '../../../shared/ais/read/create-ais-reader.ts';
import { importAreas } from '../../../shared/areas/import-areas.ts';
import { maxAreaNameLength, uniqueNames } from '../../../shared/areas/unique-names.ts';
import { csvCell } from '../../../shared/csv-cell.ts';
import { toMarking } from '../../../shared/marking.ts';
import { quoteOutsideText, toSavedText } from '../../../shared/printable-text.ts';

const hostile = 'A\u202eB\u0007C\u0000D\u061cE\u2028F\u001b[31mG\ud83d';
const clean = 'A B C D E F [31mG\ufffd';

function staticOf(field: 'name' | 'callSign' | 'type' | 'transponder', text: string): string | null {
  const columns = { identifier: 0, time: 1, longitude: 2, latitude: 3, [field]: 4 };
  const reader = createAisReader({ columns, timeForm: 'iso', speedUnit: 'knots' }, () => true, false);
  reader.read(['219000123', '2026-05-03T09:31:05Z', '10.5', '55.25', text]);
  return reader.staticOf('219000123')[field];
}

/** The first cell of the heading of a file of reports, as the page gets it, or of its first row. */
function previewed(of: 'heading' | 'samples', text: string): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'sightline-outside-')), 'reports.csv');
  const cell = csvCell(text);
  writeFileSync(
    file,
    `${of === 'heading' ? cell : 'Notes'},MMSI,Time,LAT,LON\n${cell},219000123,2026-05-03T09:31:05Z,55,10\n`,
  );
  const read = previewAisFile(file, 'reports.csv');
  if (!read.ok) throw new Error(read.failure.message);
  return (of === 'heading' ? read.value.heading : read.value.samples[0])?.[0] ?? '';
}

function areaName(text: string): string {
  const coordinates = [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ],
  ];
  const feature = { type: 'Feature', properties: { name: text }, geometry: { type: 'Polygon', coordinates } };
  const { areas } = importAreas({
    name: 'areas.geojson',
    bytes: new TextEncoder().encode(JSON.stringify(feature)),
  });
  return areas[0]?.name ?? '';
}

/** Sources of short texts: what is saved or shown of one, and with how many UTF-16 units at most. */
const sources: readonly (readonly [string, (text: string) => string | null, number])[] = [
  ['the name of a ship', (text) => staticOf('name', text), 100],
  ['a call sign', (text) => staticOf('callSign', text), 100],
  ['the type of a ship', (text) => staticOf('type', text), 100],
  ['the class of a transponder', (text) => staticOf('transponder', text), 100],
  ['a column of reports', (text) => previewed('heading', text), 200],
  ['a cell of a sample', (text) => previewed('samples', text), 200],
  ['the name of an area', areaName, maxAreaNameLength],
  ['a text that is saved', (text) => toSavedText(text, 120), 120],
  ['a text in a message', quoteOutsideText, 300],
  ['a stored marking', toMarking, 10_000],
];

test.each(sources)('%s has no control characters and no marks of direction', (_, read) => {
  expect(read(hostile)?.replace('\ufffd', '').trim()).toBe(clean.replace('\ufffd', ''));
});

test.each(sources)('%s is whole characters, wherever it is cut', (_, read, most) => {
  for (const shift of [0, 1]) {
    const text = `${'x'.repeat(shift)}${'😀'.repeat(most)}`;
    const cut = read(text) ?? '';
    expect(cut.isWellFormed()).toBe(true);
    expect(cut).not.toContain('\ufffd');
    expect(cut.length).toBeLessThanOrEqual(most);
    expect(cut.length).toBeGreaterThan(most / 40);
  }
});

test('a name that is numbered since it occurs twice is whole characters', () => {
  const name = `x${'😀'.repeat(99)}`;
  for (const unique of uniqueNames([name, name], [])) expect(unique.isWellFormed()).toBe(true);
});

test('a name of megabytes is read at once', () => {
  const start = performance.now();
  expect(nameOf(`x${'@'.repeat(8_000_000)}x`)).toBe('x');
  expect(nameOf('y'.repeat(8_000_000))).toHaveLength(100);
  expect(nameOf(`EVER GIVEN${'@'.repeat(10)}`)).toBe('EVER GIVEN');
  expect(nameOf(' '.repeat(8_000_000))).toBeNull();
  expect(performance.now() - start).toBeLessThan(1000);
});
