import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { previewAisFile, readAisFile } from '../../../../../electron/core/ais/read-ais-file.ts';
import type { AisTimeForm } from '../../../../../shared/ais/read/report-times.ts';
import { circlePolygon } from '../../../../../shared/geo/geodesic.ts';
import { toRegion } from '../../../../../shared/geo/region.ts';
import { isLongRun } from '../../../../builders/test-tier.ts';
import { buildToolRun } from '../../../../builders/tool-run.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const timeMs = Date.parse('2026-05-03T09:30:00Z');

async function read(rows: readonly string[], timeForm: AisTimeForm = 'iso') {
  const folder = await makeTempFolder();
  const file = path.join(folder, 'reports.csv');
  writeFileSync(file, ['MMSI,Time,LON,LAT', ...rows, ''].join('\n'));
  const preview = previewAisFile(file, 'reports.csv');
  if (!preview.ok) throw new Error(preview.failure.message);
  const to = path.join(folder, 'contacts');
  const passes = [{ timeMs, footprint: toRegion([circlePolygon([10.5, 54.5], 30_000)]) }];
  const mapping = { ...preview.value.mapping, timeForm };
  const result = readAisFile({ path: file, name: 'reports.csv', mapping, passes, to }, buildToolRun());
  return { result, isWritten: existsSync(to) };
}

const sound = (index: number, time: string) => `219000123,${time},${10.5 + index / 1e4},54.5`;
const soundRows = (time: (index: number) => string) =>
  Array.from({ length: 20 }, (_, index) => sound(index, time(index)));
const seconds = (index: number) => String(timeMs / 1000 + 60 * index);
const spelled = (index: number) => new Date(timeMs + 60_000 * index).toISOString();

/** Times that no calendar holds, in the form of their file. */
const noTimes: readonly (readonly [string, AisTimeForm])[] = [
  ['99999999999999', 'seconds'],
  ['8640000000001', 'seconds'],
  ['253402300800', 'seconds'],
  ['2026-02-30T09:30:00Z', 'iso'],
  ['2026-13-01T09:30:00Z', 'iso'],
  ['2026-05-03T25:30:00Z', 'iso'],
  ['+012026-05-03T09:30:00Z', 'iso'],
  ['1969-12-31T23:59:59Z', 'iso'],
];

test.each(noTimes)('%s, read as %s, is the time of no report', async (text, form) => {
  const at = form === 'iso' ? spelled : seconds;
  const { result } = await read([...soundRows(at), sound(0, text)], form);
  expect(result).toMatchObject({
    ok: true,
    value: { rows: 21, accepted: 20, faults: { time: 1 }, toMs: timeMs + 19 * 60_000 },
  });
  expect(result.ok && result.value.unreadable).toEqual([
    { field: 'time', rows: 1, first: [{ row: 22, text }] },
  ]);
});

/** Half a million rows take a while. */
test.runIf(isLongRun)(
  'more reports of one identifier than a transponder sends are refused, with a remedy',
  async () => {
    const rows = Array.from({ length: 500_001 }, (_, index) => {
      return sound(index % 5000, new Date(timeMs + (index % 7000) * 1000).toISOString());
    });
    const { result, isWritten } = await read(rows);
    expect(result).toMatchObject({
      ok: false,
      failure: {
        message: expect.stringMatching(
          /more than 500,000 reports of the identifier 219000123.*split it by time/,
        ),
      },
    });
    expect(isWritten).toBe(false);
  },
);
