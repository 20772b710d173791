import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Geometry } from 'geojson';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createExportNotes } from '../../../../../../electron/core/exchange/export-progress.ts';
import { createOutputFile } from '../../../../../../electron/core/exchange/files/output-file.ts';
import { openZip } from '../../../../../../electron/core/exchange/files/zip-file.ts';
import { createZipWriter } from '../../../../../../electron/core/exchange/files/zip-writer.ts';
import { writeKmz } from '../../../../../../electron/core/exchange/formats/kmz.ts';
import { describeColumn } from '../../../../../../electron/core/exchange/rows/detection-columns.ts';
import type { Layer } from '../../../../../../electron/core/exchange/rows/layer.ts';
import { createSql } from '../../../../../../electron/core/workspace/file/sql.ts';
import type { Workspace } from '../../../../../../electron/core/workspace/open/workspace.ts';
import type { ExportOptions } from '../../../../../../shared/exchange/export-request.ts';
import { flattenGeometry } from '../../../../../../shared/geo/flatten-geometry.ts';
import type { Verdict } from '../../../../../../shared/review/review.ts';
import { cacheChips } from '../../../../../builders/cached-chips.ts';
import { buildPng } from '../../../../../builders/chip-png.ts';
import { beginExports, exportTo } from '../../../../../builders/export-builder.ts';
import { readLayers, whyNoGdal } from '../../../../../builders/gdal-server.ts';
import {
  hostileProperties,
  hostileRecords,
  variedGeometries,
} from '../../../../../builders/hostile-records.ts';
import { buildFeature, buildRecord } from '../../../../../builders/record-builder.ts';
import {
  fillWorkspace,
  makeTempFolder,
  openTestWorkspace,
} from '../../../../../builders/workspace-builder.ts';

const missing = whyNoGdal();
if (missing !== undefined) process.stderr.write(`Skipped: GDAL does not read KMZ, as ${missing}.\n`);

const chipOf = (index: number) => `chip ${index} <&>"`;
/** Name of the record in those of its detections. */
const record = 'b51bcdb6c4692c40fde0cfe7d5413456';
const verdicts: readonly (Verdict | null)[] = [
  'confirmed',
  'confirmed',
  'confirmed',
  'rejected',
  'unsure',
  null,
];

/** Six vessels with a length each and a verdict each but the last, and a change without a collection time. */
async function reviewedWorkspace(): Promise<Workspace> {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [
    buildRecord({
      assignedId: 'record "1" & <more>',
      analytic: 'LargeVesselDetection',
      features: verdicts.map((_, index) =>
        buildFeature({
          geometry: { type: 'Point', coordinates: [179.9 - index / 100, 31] },
          properties: { sarChipIdentifier: chipOf(index), lengthMeters: 60 + 60 * index, class: 'cargo' },
        }),
      ),
    }),
    buildRecord({ analytic: 'ChangeDetection', sensors: [{ startTimeUTC: null }] }),
  ]);
  const act = { reviewer: 'Änne <A>', at: '2026-11-20T10:00:00.000Z' };
  for (const [index, verdict] of verdicts.entries()) {
    if (verdict === null) continue;
    const batch = `00000000-0000-4000-9000-00000000000${index}`;
    await workspace.setReviews([index + 1], { verdict }, { ...act, batch });
  }
  return workspace;
}

/** Exports everything with the chips of the first, second and fourth detection in the cache. */
async function exportWithChips(workspace: Workspace, name: string, options: Partial<ExportOptions>) {
  const cacheFolder = await makeTempFolder();
  const png = buildPng(12, 7);
  await cacheChips(
    cacheFolder,
    [0, 1, 3].map((index) => [chipOf(index), png]),
  );
  const folder = await makeTempFolder();
  const file = path.join(folder, name);
  const { start, ended } = beginExports(workspace, { cacheFolder });
  const job = await ended((await start({ kind: 'all' }, file, options)).id);
  expect(job.state, job.failure?.message).toBe('complete');
  return { file, job, png };
}

