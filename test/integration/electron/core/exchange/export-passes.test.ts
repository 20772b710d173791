import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import { exportScopeSchema } from '../../../../../shared/exchange/export-request.ts';
import { defaultTolerance, type PassPageRequest } from '../../../../../shared/passes/pass.ts';
import type { DetectionFilter } from '../../../../../shared/results/detection.ts';
import { exportByCli, exportTo } from '../../../../builders/export-builder.ts';
import { positions } from '../../../../builders/positions.ts';
import { buildFeature, buildRecord } from '../../../../builders/record-builder.ts';
import { fillWorkspace, makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const run = promisify(execFile);
const rectangle = (west: number, south: number, east: number, north: number) =>
  `POLYGON ((${west} ${south}, ${east} ${south}, ${east} ${north}, ${west} ${north}, ${west} ${south}))`;

function pass(
  hour: number,
  footprint: string,
  lengths: readonly number[],
  more: Record<string, unknown> = {},
) {
  return buildRecord({
    analytic: 'LargeVesselDetection',
    sensors: [
      { sensorName: `S${hour}`, vendorId: `V${hour}`, startTimeUTC: `2026-11-20T0${hour}:00:00Z`, footprint },
    ],
    features: lengths.map((length_m, index) =>
      buildFeature({
        geometry: { type: 'Point', coordinates: [129 + index / 100, 35.05] },
        properties: { length_m },
      }),
    ),
    ...more,
  });
}

/** The passes of a CSV file by the columns that a layer of passes has, too. */
function readTable(file: string) {
  const [names = [], ...rows] = readFileSync(file, 'utf8')
    .split('\r\n')
    .map((line) => line.split(','));
  return rows.map((row) =>
    ['sensor', 'covered_percent', 'matching_detections', 'reviewed_of_matching', 'result'].map((name) => {
      const cell = row[names.indexOf(name)] ?? '';
      return cell === '' ? null : Number.isNaN(Number(cell)) ? cell : Math.round(Number(cell));
    }),
  );
}

/** The sensors of the passes that the tab lists by time. */
async function listInTab(workspace: Workspace, filter: DetectionFilter) {
  const { rows } = await workspace.passPage({
    ...{ filter, tolerance: defaultTolerance, groupBy: 'none', sort: { field: 'time', order: 'ASC' } },
    ...{ collapsed: [], offset: 0, limit: 100 },
  });
  return rows.flatMap((row) => (row.kind === 'pass' ? [row.pass.sensorName] : []));
}

test('the tab and a table have the same passes under each condition', async () => {
  const workspace = await openTestWorkspace();
  const whole = rectangle(128.5, 34.5, 129.5, 35.5);
  const far = rectangle(139.5, 35, 140, 35.5);
  await fillWorkspace(workspace, [
    pass(1, whole, [210]),
    pass(2, whole, []),
    pass(3, far, []),
    pass(4, far, [300]),
    pass(5, 'POLYGON EMPTY', [250]),
    pass(6, whole, [300], { analytic: 'AircraftDetection' }),
    pass(7, far, [20], { regionName: 'East Asia' }),
  ]);
  const within = [positions('128.5 34.5, 129.5 34.5, 129.5 35.5, 128.5 35.5') as [number, number][]];
  const conditions: readonly [DetectionFilter, number][] = [
    [{}, 7],
    [{ places: ['Busan'] }, 6],
    [{ expression: 'place = "Busan"' }, 6],
    [{ expression: 'not (place = "Busan")' }, 7],
    [{ within }, 6],
    [{ boundingBox: [139, 34, 141, 36] }, 3],
    [{ analytics: ['AircraftDetection'] }, 1],
    [{ regions: ['East Asia'] }, 7],
    [{ sensors: ['S2', 'S3'] }, 2],
    [{ collectedFrom: Date.parse('2026-11-20T05:00:00Z') }, 3],
    [{ expression: 'length > 200' }, 7],
  ];
  for (const [filter, count] of conditions) {
    const listed = await listInTab(workspace, filter);
    const scope = { kind: 'filter', filter } as const;
    const table = await exportTo(workspace, 'a.passes.csv', { format: 'passes', scope });
    expect(readTable(table.file).map(([sensor]) => sensor)).toEqual(listed);
    expect([filter, listed.length]).toEqual([filter, count]);
  }
});

test('passes are a layer or a table with what each is known to show, and GDAL reads the layer', async () => {
  const workspace = await openTestWorkspace();
  const whole = rectangle(128.5, 34.5, 129.5, 35.5);
  await fillWorkspace(workspace, [
    pass(1, whole, [210, 50]),
    pass(2, whole, [50]),
    pass(3, whole, []),
    pass(4, rectangle(129, 34.5, 130, 35.5), []),
    pass(5, rectangle(140, 34.5, 141, 35.5), []),
    pass(6, whole, [300], { analytic: 'AircraftDetection' }),
    pass(8, whole, [300]),
  ]);
  const filter = {
    analytics: ['LargeVesselDetection'],
    expression: 'length >= 200 and collected < 2026-11-20T07:00Z',
    within: [positions('128.5 34.5, 129.5 34.5, 129.5 35.5, 128.5 35.5')] as [number, number][][],
  };
  const { file } = await exportTo(workspace, 'ships.gpkg', {
    format: 'gpkg',
    passes: true,
    scope: { kind: 'filter', filter },
  });
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database
    .prepare(
      'SELECT sensor_name, round(covered_percent) AS covered, matching_detections AS found, reviewed, result FROM passes ORDER BY fid',
    )
    .all();
  database.close();
  const expected = [
    ['S1', 100, 1, 0, 'detections'],
    ['S2', 100, 0, 0, 'no matching detection'],
    ['S3', 100, 0, 0, 'nothing found'],
    ['S4', 50, 0, 0, 'nothing found'],
  ];
  expect(rows.map((row) => Object.values(row))).toEqual(expected);
  const fromApp = await exportTo(workspace, 'a.passes.csv', {
    format: 'passes',
    scope: { kind: 'filter', filter },
  });
  expect(readTable(fromApp.file)).toEqual(expected);
  const out = path.join(await makeTempFolder(), 'b.passes.csv');
  const scope = exportScopeSchema.parse({ kind: 'filter', filter });
  const { summary } = await exportByCli({ workspace: workspace.path, out, scope });
  expect(summary).toMatchObject({ format: 'passes', passes: 4, detections: 1 });
  expect(readFileSync(out, 'utf8')).toBe(readFileSync(fromApp.file, 'utf8'));
  const { stdout } = await run('ogrinfo', ['-so', file, 'passes']);
  expect(stdout).toContain('Geometry: Multi Polygon');
  expect(stdout).toContain('Feature Count: 4');
  const without = await exportTo(workspace, 'without.gpkg', { format: 'gpkg' });
  expect((await run('ogrinfo', ['-so', without.file])).stdout).not.toContain('passes');
});

test.each([
  ['a field', { places: ['Busan'] }],
  ['an expression', { expression: 'place = "busan"' }],
  ['a list of an expression with others', { expression: 'length >= 1 and place in ("Busan")' }],
])('passes that cannot show the place of %s are in neither table, list nor report', async (_name, filter) => {
  const workspace = await openTestWorkspace();
  const whole = rectangle(128.5, 34.5, 129.5, 35.5);
  await fillWorkspace(workspace, [
    pass(1, whole, [210]),
    pass(2, whole, []),
    pass(3, rectangle(139.5, 35, 140, 35.5), []),
    pass(4, rectangle(139.5, 35, 140, 35.5), [300]),
  ]);
  const scope = { kind: 'filter', filter } as const;
  const { file } = await exportTo(workspace, 'a.passes.csv', { format: 'passes', scope });
  // The detection of the last one lies at Busan, although its footprint does not.
  expect(readTable(file).map((row) => [row[0], row.at(-1)])).toEqual([
    ['S1', 'detections'],
    ['S2', 'nothing found'],
    ['S4', 'detections'],
  ]);
  const report = await exportTo(workspace, 'a.html', { format: 'report-html', scope });
  const html = readFileSync(report.file, 'utf8');
  const tables = html.match(/<h2>Passes(?: without a matching detection)?<.*?<\/section>/gs)?.join('') ?? '';
  const reported = ['S1', 'S2', 'S3', 'S4'].filter((name) => tables.includes(name));
  expect(reported).toEqual(['S1', 'S2', 'S4']);
  expect(await listInTab(workspace, filter)).toEqual(reported);
});

test('reviewed counts agree in passes, their groups, their report, a filter and an export', async () => {
  const workspace = await openTestWorkspace();
  const whole = rectangle(128.5, 34.5, 129.5, 35.5);
  await fillWorkspace(workspace, [
    pass(1, whole, [210, 50, 300, 220]),
    pass(2, whole, [250]),
    pass(3, whole, []),
  ]);
  const act = { batch: crypto.randomUUID(), reviewer: 'anna', at: '2026-11-21T00:00:00.000Z' };
  const [first, second, , flagged, ...others] = [...(await workspace.matchingIds({}))];
  const [other] = others;
  if (!first || !second || !flagged || !other) throw new Error('There are too few detections.');
  await workspace.setReviews([first, second], { verdict: 'confirmed' }, act);
  await workspace.setReviews([other], { verdict: 'rejected' }, { ...act, batch: crypto.randomUUID() });
  // A flag is no verdict.
  await workspace.setReviews([flagged], { flagged: true }, { ...act, batch: crypto.randomUUID() });

  const filter = { expression: 'length >= 200' };
  const query: Omit<PassPageRequest, 'groupBy'> = {
    filter,
    tolerance: defaultTolerance,
    sort: { field: 'time', order: 'ASC' },
    collapsed: [],
    offset: 0,
    limit: 100,
  };
  const passes = (await workspace.passPage({ ...query, groupBy: 'none' })).rows.flatMap((row) =>
    row.kind === 'pass' ? [row.pass] : [],
  );
  const groups = (await workspace.passPage({ ...query, groupBy: 'sensor' })).rows.flatMap((row) =>
    row.kind === 'group' ? [row.group.reviewed] : [],
  );
  const report = (await workspace.passReport(filter)).map((reported) => reported.pass.reviewed);
  const counts = passes.map((listed) => [listed.detections, listed.reviewed]);
  expect(counts).toEqual(positions('3 1, 1 1, 0 0'));
  expect(groups).toEqual([1, 1, 0]);
  expect(report).toEqual([1, 1, 0]);
  const judged = await workspace.matchingIds({ ...filter, verdicts: ['confirmed', 'rejected', 'unsure'] });
  expect(judged).toHaveLength(2);
  const csv = await exportTo(workspace, 'reviewed.csv', {
    format: 'csv',
    reviews: true,
    scope: { kind: 'filter', filter },
  });
  const [heading = '', ...lines] = readFileSync(csv.file, 'utf8').trim().split(/\r?\n/);
  const at = heading
    .replace(/^\uFEFF/, '')
    .split(',')
    .indexOf('verdict');
  const verdicts = lines
    .map((line) => line.split(',')[at])
    .filter((verdict) => verdict && verdict !== 'unreviewed');
  expect(verdicts).toHaveLength(2);
});
