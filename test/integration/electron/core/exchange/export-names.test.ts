import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openZip } from '../../../../../electron/core/exchange/files/zip-file.ts';
import { type ExportFormat, exportFormats } from '../../../../../shared/exchange/export-format.ts';
import { cacheChips } from '../../../../builders/cached-chips.ts';
import { buildPng } from '../../../../builders/chip-png.ts';
import { beginExports } from '../../../../builders/export-builder.ts';
import { ogr2ogr, whyNoGdal } from '../../../../builders/gdal-server.ts';
import { buildFeature, buildRecord } from '../../../../builders/record-builder.ts';
import { fillWorkspace, makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const missing = whyNoGdal();

const records = ['a1', 'b2'].map((name, latitude) =>
  buildRecord({
    assignedId: `8d3a9f10-0000-4000-8000-0000000000${name}`,
    analytic: 'LargeVesselDetection',
    sensors: [
      { vendorId: name, footprint: `POLYGON ((128 ${latitude}, 130 ${latitude}, 130 9, 128 ${latitude}))` },
    ],
    features: [
      `${name}-0`,
      '11111111-2222-4333-8444-555555555555',
      undefined,
      'twice',
      'twice',
      'A/../ü',
    ].map((uuid, index) =>
      buildFeature({
        geometry: { type: 'Point', coordinates: [129 + index / 10, latitude] },
        properties: {
          ...(uuid === undefined ? {} : { uuid }),
          sarChipIdentifier: `${name}-${index}`,
          class: index % 2 === 0 ? 'tanker' : `cargo ${name}`,
        },
      }),
    ),
  }),
);

const chips = ['a1', 'b2'].flatMap((name) => Array.from({ length: 6 }, (_, index) => `${name}-${index}`));

/** The workspace of an analyst who fetched the records in this order, with a verdict of each of their detections. */
async function workspaceOf(fetched: readonly unknown[]) {
  const workspace = await openTestWorkspace();
  for (const record of fetched) await fillWorkspace(workspace, [record]);
  const act = { reviewer: 'A', at: '2026-11-20T10:00:00.000Z' };
  const batch = '00000000-0000-4000-9000-000000000001';
  await workspace.setReviews(
    await workspace.matchingIds({}).then((ids) => [...ids]),
    { verdict: 'confirmed' },
    { ...act, batch },
  );
  return workspace;
}

/** The texts of an export by file, their lines in order, without the times of its fetch and its writing. */
async function contentOf(fetched: readonly unknown[], format: ExportFormat, extension: string) {
  const folder = await makeTempFolder();
  const cacheFolder = await makeTempFolder();
  await cacheChips(
    cacheFolder,
    chips.map((chip) => [chip, buildPng(12, 7)]),
  );
  const file = path.join(folder, `d.${extension}`);
  const { start, ended } = beginExports(await workspaceOf(fetched), { cacheFolder });
  const info = exportFormats.find((each) => each.format === format);
  const options = {
    ...{ format, reviews: true, byteOrderMark: false },
    ...(info?.chips === 'never' || info?.content === 'records' ? {} : { chips: 'cached' as const }),
    ...(info?.isReport
      ? { report: { kind: 'detection', title: '', counted: 'all', grouping: 'geometry' } as const }
      : {}),
  };
  const targets = {
    detections: { path: file },
    ...(options.chips && info?.chips === undefined
      ? { chips: { path: path.join(folder, 'chips.zip') } }
      : {}),
  };
  const job = await ended((await start({ kind: 'all' }, targets as never, options)).id);
  expect(job.state, job.failure?.message).toBe('complete');
  return job.export?.files.map(({ path: written }) => written) ?? [];
}

async function textsOf(file: string): Promise<readonly string[]> {
  if (file.endsWith('.gpkg')) {
    const database = new DatabaseSync(file, { readOnly: true });
    onTestFinished(() => database.close());
    return database
      .prepare('SELECT * FROM detections')
      .all()
      .map(({ fid: _, ...row }) => JSON.stringify(row));
  }
  if (file.endsWith('.parquet')) {
    const { zstdDecompressSync } = await import('node:zlib');
    const rows = await parquetReadObjects({
      file: await asyncBufferFromFile(file),
      compressors: { ZSTD: (input) => zstdDecompressSync(input) },
    });
    return rows.map((row) =>
      JSON.stringify(row, (_name, value) => (typeof value === 'bigint' ? Number(value) : value)),
    );
  }
  if (file.endsWith('.fgb') || file.endsWith('.shp.zip'))
    return (await ogr2ogr('/vsistdout/', file, ['-f', 'GeoJSONSeq'])).split('\n');
  if (!/\.(zip|kmz|docx)$/.test(file)) return readFileSync(file, 'utf8').split('\n');
  const zip = openZip(file);
  onTestFinished(() => zip.close());
  const texts: string[] = [];
  for (const [name, entry] of zip.entries) {
    const pieces: Uint8Array[] = [];
    for await (const piece of zip.read(entry)) pieces.push(piece);
    const text = Buffer.concat(pieces).toString('utf8');
    const lines = file.endsWith('.docx') ? (text.match(/<w:t[ >][^<]*/g) ?? []) : text.split('\n');
    texts.push(...(/^(media|word)/.test(name) ? [] : [name]), ...(name.endsWith('.png') ? [] : lines));
  }
  return texts;
}

/** Text of an export without what differs from one to the next: the times of fetches and of writing, and the name of a package. */
function withoutVarying(text: string): string {
  return text
    .replaceAll(/(time|stale)="20[^"]*"/g, '')
    .replaceAll(/value="[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}"/g, '')
    .replaceAll(/20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC/g, '')
    .replace(/[\],\r]+$/, '');
}

const named = exportFormats.map(({ format, extension }) => [format, extension] as const);

describe('an export', () => {
  test.skipIf(missing !== undefined).each(named)(
    'as %s names a detection alike, in whatever order its records were fetched',
    async (format, extension) => {
      const [ours, theirs] = [records, records.toReversed()];
      const contents = [];
      for (const fetched of [ours, theirs]) {
        const texts: string[] = [];
        for (const file of await contentOf(fetched, format, extension)) texts.push(...(await textsOf(file)));
        contents.push(texts.map(withoutVarying).sort());
      }
      expect(contents[0]).toEqual(contents[1]);
      expect(contents[0]?.length).toBeGreaterThan(1);
    },
  );

  test('names a detection by its UUID, or by its place where another one of the record has it or none is stated', async () => {
    const [file = ''] = await contentOf(records, 'geojson', 'geojson');
    const { features } = JSON.parse(readFileSync(file, 'utf8'));
    const ids = features.map(({ id }: { id: string }) =>
      id.replace('8d3a9f10-0000-4000-8000-0000000000', ''),
    );
    expect(ids.slice(0, 6)).toEqual([
      'a1_a1-0',
      'a1_11111111-2222-4333-8444-555555555555',
      'a1_at_2',
      'a1_at_3',
      'a1_at_4',
      expect.stringMatching(/^a1_[\da-f]{32}$/),
    ]);
    expect(new Set(ids).size).toBe(12);
  });
});