async function entriesOf(file: string): Promise<ReadonlyMap<string, Buffer>> {
  const zip = openZip(file);
  onTestFinished(() => zip.close());
  const entries = new Map<string, Buffer>();
  for (const [name, entry] of zip.entries) {
    const pieces: Uint8Array[] = [];
    for await (const piece of zip.read(entry)) pieces.push(piece);
    entries.set(name, Buffer.concat(pieces));
  }
  return entries;
}

/** The text of every XPath match, as libxml2 through Python reads it; throws when the XML is not well-formed. */
function isWellFormed(xml: Buffer): boolean {
  execFileSync('python3', ['-c', 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.stdin.buffer)'], {
    input: xml,
  });
  return true;
}

describe('a KMZ', () => {
  test('has folders by analytic and verdict, chips in balloons, and footprints', async () => {
    const workspace = await reviewedWorkspace();
    const { file, job, png } = await exportWithChips(workspace, 'd.kmz', {
      format: 'kmz',
      reviews: true,
      footprints: true,
      chips: 'cached',
    });
    expect(job.export).toMatchObject({ written: 7 });
    expect(job.warnings).toContainEqual(expect.stringContaining('4 chips are not in the cache'));
    const entries = await entriesOf(file);
    expect([...entries.keys()]).toEqual([
      ...[0, 1, 3].map((place) => `files/${record}_at_${place}.png`),
      'doc.kml',
    ]);
    expect(entries.get(`files/${record}_at_3.png`)).toEqual(Buffer.from(png));
    const kml = entries.get('doc.kml') ?? Buffer.alloc(0);
    expect(isWellFormed(kml)).toBe(true);
    const folders = [...kml.toString().matchAll(/<Folder><name>([^<]*)</g)].map(([, name]) => name);
    expect(folders).toEqual([
      'Change',
      'Unreviewed',
      'Footprints',
      'Large vessel',
      'Confirmed',
      'Rejected',
      'Unreviewed',
      'Unsure',
    ]);
    expect(kml.toString()).toContain(`&lt;img src=&quot;files/${record}_at_0.png&quot;`);
    expect(kml.toString()).toContain('Scale unknown');
    expect(kml.toString()).not.toContain(`${record}_at_2.png`);
    expect(kml.toString()).not.toMatch(/(<|&lt;)script|javascript:/i);
  });

  test('has neither chips nor verdicts that were not requested', async () => {
    const { file } = await exportWithChips(await reviewedWorkspace(), 'd.kmz', { format: 'kmz' });
    const entries = await entriesOf(file);
    expect([...entries.keys()]).toEqual(['doc.kml']);
    expect(entries.get('doc.kml')?.toString()).not.toMatch(/confirmed|Änne|<img|not in the cache/i);
  });

  /** Writes so many rows with these bytes of KML at most, and returns the document and what was noted. */
  async function writeLimited(rows: Layer['rows'], count: number, kmlBytes: number) {
    const folder = await makeTempFolder();
    const newFile = () => createOutputFile(path.join(folder, randomUUID()));
    const columns = [{ name: 'remark', type: 'text' }] as const;
    const detections: Layer = { name: 'detections', columns, heights: 'none', count, rows };
    const content = { sql: createSql(new DatabaseSync(':memory:')), detections, marking: '' };
    const file = createOutputFile(path.join(folder, 'd.kmz'));
    const zip = createZipWriter(file, new Date());
    const notes = createExportNotes();
    const progress = { written() {}, throwIfStopped() {} };
    await writeKmz(zip, newFile, content, notes, progress, { kmlBytes, chips: 9, chipBytes: 9 });
    zip.finish();
    await file.finish();
    const kml = (await entriesOf(path.join(folder, 'd.kmz'))).get('doc.kml')?.toString() ?? '';
    return { kml, notes: notes.list() };
  }

  const rowOf = (id: number, length = 500) => ({
    ...{ id, uid: String(id), title: 'Vessel', kind: null, time: null, geometry: null },
    values: ['x'.repeat(length)],
  });

  test('is refused before it has more KML than programs open, as soon as that is known', async () => {
    for (const count of [100, 1_000_000]) {
      let batches = 0;
      const rows = function* () {
        for (; batches < 100; batches += 1) yield [rowOf(1)];
      };
      await expect(writeLimited(rows, count, 10_000)).rejects.toThrow('A KMZ has at most 4 GiB of KML');
      expect(batches).toBeLessThan(count === 100 ? 20 : 2);
    }
  });

  test('is written whole where a long placemark is followed by short ones', async () => {
    const rows = function* () {
      yield [rowOf(1, 5_000)];
      for (let id = 2; id <= 100; id += 1) yield [rowOf(id, 10)];
    };
    const { kml } = await writeLimited(rows, 100, 60_000);
    expect(kml.match(/<SimpleData /g)).toHaveLength(100);
  });

  test('has balloons without tables rather than placemarks without data', async () => {
    const rows = function* () {
      for (let batch = 0; batch < 10; batch += 1)
        yield Array.from({ length: 10 }, (_, index) => rowOf(10 * batch + index));
    };
    const { kml, notes } = await writeLimited(rows, 100, 100_000);
    expect(Buffer.byteLength(kml)).toBeLessThan(100_000);
    expect(kml.match(/<SimpleData /g)).toHaveLength(100);
    const without = 100 - (kml.match(/<description>/g)?.length ?? 0);
    expect(without).toBeGreaterThan(10);
    expect(without).toBeLessThan(90);
    expect(notes).toContainEqual(expect.stringMatching(new RegExp(`^${without} balloons have no table`)));
  });

  test('leaves out and counts chips beyond those of a zip file without Zip64, with GDAL as oracle', async () => {
    const folder = await makeTempFolder();
    const chip = 'one for all';
    const png = buildPng(1, 1);
    const cachedChips = { read: () => png };
    const detections: Layer = {
      name: 'detections',
      columns: [describeColumn('chip'), describeColumn('region')],
      heights: 'none',
      *rows() {
        yield Array.from({ length: 66_000 }, (_, index) => ({
          ...{ id: index + 1, uid: String(index), title: 'Vessel', kind: null, time: null, geometry: null },
          values: [chip, 'East Asia'],
        }));
      },
    };
    const content = { sql: createSql(new DatabaseSync(':memory:')), marking: '', detections, cachedChips };
    const newFile = () => createOutputFile(path.join(folder, randomUUID()));
    const file = createOutputFile(path.join(folder, 'd.kmz'));
    const zip = createZipWriter(file, new Date());
    const notes = createExportNotes();
    const progress = { written() {}, throwIfStopped() {} };
    await writeKmz(zip, newFile, content, notes, progress);
    zip.finish();
    await file.finish();
    expect(notes.list()).toContainEqual(expect.stringMatching(/^467 chips are left out: .* 65,533 chips/));
    expect((await entriesOf(path.join(folder, 'd.kmz'))).size).toBe(65_534);
    if (missing === undefined)
      expect((await readLayers(path.join(folder, 'd.kmz')))[0]?.features).toBe(66_000);
  });

  test('has balloons with what a reader of a globe needs, and all data next to them', async () => {
    const { file } = await exportWithChips(await reviewedWorkspace(), 'd.kmz', {
      format: 'kmz',
      reviews: true,
    });
    const kml = (await entriesOf(file)).get('doc.kml')?.toString() ?? '';
    const balloons = [...kml.matchAll(/<description>(.*?)<\/description>/g)].map(([, text = '']) => text);
    const balloon = balloons.find((text) => text.includes('lengthMeters')) ?? '';
    for (const text of ['Confidence', 'lengthMeters', 'Review', 'Record', 'Collected (UTC)'])
      expect(balloon).toContain(`&gt;${text}&lt;td&gt;`);
    for (const name of ['fetched_at', 'fetch_latency_h']) {
      expect(kml).toContain(`<SimpleData name="${name}">`);
      expect(balloon).not.toContain(name);
    }
    expect(balloon).not.toMatch(/Fetched|parameters|to fetch/);
  });

  test.skipIf(missing !== undefined)('is read by GDAL with all features and geometries', async () => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, hostileRecords());
    const { file } = await exportTo(workspace, 'd.kmz', { format: 'kmz' });
    const layers = await readLayers(file);
    expect(layers.reduce((sum, { features }) => sum + features, 0)).toBe(12);
  });
});

