import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { publishParts } from '../../../../../electron/core/base/part-files.ts';
import { openZip, type ZipFile } from '../../../../../electron/core/exchange/files/zip-file.ts';
import { performExport } from '../../../../../electron/core/exchange/perform-export.ts';
import { companionNames } from '../../../../../shared/exchange/companion-names.ts';
import {
  type ExportFormat,
  exportFormatInfo,
  exportFormats,
} from '../../../../../shared/exchange/export-format.ts';
import {
  type ExportScopeInput,
  exportOptionsSchema,
  exportScopeSchema,
} from '../../../../../shared/exchange/export-request.ts';
import { cacheChips } from '../../../../builders/cached-chips.ts';
import { buildPng } from '../../../../builders/chip-png.ts';
import { beginExports, exportByCli, exportTo } from '../../../../builders/export-builder.ts';
import { buildFeature, buildRecord } from '../../../../builders/record-builder.ts';
import { seededRandom } from '../../../../builders/seeded-random.ts';
import { isLongRun } from '../../../../builders/test-tier.ts';
import { fillWorkspace, makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const formats = exportFormats.map(({ format }) => format);

function manyRecords(count: number): readonly unknown[] {
  return Array.from({ length: count }, (_, index) =>
    buildRecord({
      sensors: [{ vendorId: `image ${index}` }],
      features: Array.from({ length: 40 }, (_feature, place) =>
        buildFeature({
          geometry: { type: 'Point', coordinates: [100 + index / 100, 20 + place / 100] },
          properties: { note: 'some text that fills the file '.repeat(5), place },
        }),
      ),
    }),
  );
}

const options = (format: ExportFormat) => ({ format, footprints: true });

/** A report refuses to list all of these detections. */
function scopeOf(format: ExportFormat): ExportScopeInput {
  return exportFormatInfo(format).isReport
    ? { kind: 'ids', ids: Array.from({ length: 2000 }, (_, index) => index + 1) }
    : { kind: 'all' };
}

/** Both files, where the format has two. */
function targetsIn(folder: string, format: ExportFormat) {
  const { footprints } = companionNames('d.out', { ...options(format), chips: 'none', qgisProject: false });
  return {
    detections: { path: path.join(folder, 'd.out') },
    ...(footprints ? { footprints: { path: path.join(folder, 'f.out') } } : {}),
  };
}

test('an export that is cancelled at any moment leaves nothing behind', async () => {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, manyRecords(250));
  const { next } = seededRandom(7);
  for (const format of isLongRun ? [...formats, ...formats] : formats) {
    const folder = await makeTempFolder();
    writeFileSync(path.join(folder, 'd.out'), 'old');
    const { start, ended, jobs } = beginExports(workspace);
    const job = await start(scopeOf(format), targetsIn(folder, format), options(format));
    await sleep(next() * 900);
    await jobs.cancel(job.id);
    const { state, failure } = await ended(job.id);
    const names = readdirSync(folder).sort();
    if (state === 'complete') expect(names.every((name) => !name.startsWith('.'))).toBe(true);
    else {
      expect([state, names], failure?.message).toEqual(['cancelled', ['d.out']]);
      expect(readFileSync(path.join(folder, 'd.out'), 'utf8')).toBe('old');
    }
  }
});

test('an export whose thread ends is reported and leaves nothing behind', async () => {
  const workspace = await openTestWorkspace();
  const folder = await makeTempFolder();
  const task = {
    workspacePath: workspace.path,
    scope: { kind: 'all' },
    options: exportOptionsSchema.parse({ format: 'csv' }),
    targets: { detections: { path: path.join(folder, 'd.csv') } },
    journalFolder: folder,
  } as const;
  const endingWorker = new URL('data:text/javascript,process.exit(7)');
  const outcome = await performExport(endingWorker, task, new AbortController().signal, () => {});
  expect(outcome).toMatchObject({
    ok: false,
    failure: { code: 'disk', message: 'The export ended unexpectedly (exit code 7).' },
  });
  expect(readdirSync(folder)).toEqual([]);
});

