import { hash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { CallStopped } from '../../../../../../electron/core/base/thread-protocol.ts';
import {
  type ChipCache,
  chipKey,
  createChipCache,
} from '../../../../../../electron/core/chips/chip-cache.ts';
import { calibrationsKey } from '../../../../../../electron/core/chips/chip-calibrations.ts';
import { readPackage } from '../../../../../../electron/core/exchange/package/read-package.ts';
import { writePackage } from '../../../../../../electron/core/exchange/package/write-package.ts';
import { buildPageBody } from '../../../../../../electron/core/workspace/ingest/build-page-body.ts';
import type { Workspace } from '../../../../../../electron/core/workspace/open/workspace.ts';
import { propertyCorrectionsKey } from '../../../../../../electron/core/workspace/read/property-corrections.ts';
import type { ChipCalibration } from '../../../../../../shared/chips/chip-calibration.ts';
import type { PropertyCorrection } from '../../../../../../shared/results/property-correction.ts';
import type { ReviewOfDetection } from '../../../../../../shared/review/merge-reviews.ts';
import type { Verdict } from '../../../../../../shared/review/review.ts';
import { describePackageDetections } from '../../../../../../shared/workspace/case-package.ts';
import { buildCalibration } from '../../../../../builders/calibration-builder.ts';
import { buildPng } from '../../../../../builders/chip-png.ts';
import {
  buildArea,
  buildRecords,
  fillWithReviews,
  readWorkspaceContent,
} from '../../../../../builders/filled-workspace.ts';
import { importTestPackage, keepMine, previewTestPackage } from '../../../../../builders/import-package.ts';
import { buildToolRun } from '../../../../../builders/tool-run.ts';
import {
  makeTempFolder,
  openTestStore,
  openTestWorkspace,
} from '../../../../../builders/workspace-builder.ts';

async function buildCase() {
  const store = openTestStore();
  const records = buildRecords(120);
  const reviews = fillWithReviews(store, records);
  store.upsertArea(buildArea('Yangtze approaches'));
  const folder = await makeTempFolder();
  const cacheFolder = path.join(folder, 'chips');
  const cache = createChipCache(cacheFolder, { limit: 1e9 });
  const chips = reviews.map(({ identity }) => identity.slice('chip 0 '.length));
  for (const [index, chipIdentifier] of chips.entries()) {
    if (index === 0) continue;
    await cache.write(chipKey({ profileId: 'demo', region: 'East Asia', chipIdentifier }), buildPng());
  }
  return { store, records, reviews, chips, cacheFolder, folder };
}

type Case = Awaited<ReturnType<typeof buildCase>>;

async function pack(
  workspacePath: string,
  { cacheFolder, folder }: Pick<Case, 'cacheFolder' | 'folder'>,
  scope: Parameters<typeof writePackage>[0]['scope'] = { kind: 'all' },
  profileId = 'demo',
) {
  const to = path.join(folder, `${randomUUID()}.zip`);
  const counts = await writePackage(
    {
      workspacePath,
      to,
      scope,
      scopeWords: 'everything',
      chips: { cacheFolder, profileId },
      madeAt: '2026-11-20T10:00:00.000Z',
      madeBy: 'anna',
    },
    buildToolRun(),
  );
  return { to, counts };
}

function mergePackage(
  file: string,
  workspace: Workspace,
  cache: Pick<ChipCache, 'write'>,
  conflicts = keepMine,
) {
  return importTestPackage(file, { workspace, cache, profileId: 'other' }, conflicts);
}

/** Sets a verdict on the detections of these reviews. */
async function setVerdicts(
  workspace: Workspace,
  of: readonly ReviewOfDetection[],
  reviewer: string,
  verdict: Verdict,
) {
  const rows = await workspace.detections([...(await workspace.matchingIds({}))]);
  const ids = of.map(({ identity }) => {
    const row = rows.find(({ chipIdentifier }) => identity === `chip 0 ${chipIdentifier}`);
    return row?.id ?? 0;
  });
  const info = { batch: randomUUID(), reviewer, at: '2026-11-20T09:30:00.000Z' };
  const { changed } = await workspace.setReviews(ids, { verdict }, info);
  expect(changed).toBe(of.length);
}

/** Replaces the reviews of a package, which has no history then. */
function writeReviews(files: Record<string, Uint8Array>, reviews: readonly unknown[]) {
  const names = ['reviews/reviews.jsonl', 'reviews/history.jsonl'];
  files['reviews/reviews.jsonl'] = strToU8(reviews.map((review) => `${JSON.stringify(review)}\n`).join(''));
  files['reviews/history.jsonl'] = strToU8('');
  const manifest = JSON.parse(Buffer.from(files['manifest.json'] ?? []).toString());
  for (const entry of manifest.entries.filter(({ name }: { name: string }) => names.includes(name))) {
    const content = files[entry.name] ?? new Uint8Array();
    Object.assign(entry, { bytes: content.length, sha256: hash('sha256', content, 'hex') });
  }
  files['manifest.json'] = strToU8(JSON.stringify(manifest));
}

describe('a case package', () => {
  it('opens on another machine with the same records, reviews, areas and chips, and is made again the same', async () => {
    const made = await buildCase();
    const { to, counts } = await pack(made.store.path, made);
    expect(counts).toMatchObject({ records: 120, detections: 360, reviews: 12, areas: 1, chips: 11 });
    expect(counts.missingChips).toBe(240 - 11);

    const workspace = await openTestWorkspace();
    const folder = await makeTempFolder();
    const cache = createChipCache(folder, { limit: 1e9 });
    const end = await mergePackage(to, workspace, cache);
    expect(end.outcome).toContain('120 new records');
    expect(end.warnings).toEqual([]);
    const [before, after] = [readWorkspaceContent(made.store.path), readWorkspaceContent(workspace.path)];
    expect(after.raw).toEqual(before.raw);
    expect(after.provenance).toEqual(before.provenance);
    expect(after.reviews).toEqual(before.reviews);
    expect(after.history).toBe(before.history);
    expect(after.areas).toEqual(before.areas);
    expect(after.detections).toBe(before.detections);
    const chipIdentifier = made.chips[3] ?? '';
    expect(
      await cache.read(chipKey({ profileId: 'other', region: 'East Asia', chipIdentifier })),
    ).toBeDefined();

    // The same again: nothing changes.
    expect((await mergePackage(to, workspace, cache)).outcome).toContain(
      '120 records that were here already',
    );
    const again = await pack(
      workspace.path,
      { cacheFolder: folder, folder: made.folder },
      { kind: 'all' },
      'other',
    );
    const [first, second] = [to, again.to].map((file) => unzipSync(readFileSync(file)));
    const names = Object.keys(first ?? {});
    expect(Object.keys(second ?? {})).toEqual(names);
    // Detection numbers are the workspace's own.
    for (const name of names.filter((each) => !/^(manifest|detections)/.test(each))) {
      expect(Buffer.from(second?.[name] ?? []).equals(Buffer.from(first?.[name] ?? [])), name).toBe(true);
    }
  });

  it('of chosen detections holds their records only', async () => {
    const made = await buildCase();
    const { to, counts } = await pack(made.store.path, made, {
      kind: 'ids',
      ids: Uint32Array.of(1, 2, 3, 4),
    });
    expect(counts).toMatchObject({
      records: 2,
      detections: 4,
      recordDetections: 6,
      footprints: 1,
      reviews: 1,
    });
    expect(describePackageDetections(counts)).toBe('4 detections (the raw records hold 6)');
    const workspace = await openTestWorkspace();
    await mergePackage(to, workspace, { write: async () => {} });
    // A record is never cut: its other detections come along.
    expect((await workspace.counts({})).detections).toBe(6);
  });

  describe('with calibrations of chips', () => {
    const calibrated = buildCalibration();
    const other = buildCalibration({ product: { sensorName: 'X', sensorMode: null, productType: null } });
    const packCalibrated = async (scope?: Parameters<typeof pack>[2]) => {
      const made = await buildCase();
      made.store.saveSetting(calibrationsKey, JSON.stringify([calibrated, other]));
      return pack(made.store.path, made, scope);
    };
    const importInto = async (file: string, present: readonly ChipCalibration[]) => {
      const workspace = await openTestWorkspace();
      await workspace.saveSetting(calibrationsKey, JSON.stringify(present));
      const end = await mergePackage(file, workspace, { write: async () => {} });
      const after: unknown = JSON.parse((await workspace.getSetting(calibrationsKey)) ?? '');
      return { end, after };
    };

    it('brings them along', async () => {
      const { to, counts } = await packCalibrated();
      expect(counts.calibrations).toBe(2);
      const { end, after } = await importInto(to, []);
      expect(after).toEqual([calibrated, other]);
      expect(end.outcome).toContain('2 chip calibrations');
      expect(end.warnings).toEqual([]);
    });

    it('of chosen detections brings those of their image products', async () => {
      const { to, counts } = await packCalibrated({ kind: 'ids', ids: Uint32Array.of(1) });
      expect(counts.calibrations).toBe(1);
      expect((await importInto(to, [])).after).toEqual([calibrated]);
    });

    it('does not replace those of the workspace, and reports that', async () => {
      const { to } = await packCalibrated();
      const present = buildCalibration({ lengthMeters: 80 });
      const { end, after } = await importInto(to, [present]);
      expect(after).toEqual([present, other]);
      expect(end.warnings).toEqual(['1 chip calibration left out: its image product has one here.']);
      // The same ones again are no conflict.
      expect((await importInto(to, [calibrated, other])).end.warnings).toEqual([]);
    });

    it('is read without them where a former version wrote it', async () => {
      const { to } = await packCalibrated();
      const files = unzipSync(readFileSync(to));
      const manifest = JSON.parse(Buffer.from(files['manifest.json'] ?? []).toString('utf8'));
      const entries = manifest.entries.filter(({ name }: { name: string }) => name !== 'calibrations.json');
      const { calibrations: _calibrations, ...counts } = manifest.counts;
      const { 'calibrations.json': _file, ...others } = files;
      const former = {
        ...others,
        'manifest.json': strToU8(JSON.stringify({ ...manifest, counts, entries })),
      };
      writeFileSync(to, zipSync(former));
      const { end, after } = await importInto(to, []);
      expect(after).toEqual([]);
      expect(end.outcome).toContain('120 new records');
    });
  });

  it('brings corrected meanings of its product formats, and replaces none that is later here', async () => {
    const made = await buildCase();
    const format = { productType: 'Detections', documentVersion: '1.2' };
    const size: PropertyCorrection = {
      ...format,
      property: 'size',
      as: { meaning: 'lengthMetres', unit: 'ft' },
      at: '2026-11-20T08:00:00.000Z',
    };
    const other: PropertyCorrection = { ...size, documentVersion: '9' };
    made.store.saveSetting(propertyCorrectionsKey, JSON.stringify([size, other]));
    const { to, counts } = await pack(made.store.path, made);
    expect(counts.corrections).toBe(2);
    const chosen = await pack(made.store.path, made, { kind: 'ids', ids: Uint32Array.of(1) });
    expect(chosen.counts.corrections).toBe(1);

    const workspace = await openTestWorkspace();
    const present: PropertyCorrection = {
      ...size,
      as: { meaning: null, unit: '' },
      at: '2026-11-20T09:00:00.000Z',
    };
    await workspace.saveSetting(propertyCorrectionsKey, JSON.stringify([present]));
    const end = await mergePackage(to, workspace, { write: async () => {} });
    expect(JSON.parse((await workspace.getSetting(propertyCorrectionsKey)) ?? '')).toEqual([present, other]);
    expect(end.outcome).toContain('1 corrected meaning');
    expect(end.warnings).toEqual([
      '1 corrected meaning left out: the same properties have a later one here.',
    ]);
    const again = await mergePackage(chosen.to, await openTestWorkspace(), { write: async () => {} });
    expect(again.warnings).toEqual([]);
    const earlier = await openTestWorkspace();
    const former = { ...present, at: '2026-11-20T07:00:00.000Z' };
    await earlier.saveSetting(propertyCorrectionsKey, JSON.stringify([former]));
    const replaced = await mergePackage(to, earlier, { write: async () => {} });
    expect(replaced.outcome).toContain('2 corrected meanings');
    expect(JSON.parse((await earlier.getSetting(propertyCorrectionsKey)) ?? '')).toEqual([size, other]);
  });

  it('never puts an older record in the place of a newer one', async () => {
    const made = await buildCase();
    const { to } = await pack(made.store.path, made);
    const workspace = await openTestWorkspace();
    const [first] = made.records;
    const changed = { ...first, uploadTime: '2026-11-21T00:00:00Z' };
    const bytes = Buffer.from(JSON.stringify(changed));
    const page = {
      fetchId: randomUUID(),
      queryText: '',
      offset: 0,
      fetchedAt: '2026-11-22T08:00:00.000Z',
      brand: 'svc',
      fields: 'all',
      body: buildPageBody([bytes], 'svc'),
    } as const;
    const stated = [{ recordId: String(first?.assignedId), byteLength: bytes.length }];
    await workspace.ingestImportedPage(page, stated);
    const end = await mergePackage(to, workspace, { write: async () => {} });
    expect(end.warnings?.join()).toContain('later version');
    expect(readWorkspaceContent(workspace.path).raw.get(String(first?.assignedId))).toBe(
      JSON.stringify(changed),
    );
  });

  it('lists disagreements, keeps the present review, and takes the other where it is chosen', async () => {
    const made = await buildCase();
    const { to } = await pack(made.store.path, made);
    const mine = made.reviews.slice(0, 2);
    const files = unzipSync(readFileSync(to));
    writeReviews(files, made.reviews.slice(2));
    const before = path.join(made.folder, 'before.zip');
    writeFileSync(before, zipSync(files));
    /** Berta has set her verdicts without knowing those of the package. */
    const bertas = async () => {
      const opened = await openTestWorkspace();
      await mergePackage(before, opened, { write: async () => {} });
      await setVerdicts(opened, mine, 'berta', 'unsure');
      return opened;
    };
    const workspace = await bertas();
    const look = await previewTestPackage(to, workspace);
    expect(look.counts).toEqual({ new: 0, same: 10, newer: 0, older: 0, conflict: 2 });
    expect(look.conflicts[0]).toMatchObject({
      present: { reviewer: 'berta' },
      arriving: { reviewer: 'analyst@example.org' },
    });

    await mergePackage(to, workspace, { write: async () => {} });
    const verdicts = async (of: Workspace) =>
      (await of.reviewsOfRecords(mine.map(({ recordId }) => recordId))).map(({ review }) => review.reviewer);
    expect(await verdicts(workspace)).toEqual(['berta', 'berta']);
    // Whoever wins, what the other said stays on record, once.
    const history = readWorkspaceContent(workspace.path).history;
    await mergePackage(to, workspace, { write: async () => {} });
    expect(readWorkspaceContent(workspace.path).history).toBe(history);
    const except = JSON.stringify([mine[0]?.recordId, mine[0]?.identity]);
    const other = await bertas();
    await mergePackage(to, other, { write: async () => {} }, { winner: 'present', except: [except] });
    expect((await verdicts(other)).toSorted()).toEqual(['analyst@example.org', 'berta']);
  });

  it('takes no review of one’s own name and of a later time for a successor, and can be undone as a batch', async () => {
    const made = await buildCase();
    const { to } = await pack(made.store.path, made);
    const workspace = await openTestWorkspace();
    await mergePackage(to, workspace, { write: async () => {} });
    const [first] = made.reviews;
    await setVerdicts(workspace, made.reviews.slice(0, 1), 'anna', 'unsure');
    const before = readWorkspaceContent(workspace.path);
    const files = unzipSync(readFileSync(to));
    const forged = [...made.reviews, { recordId: 'elsewhere', identity: 'x', review: first?.review }].map(
      (entry) => ({
        ...entry,
        review: {
          ...entry.review,
          verdict: 'rejected',
          reviewer: 'anna',
          reviewedAt: '2099-01-01T00:00:00.000Z',
        },
      }),
    );
    writeReviews(files, forged);
    writeFileSync(to, zipSync(files));
    expect((await previewTestPackage(to, workspace)).counts).toMatchObject({ new: 1, newer: 0 });
    await mergePackage(to, workspace, { write: async () => {} });
    const [present] = await workspace.reviewsOfRecords([first?.recordId ?? '']);
    expect(present?.review).toMatchObject({ verdict: 'unsure', reviewer: 'anna' });
    const [imported] = await workspace.reviewsOfRecords(['elsewhere']);
    expect(Date.parse(imported?.review.reviewedAt ?? '')).toBeLessThanOrEqual(Date.now());

    const { batches } = await workspace.reviewBatches(1);
    expect(batches).toMatchObject([{ kind: 'merge', changed: 1, undone: false }]);
    // What a team receives: the batches that were not pushed yet.
    expect(await workspace.unpushedReviews(0)).toBe(made.reviews.length + 2);
    const info = { batch: randomUUID(), reviewer: 'anna', at: '2026-11-22T08:00:00.000Z' };
    expect(await workspace.undoReviews(String(batches[0]?.batch), info)).toMatchObject({ kind: 'undone' });
    const after = readWorkspaceContent(workspace.path).reviews.filter((row) => !row.includes('elsewhere'));
    expect(after).toEqual(before.reviews);
  });

  it('accepts the successor of a review that its history contains', async () => {
    const made = await buildCase();
    const workspace = await openTestWorkspace();
    await mergePackage((await pack(made.store.path, made)).to, workspace, { write: async () => {} });
    const [id = 0] = made.store.matchingIds({ verdicts: ['confirmed'] });
    const info = { batch: 'later', reviewer: 'analyst@example.org', at: '2026-11-21T08:00:00.000Z' };
    made.store.setReviews([id], { verdict: 'rejected' }, info);
    const { to } = await pack(made.store.path, made);
    expect((await previewTestPackage(to, workspace)).counts).toMatchObject({
      newer: 1,
      conflict: 0,
      same: 11,
    });
    await mergePackage(to, workspace, { write: async () => {} });
    expect(readWorkspaceContent(workspace.path).reviews).toEqual(
      readWorkspaceContent(made.store.path).reviews,
    );
  });

  it('stops at a whole page when it is cancelled', async () => {
    const made = await buildCase();
    const { to } = await pack(made.store.path, made);
    const workspace = await openTestWorkspace();
    const target = { workspace, cache: { write: async () => {} }, profileId: 'other' };
    const stopAtRecords = ({ kind }: { readonly kind: string }) => {
      if (kind === 'records') throw new CallStopped();
    };
    await expect(importTestPackage(to, target, keepMine, stopAtRecords)).rejects.toThrow(CallStopped);
    expect((await workspace.counts({})).records).toBe(100);
  });
});

describe('a package that was tampered with is refused before anything is done', () => {
  async function refusal(change: (files: Record<string, Uint8Array>) => void): Promise<string> {
    const made = await buildCase();
    const { to } = await pack(made.store.path, made);
    const files = unzipSync(readFileSync(to));
    change(files);
    const file = path.join(made.folder, 'changed.zip');
    writeFileSync(file, zipSync(files));
    const received: unknown[] = [];
    const onBatch = async (batch: unknown) => void received.push(batch);
    const task = { path: file, parts: 'everything', reviewsFile: `${file}.gpkg` } as const;
    const read = await readPackage(task, buildToolRun({ onBatch }));
    expect(existsSync(task.reviewsFile)).toBe(false);
    expect(received).toEqual([]);
    return read.ok ? '' : read.failure.message;
  }

  it('when a file was changed', async () => {
    const message = await refusal((files) => {
      files['areas.json'] = strToU8(
        Buffer.from(files['areas.json'] ?? [])
          .toString()
          .replace('Yangtze', 'Hangzou'),
      );
    });
    expect(message).toBe('areas.json was changed after the package was made.');
  });

  it('when a file is missing, or one was added', async () => {
    expect(await refusal((files) => delete files['reviews/reviews.jsonl'])).toContain('lacks its file');
    expect(await refusal((files) => Object.assign(files, { 'run.exe': strToU8('x') }))).toContain(
      'does not know: run.exe',
    );
  });

  it('when it is of a newer format, or no package at all', async () => {
    const newer = await refusal((files) => {
      const manifest = JSON.parse(Buffer.from(files['manifest.json'] ?? []).toString());
      files['manifest.json'] = strToU8(JSON.stringify({ ...manifest, version: 2 }));
    });
    expect(newer).toContain('newer Sightline');
    expect(await refusal((files) => delete files['manifest.json'])).toContain('no manifest.json');
  });
});