describe('Cursor on Target', () => {
  test('has an event for each detection with position and time, and a manifest', async () => {
    const { file, job } = await exportWithChips(await reviewedWorkspace(), 'd.cot.zip', { format: 'cot' });
    expect(job.export).toMatchObject({ written: 6 });
    expect(job.warnings).toContainEqual(expect.stringContaining('1 detection has no collection time'));
    const entries = await entriesOf(file);
    for (const xml of entries.values()) expect(isWellFormed(xml)).toBe(true);
    const manifest = entries.get('MANIFEST/manifest.xml')?.toString() ?? '';
    const listed = [...manifest.matchAll(/zipEntry="([^"]*)"/g)].map(([, name]) => name);
    expect(listed).toEqual([...entries.keys()].filter((name) => name !== 'MANIFEST/manifest.xml'));
    expect(listed).toHaveLength(6);
    const event = entries.get(`${record}_at_0/${record}_at_0.cot`)?.toString() ?? '';
    expect(event).toContain('type="a-u-S"');
    const [, time = '', stale = ''] =
      /time="([^"]*)" start="2026-11-18T03:12:45\.120Z" stale="([^"]*)" how="m-i"/.exec(event) ?? [];
    expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(60_000);
    const hours = (Date.parse(stale) - Date.parse(time)) / 3_600_000;
    expect(hours).toBeGreaterThanOrEqual(7 * 24);
    expect(hours).toBeLessThanOrEqual(7 * 24 + 1);
    expect(event).toContain('<point lat="31" lon="179.9" hae="9999999.0" ce="9999999.0" le="9999999.0"/>');
    expect(event).toContain(`uid="sightline.${record}_at_0"`);
    expect(event).toContain('review: confirmed by Änne &lt;A&gt;');
    expect(entries.get(`${record}_at_5/${record}_at_5.cot`)?.toString()).toContain('review: not reviewed');
  });

  test('has only events that its schema allows, whatever the records have', async () => {
    const workspace = await openTestWorkspace();
    const positions = [
      [1e-7, -1e-7],
      [-180, 90],
      [180, -90],
      [179.999999999, 31.123456789012],
    ];
    const ring = [170, 190, 190, 170].map((longitude, index) => [longitude, index < 2 ? 10 : 20]);
    await fillWorkspace(workspace, [
      ...hostileRecords(),
      buildRecord({
        assignedId: ' <&>"\' 🚢\u0001 ',
        analytic: '../<evil> & "more"',
        features: [
          ...positions.map((coordinates) => buildFeature({ geometry: { type: 'Point', coordinates } })),
          buildFeature({ geometry: { type: 'Polygon', coordinates: [[...ring, [170, 10]]] } }),
        ],
      }),
    ]);
    const { file, job } = await exportTo(workspace, 'd.cot.zip', { format: 'cot' });
    const events = [...(await entriesOf(file))].filter(([name]) => name.endsWith('.cot'));
    expect(events.length).toBeGreaterThanOrEqual(positions.length + 1);
    expect(job.export?.written).toBe(events.length);
    const problems = schemaProblems(events.map(([, event]) => event));
    for (const [index, [name, event]] of events.entries())
      expect(problems[index], `${name} ${event}`).toEqual([]);
  });
});