describe('files that belong together', () => {
  test('are published all or none: former files are restored', async () => {
    const folder = await makeTempFolder();
    const plan = (name: string) => ({
      part: path.join(folder, `.${name}.part-00000000`),
      target: path.join(folder, name),
    });
    const files = [plan('one'), plan('two'), plan('three')];
    for (const { part } of files) writeFileSync(part, 'new');
    writeFileSync(path.join(folder, 'one'), 'old');
    mkdirSync(path.join(folder, 'three'));
    await expect(publishParts(files)).rejects.toMatchObject({ target: path.join(folder, 'three') });
    expect(readFileSync(path.join(folder, 'one'), 'utf8')).toBe('old');
    expect(readdirSync(folder).sort()).toEqual([
      '.one.part-00000000',
      '.three.part-00000000',
      '.two.part-00000000',
      'one',
      'three',
    ]);
  });

  test('take the places of those that are there', async () => {
    const folder = await makeTempFolder();
    const files = ['one', 'two'].map((name) => ({
      part: path.join(folder, `.${name}.part-00000000`),
      target: path.join(folder, name),
    }));
    for (const { part, target } of files) {
      writeFileSync(part, 'new');
      writeFileSync(target, 'old');
    }
    await publishParts(files);
    expect(readdirSync(folder)).toEqual(['one', 'two']);
    expect(readFileSync(path.join(folder, 'two'), 'utf8')).toBe('new');
  });

  test('footprints that cannot be put in place take the detections back', async () => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, manyRecords(1));
    const folder = await makeTempFolder();
    mkdirSync(path.join(folder, 'f.out'));
    const { start, ended } = beginExports(workspace);
    const job = await ended(
      (await start({ kind: 'all' }, targetsIn(folder, 'geojson'), options('geojson'))).id,
    );
    expect(job.failure?.message).toContain(`${path.join(folder, 'f.out')} is a folder`);
    expect(readdirSync(folder)).toEqual(['f.out']);
  });
});

const smallFormats: ReadonlySet<ExportFormat> = new Set([
  'parquet',
  'labels',
  'coco',
  'accuracy',
  'passes',
  'report-docx',
]);

describe('on a disk that is full', () => {
  test.for(formats)('%s fails with the reason and leaves nothing', async (format, { skip }) => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, manyRecords(150));
    const folder = await makeTempFolder();
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', folder]);
    if (mounted.status !== 0) {
      const reason = `Skipped: ${format} on a full disk, as no small file system can be mounted here.`;
      process.stderr.write(`${reason}\n`);
      skip(reason);
    }
    onTestFinished(() => void execFileSync('umount', [folder]));
    // Some formats fit: they are compressed well, a table, or only of what is reviewed.
    if (smallFormats.has(format)) writeFileSync(path.join(folder, 'filler'), new Uint8Array(128 * 1024));
    const { start, ended } = beginExports(workspace);
    const job = await ended((await start(scopeOf(format), targetsIn(folder, format), options(format))).id);
    expect([job.state, job.failure?.message]).toEqual([
      'failed',
      expect.stringMatching(/disk of .* is full/),
    ]);
    expect(readdirSync(folder)).toEqual(smallFormats.has(format) ? ['filler'] : []);
  });
});