/** Violations of the schema of Cursor on Target by each event (MITRE, Event.xsd 2.0). */
function schemaProblems(events: readonly Buffer[]): readonly (readonly string[])[] {
  const script = `
import base64, datetime, json, re, sys, xml.etree.ElementTree as tree
def check(name, value, fits):
  if value is None or not fits(value): problems.append(f"{name}={value!r}")
def check_all(element, checks):
  for name, fits in checks.items(): check(name, element.get(name), fits)
  problems.extend(name for name in element.attrib if name not in checks)
decimal = lambda low, high: lambda text: re.fullmatch(r"[+-]?(\\d+(\\.\\d*)?|\\.\\d+)", text) and low <= float(text) <= high
pattern = lambda text: lambda value: re.fullmatch(text, value)
time = lambda text: datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).tzinfo
any_number = decimal(float("-inf"), float("inf"))
def check_event(event):
  check("event", event.tag, pattern("event"))
  check_all(event, {"version": decimal(2, float("inf")), "type": pattern(r"\\w+(-\\w+)*(;[^;]*)?"),
    "uid": pattern(r"(?s).+"), "time": time, "start": time, "stale": time, "how": pattern(r"\\w(-\\w+)*")})
  if [child.tag for child in event] not in (["point"], ["point", "detail"]): problems.append("children")
  check_all(event.find("point"), {"lat": decimal(-90, 90), "lon": decimal(-180, 180), "hae": any_number,
    "ce": any_number, "le": any_number})
  if event.get("stale") < event.get("start"): problems.append("stale before start")
all_problems = []
for text in json.load(sys.stdin):
  problems = []
  check_event(tree.fromstring(base64.b64decode(text)))
  all_problems.append(problems)
print(json.dumps(all_problems))`;
  const input = JSON.stringify(events.map((event) => event.toString('base64')));
  return JSON.parse(execFileSync('python3', ['-c', script], { input, encoding: 'utf8' }));
}

describe('GeoParquet', () => {
  const readRows = async (file: string) => {
    const buffer = await asyncBufferFromFile(file);
    const metadata = await parquetMetadataAsync(buffer);
    const { zstdDecompressSync } = await import('node:zlib');
    const rows = await parquetReadObjects({
      file: buffer,
      compressors: { ZSTD: (input) => zstdDecompressSync(input) },
    });
    const geo = JSON.parse(metadata.key_value_metadata?.find(({ key }) => key === 'geo')?.value ?? '');
    return { rows, geo };
  };

  test('is read back with every geometry, value and box', async () => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, hostileRecords());
    const { file } = await exportTo(workspace, 'd.parquet', { format: 'parquet' });
    const { rows, geo } = await readRows(file);
    expect(rows).toHaveLength(12);
    const byPlace = new Map(
      rows
        .filter(({ analytic }) => analytic === 'SmallVesselDetection')
        .map((row) => [Number(/_at_(\d+)$/.exec(String(row.detection_id))?.[1]), row]),
    );
    for (const [index, geometry] of variedGeometries.entries()) {
      const [simple] = flattenGeometry(geometry);
      const row = byPlace.get(index);
      // hyparquet decodes WKB of the geometry column by the metadata.
      expect(withoutHeights(row?.geometry), JSON.stringify(geometry)).toEqual(withoutHeights(simple));
      const positions = positionsOf(simple?.coordinates);
      expect(row?.bbox).toEqual({
        xmin: Math.min(...positions.map(([x]) => x)),
        xmax: Math.max(...positions.map(([x]) => x)),
        ymin: Math.min(...positions.map(([, y]) => y)),
        ymax: Math.max(...positions.map(([, y]) => y)),
      });
    }
    expect(geo).toMatchObject({
      version: '1.1.0',
      primary_column: 'geometry',
      columns: { geometry: { encoding: 'WKB', covering: { bbox: { xmin: ['bbox', 'xmin'] } } } },
    });
    const first = byPlace.get(0) ?? {};
    expect(first.analytic).toBe('SmallVesselDetection');
    expect(first.collected_at).toEqual(new Date('2026-11-18T03:12:45.120Z'));
    expect(first.plus).toBe(hostileProperties.plus);
  });

  test('has all rows of several row groups, and of none', async () => {
    const workspace = await openTestWorkspace();
    const features = Array.from({ length: 45_000 }, (_, index) =>
      buildFeature({ properties: { place: index, half: index / 2, name: `ship ${index}` } }),
    );
    await fillWorkspace(workspace, [buildRecord({ features })]);
    const { file } = await exportTo(workspace, 'd.parquet', { format: 'parquet' });
    const { rows } = await readRows(file);
    expect(rows.map(({ place, half, name }) => [Number(place), half, name])).toEqual(
      features.map(({ properties: { place, half, name } }) => [place, half, name]),
    );
    const empty = await exportTo(await openTestWorkspace(), 'e.parquet', { format: 'parquet' });
    const none = await readRows(empty.file);
    expect(none.rows).toEqual([]);
    expect(none.geo.columns.geometry.geometry_types).toEqual([]);
  });
});