test('chips are written under safe names, and the list has the missing ones', async () => {
  const workspace = await openTestWorkspace();
  const evil = '../../evil';
  await fillWorkspace(workspace, [
    buildRecord({
      assignedId: evil,
      features: [
        buildFeature({ properties: { sarChipIdentifier: evil } }),
        buildFeature({ properties: { sarChipIdentifier: '=missing()' } }),
        buildFeature({ properties: { sarChipIdentifier: null } }),
      ],
    }),
  ]);
  const cacheFolder = await makeTempFolder();
  const png = buildPng();
  await cacheChips(cacheFolder, [[evil, png]]);
  const folder = await makeTempFolder();
  const zip = path.join(folder, 'chips.zip');
  const { start, ended } = beginExports(workspace, { cacheFolder });
  const targets = { detections: { path: path.join(folder, 'd.csv') }, chips: { path: zip } };
  const job = await ended((await start({ kind: 'all' }, targets, { format: 'csv', chips: 'cached' })).id);
  expect(job).toMatchObject({
    state: 'complete',
    warnings: expect.arrayContaining([expect.stringContaining('One chip is not in the cache')]),
    export: { files: [{ name: 'd.csv' }, { name: 'chips.zip' }] },
  });
  const archive = openZip(zip);
  onTestFinished(() => archive.close());
  const [file = ''] = archive.entries.keys();
  expect([...archive.entries.keys()]).toEqual([
    expect.stringMatching(/^chips\/[\da-f]{32}_at_0\.png$/),
    'index.csv',
  ]);
  expect(await readEntry(archive, file)).toEqual(Buffer.from(png));
  const index = (await readEntry(archive, 'index.csv')).toString().split('\r\n');
  expect(index[1]).toBe(`${path.basename(file, '.png')},${evil},East Asia,${evil},${file},here`);
  expect(index[2]).toMatch(/_at_1,.*,'=missing\(\),,not in the cache$/);
  expect(index).toHaveLength(4);
});

async function readEntry(archive: ZipFile, name: string): Promise<Buffer> {
  const entry = archive.entries.get(name);
  const pieces: Uint8Array[] = [];
  if (entry) for await (const piece of archive.read(entry)) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('raw records', () => {
  const pretty = JSON.stringify(buildRecord(), undefined, 2).replaceAll('\n', '\r\n');

  test('come out byte for byte in a list, and as one line each', async () => {
    const workspace = await openTestWorkspace();
    const records = [JSON.parse(pretty), buildRecord({ features: [] })];
    await fillWorkspace(workspace, records);
    const list = await exportTo(workspace, 'r.json', { format: 'raw-json' });
    const text = readFileSync(list.file, 'utf8');
    expect(text).toBe(`[\n${records.map((record) => JSON.stringify(record)).join(',\n')}\n]\n`);
    const lines = await exportTo(workspace, 'r.ndjson', { format: 'raw-ndjson' });
    expect(
      readFileSync(lines.file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(records);
  });

  test.each(['raw-json', 'raw-ndjson'] as const)(
    'as %s are those of the detections in scope, which alone are counted',
    async (format) => {
      const file = path.join(await makeTempFolder(), 'test.gpkg');
      const workspace = await openTestWorkspace(file);
      const features = [buildFeature(), buildFeature(), buildFeature()];
      const records = [
        buildRecord(),
        buildRecord({ analytic: 'ChangeDetection', features }),
        buildRecord({ features: [] }),
      ];
      await fillWorkspace(workspace, records);
      const scope = exportScopeSchema.parse({ kind: 'ids', ids: [2, 4] });
      const list = await exportTo(workspace, 'r.json', { format, scope });
      const text = readFileSync(list.file, 'utf8');
      expect(JSON.parse(format === 'raw-json' ? text : `[${text}]`)).toEqual([records[1]]);
      const note = 'Records are written whole: 1 record with 3 detections, of which 2 match.';
      expect(list.job).toMatchObject({ export: { written: 2, total: 2 }, warnings: [note] });
      const out = path.join(await makeTempFolder(), 'r.json');
      const byCli = await exportByCli({ workspace: file, out, scope }, '--format', format);
      expect(byCli.summary).toMatchObject({ detections: 2, warnings: [note] });
      expect(byCli.notes).toContain(`2 detections written.\n${note}`);
      const whole = await exportTo(workspace, 'all.json', { format });
      expect(whole.job).toMatchObject({ export: { written: 4, total: 4 }, warnings: [] });
    },
  );
});