describe('labels', () => {
  test('as GeoJSON have the verdict of each reviewed detection', async () => {
    const { file, job } = await exportWithChips(await reviewedWorkspace(), 'd.labels.geojson', {
      format: 'labels',
    });
    expect(job.export).toMatchObject({ written: 5 });
    const { features } = JSON.parse(readFileSync(file, 'utf8'));
    expect(
      features.map(({ id, properties }: { id: string; properties: Record<string, unknown> }) => [
        id,
        properties.label,
        properties.class,
      ]),
    ).toEqual(verdicts.slice(0, 5).map((verdict, index) => [`${record}_at_${index}`, verdict, 'cargo']));
  });

  test('as COCO have the chips of confirmed and rejected detections, boxes for confirmed ones only', async () => {
    const { file, job, png } = await exportWithChips(await reviewedWorkspace(), 'd.coco.zip', {
      format: 'coco',
    });
    expect(job.export).toMatchObject({ written: 3 });
    expect(job.warnings).toEqual(
      expect.arrayContaining([
        expect.stringContaining('1 reviewed detection has no chip in the cache and is left out'),
        expect.stringContaining('1 detection is reviewed as unsure'),
      ]),
    );
    const entries = await entriesOf(file);
    expect(entries.get(`images/${record}_at_3.png`)).toEqual(Buffer.from(png));
    const coco = JSON.parse(entries.get('annotations.json')?.toString() ?? '');
    const files = [0, 1, 3].map((place) => `images/${record}_at_${place}.png`);
    expect(coco.images).toMatchObject(files.map((file_name) => ({ file_name, width: 12, height: 7 })));
    expect(coco.categories).toEqual([{ id: 1, name: 'cargo', supercategory: 'detection' }]);
    expect(coco.annotations).toEqual([
      ...coco.images.slice(0, 2).map(({ id }: { id: number }) => ({
        ...{ id, image_id: id, category_id: 1, bbox: [0, 0, 12, 7], area: 84, iscrowd: 0 },
        segmentation: [[0, 0, 12, 0, 12, 7, 0, 7]],
      })),
    ]);
    expect(coco.images.every(({ id }: { id: unknown }) => Number.isSafeInteger(id) && id !== 0)).toBe(true);
    expect(coco.info.description).toContain('each box and polygon is the whole chip');
  });
});

test('an accuracy table has precision with its interval for each class, and what was not reviewed', async () => {
  const { file } = await exportWithChips(await reviewedWorkspace(), 'd.accuracy.csv', { format: 'accuracy' });
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  const rowOf = (by: string, value: string) =>
    rows.find(([analytic, name, given]) => analytic === 'Large vessel' && name === by && given === value);
  expect(rowOf('all', '')?.slice(3)).toEqual(['6', '5', '0.8333', '3', '1', '1', '0.75', '0.3006', '0.9544']);
  expect(rowOf('length (m)', '50 to < 100')?.slice(3)).toEqual([
    '1',
    '1',
    '1',
    '1',
    '0',
    '0',
    '1',
    '0.2065',
    '1',
  ]);
  expect(rowOf('length (m)', '≥ 300')?.slice(3, 6)).toEqual(['2', '1', '0.5']);
  expect(rows.find(([analytic, by]) => analytic === 'Change' && by === 'all')?.slice(3)).toEqual([
    '1',
    '0',
    '0',
    '0',
    '0',
    '0',
    '',
    '',
    '',
  ]);
});

function positionsOf(coordinates: unknown): [number, number][] {
  if (!Array.isArray(coordinates)) return [];
  return typeof coordinates[0] === 'number'
    ? [[Number(coordinates[0]), Number(coordinates[1])]]
    : coordinates.flatMap(positionsOf);
}

function withoutHeights(geometry: unknown): Geometry {
  return JSON.parse(
    JSON.stringify(geometry, (_key, value) =>
      Array.isArray(value) && typeof value[0] === 'number' ? value.slice(0, 2) : value,
    ),
  );
}
