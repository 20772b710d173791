import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { encode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { CallStopped } from '../../../../../../electron/core/base/thread-protocol.ts';
import {
  type ChipCache,
  chipKey,
  createChipCache,
} from '../../../../../../electron/core/chips/chip-cache.ts';
import type { CaseBatch, CaseHead } from '../../../../../../electron/core/exchange/case/case-batch.ts';
import { readCase } from '../../../../../../electron/core/exchange/case/read-case.ts';
import { writeCase } from '../../../../../../electron/core/exchange/case/write-case.ts';
import { buildPageBody } from '../../../../../../electron/core/workspace/ingest/build-page-body.ts';
import { closeWriter, openDatabase } from '../../../../../../electron/core/workspace/open/open-database.ts';
import type { Workspace } from '../../../../../../electron/core/workspace/open/workspace.ts';
import { createWorkspaceStore } from '../../../../../../electron/core/workspace/open/workspace-store.ts';
import { markingKey } from '../../../../../../electron/core/workspace/read/marking.ts';
import { propertyCorrectionsKey } from '../../../../../../electron/core/workspace/read/property-corrections.ts';
import { inProject } from '../../../../../../scripts/lib/paths.mjs';
import type { ChipCalibration } from '../../../../../../shared/chips/chip-calibration.ts';
import type { PropertyCorrection } from '../../../../../../shared/results/property-correction.ts';
import type { ReviewOfDetection } from '../../../../../../shared/review/merge-reviews.ts';
import type { Verdict } from '../../../../../../shared/review/review.ts';
import {
  type SavedSearchSettings,
  savedSearchInputSchema,
} from '../../../../../../shared/searches/saved-search.ts';
import { describeCaseDetections } from '../../../../../../shared/workspace/case-file.ts';
import { buildCalibration } from '../../../../../builders/calibration-builder.ts';
import { buildPng } from '../../../../../builders/chip-png.ts';
import {
  buildArea,
  buildRecords,
  fillWithReviews,
  readWorkspaceContent,
} from '../../../../../builders/filled-workspace.ts';
import { validateGeoPackage } from '../../../../../builders/geopackage-gdal.ts';
import { importTestCase, keepMine } from '../../../../../builders/import-case.ts';
import { findQgis } from '../../../../../builders/open-in-qgis.ts';
import { buildToolRun } from '../../../../../builders/tool-run.ts';
import { addLayer } from '../../../../../builders/vector-layer-builder.ts';
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
  scope: Parameters<typeof writeCase>[0]['scope'] = { kind: 'all' },
  profileId = 'demo',
) {
  const to = path.join(folder, `${randomUUID()}.gpkg`);
  const { counts, facts } = await writeCase(
    {
      workspacePath,
      to,
      scope,
      scopeWords: 'everything',
      chips: { cacheFolder, profileId },
      withLayers: true,
      withRules: true,
      madeAt: '2026-11-20T10:00:00.000Z',
      madeBy: 'anna',
    },
    buildToolRun(),
  );
  return { to, counts, facts };
}

function mergeCase(
  file: string,
  workspace: Workspace,
  cache: Pick<ChipCache, 'write'>,
  conflicts = keepMine,
) {
  return importTestCase(file, { workspace, cache, profileId: 'other' }, conflicts);
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

/** Changes the file of a case as another program would. */
function edit(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

/** Statement of a file about itself; rejects with the message of a refusal. */
async function readHead(file: string): Promise<CaseHead> {
  const heads: CaseHead[] = [];
  const onBatch = async (batch: CaseBatch) => {
    if (batch.kind === 'head') heads.push(batch.head);
  };
  const read = await readCase({ path: file, parts: 'head' }, buildToolRun({ onBatch }));
  if (!read.ok) throw new Error(read.failure.message);
  const [head] = heads;
  if (!head) throw new Error('No head was sent.');
  return head;
}

async function previewReviews(file: string, workspace: Workspace) {
  const preview = await workspace.previewMerge(file);
  if (preview.kind === 'refused') throw new Error(preview.reason);
  return preview.value;
}

describe('a case', () => {
  it('opens on another machine with the same records, reviews, areas and chips, and is made again the same', async () => {
    const made = await buildCase();
    const { to, counts, facts } = await pack(made.store.path, made);
    expect(counts).toMatchObject({ records: 120, detections: 360, reviews: 12, areas: 1, chips: 11 });
    expect(facts.missingChips).toBe(240 - 11);
    expect(await readHead(to)).toMatchObject({ facts, counts, queries: 2 });

    const workspace = await openTestWorkspace();
    const folder = await makeTempFolder();
    const cache = createChipCache(folder, { limit: 1e9 });
    const end = await mergeCase(to, workspace, cache);
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
    expect((await mergeCase(to, workspace, cache)).outcome).toContain('120 records that were here already');
    const again = await pack(
      workspace.path,
      { cacheFolder: folder, folder: made.folder },
      { kind: 'all' },
      'other',
    );
    expect(again.counts).toEqual(counts);
    // Numbers of fetches are each file's own, and so is what stayed behind in its workspace.
    const [first, second] = [to, again.to].map((file) => {
      const content = readWorkspaceContent(file);
      const settings = content.settings.map((row) => row.replace(/,\\"leftBehind\\":\[.*?\]/, ''));
      return { ...content, settings, outcomes: null };
    });
    expect(second).toEqual(first);
    expect([facts.leftBehind, again.facts.leftBehind]).toEqual([['2 of 2 fetches in the history'], []]);
  });

  it('of chosen detections holds their records only', async () => {
    const made = await buildCase();
    const { to, counts, facts } = await pack(made.store.path, made, {
      kind: 'ids',
      ids: Uint32Array.of(1, 2, 3, 4),
    });
    expect(counts).toMatchObject({ records: 2, detections: 6, footprints: 1, reviews: 1 });
    expect(describeCaseDetections(facts.detections, counts.detections)).toBe(
      '4 detections (the raw records hold 6)',
    );
    const listed = new DatabaseSync(to, { readOnly: true });
    const chosen = listed.prepare('SELECT detection_id FROM case_detections ORDER BY 1').all();
    listed.close();
    expect(chosen.map(({ detection_id }) => detection_id)).toHaveLength(4);
    const workspace = await openTestWorkspace();
    await mergeCase(to, workspace, { write: async () => {} });
    // A record is never cut: its other detections come along.
    expect((await workspace.counts({})).detections).toBe(6);
  });

  describe('with calibrations of chips', () => {
    const calibrated = buildCalibration();
    const other = buildCalibration({ product: { sensorName: 'X', sensorMode: null, productType: null } });
    const packCalibrated = async (scope?: Parameters<typeof pack>[2]) => {
      const made = await buildCase();
      for (const item of [calibrated, other]) made.store.saveItem('calibrations', item);
      return pack(made.store.path, made, scope);
    };
    const importInto = async (file: string, present: readonly ChipCalibration[]) => {
      const workspace = await openTestWorkspace();
      for (const item of present) await workspace.saveItem('calibrations', item);
      const end = await mergeCase(file, workspace, { write: async () => {} });
      return { end, after: await workspace.listItems('calibrations') };
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
    const end = await mergeCase(to, workspace, { write: async () => {} });
    expect(JSON.parse((await workspace.getSetting(propertyCorrectionsKey)) ?? '')).toEqual([present, other]);
    expect(end.outcome).toContain('1 corrected meaning');
    expect(end.warnings).toEqual([
      '1 corrected meaning left out: the same properties have a later one here.',
    ]);
    const again = await mergeCase(chosen.to, await openTestWorkspace(), { write: async () => {} });
    expect(again.warnings).toEqual([]);
    const earlier = await openTestWorkspace();
    const former = { ...present, at: '2026-11-20T07:00:00.000Z' };
    await earlier.saveSetting(propertyCorrectionsKey, JSON.stringify([former]));
    const replaced = await mergeCase(to, earlier, { write: async () => {} });
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
    const end = await mergeCase(to, workspace, { write: async () => {} });
    expect(end.warnings?.join()).toContain('later version');
    expect(readWorkspaceContent(workspace.path).raw.get(String(first?.assignedId))).toBe(
      JSON.stringify(changed),
    );
  });

  it('lists disagreements, keeps the present review, and takes the other where it is chosen', async () => {
    const made = await buildCase();
    const { to } = await pack(made.store.path, made);
    const mine = made.reviews.slice(0, 2);
    const before = path.join(made.folder, 'before.gpkg');
    copyFileSync(to, before);
    const ids = mine.map(({ recordId }) => `'${recordId}'`).join();
    edit(before, `DELETE FROM reviews WHERE record_id IN (${ids}); DELETE FROM review_history`);
    /** Berta has set her verdicts without knowing those of the package. */
    const bertas = async () => {
      const opened = await openTestWorkspace();
      await mergeCase(before, opened, { write: async () => {} });
      await setVerdicts(opened, mine, 'berta', 'unsure');
      return opened;
    };
    const workspace = await bertas();
    const look = await previewReviews(to, workspace);
    expect(look.counts).toEqual({ new: 0, same: 10, newer: 0, older: 0, conflict: 2 });
    expect(look.conflicts[0]).toMatchObject({
      present: { reviewer: 'berta' },
      arriving: { reviewer: 'analyst@example.org' },
    });

    await mergeCase(to, workspace, { write: async () => {} });
    const verdicts = async (of: Workspace) =>
      (await of.reviewsOfRecords(mine.map(({ recordId }) => recordId))).map(({ review }) => review.reviewer);
    expect(await verdicts(workspace)).toEqual(['berta', 'berta']);
    // Whichever review is current, the history has the other one, once.
    const history = readWorkspaceContent(workspace.path).history;
    await mergeCase(to, workspace, { write: async () => {} });
    expect(readWorkspaceContent(workspace.path).history).toBe(history);
    const except = JSON.stringify([mine[0]?.recordId, mine[0]?.identity]);
    const other = await bertas();
    await mergeCase(to, other, { write: async () => {} }, { winner: 'present', except: [except] });
    expect((await verdicts(other)).toSorted()).toEqual(['analyst@example.org', 'berta']);
  });

  it('takes no review of one’s own name and of a later time for a successor, and can be undone as a batch', async () => {
    const made = await buildCase();
    const { to } = await pack(made.store.path, made);
    const workspace = await openTestWorkspace();
    await mergeCase(to, workspace, { write: async () => {} });
    const [first] = made.reviews;
    await setVerdicts(workspace, made.reviews.slice(0, 1), 'anna', 'unsure');
    const before = readWorkspaceContent(workspace.path);
    edit(
      to,
      `UPDATE reviews SET verdict = 'rejected', reviewer = 'anna', reviewed_at = '2099-01-01T00:00:00.000Z';
       DELETE FROM review_history;
       INSERT INTO reviews (detection_id, record_id, identity, verdict, flagged, note, reviewer, reviewed_at)
         VALUES (99999, 'elsewhere', 'x', 'rejected', 0, '', 'anna', '2099-01-01T00:00:00.000Z')`,
    );
    expect((await previewReviews(to, workspace)).counts).toMatchObject({ new: 1, newer: 0 });
    await mergeCase(to, workspace, { write: async () => {} });
    const [present] = await workspace.reviewsOfRecords([first?.recordId ?? '']);
    expect(present?.review).toMatchObject({ verdict: 'unsure', reviewer: 'anna' });
    const [imported] = await workspace.reviewsOfRecords(['elsewhere']);
    expect(Date.parse(imported?.review.reviewedAt ?? '')).toBeLessThanOrEqual(Date.now());

    const { batches } = await workspace.reviewBatches(1);
    expect(batches).toMatchObject([{ kind: 'merge', changed: 1, undone: false }]);
    // What a team receives: the batches that were not pushed yet.
    expect(await workspace.unpushedReviews(0)).toBe(made.reviews.length + 2);
    const info = { batch: randomUUID(), reviewer: 'anna', at: '2026-11-22T08:00:00.000Z' };
    expect(await workspace.undoReviews(String(batches[0]?.batch), info)).toMatchObject({ ok: true });
    const after = readWorkspaceContent(workspace.path).reviews.filter((row) => !row.includes('elsewhere'));
    expect(after).toEqual(before.reviews);
  });

  it('accepts the successor of a review that its history contains', async () => {
    const made = await buildCase();
    const workspace = await openTestWorkspace();
    await mergeCase((await pack(made.store.path, made)).to, workspace, { write: async () => {} });
    const [id = 0] = made.store.matchingIds({ verdicts: ['confirmed'] });
    const info = { batch: 'later', reviewer: 'analyst@example.org', at: '2026-11-21T08:00:00.000Z' };
    made.store.setReviews([id], { verdict: 'rejected' }, info);
    const { to } = await pack(made.store.path, made);
    expect((await previewReviews(to, workspace)).counts).toMatchObject({
      newer: 1,
      conflict: 0,
      same: 11,
    });
    await mergeCase(to, workspace, { write: async () => {} });
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
    await expect(importTestCase(to, target, keepMine, stopAtRecords)).rejects.toThrow(CallStopped);
    expect((await workspace.counts({})).records).toBe(100);
  });
});

function openStoreAt(file: string) {
  const { database } = openDatabase(file);
  return { ...createWorkspaceStore(database), close: () => closeWriter(database) };
}

const search: SavedSearchSettings = savedSearchInputSchema.parse({
  id: randomUUID(),
  name: 'Yangtze',
  search: { regions: [], analytics: [], conditions: [], fields: 'all', pageSize: 500 },
  schedule: { kind: 'manual' },
});

describe('the file of a case', () => {
  it('is a workspace with its chips as media of its detections, which GDAL lists', async () => {
    const made = await buildCase();
    const { to } = await pack(made.store.path, made);
    const chipIdentifier = made.chips[3] ?? '';
    const store = openStoreAt(to);
    expect(store.caseChip('East Asia', chipIdentifier)).toEqual(new Uint8Array(buildPng()));
    expect(store.caseChip('East Asia', made.chips[0] ?? '')).toBeUndefined();
    store.close();
    const script = `import json, sys
from osgeo import gdal
file = gdal.OpenEx(sys.argv[1], gdal.OF_VECTOR)
layers = [file.GetLayer(index) for index in range(file.GetLayerCount())]
counts = {layer.GetName(): layer.GetFeatureCount() for layer in layers}
found = [file.GetRelationship(name) for name in sorted(file.GetRelationshipNames())]
print(json.dumps([counts, [[r.GetLeftTableName(), r.GetRightTableName(), r.GetMappingTableName(), r.GetRelatedTableType()] for r in found]]))`;
    const [counts, relations] = JSON.parse(
      execFileSync('/usr/bin/python3', ['-c', script, to], { encoding: 'utf8' }),
    );
    expect(counts).toMatchObject({ detections: 240, detection_areas: 120, chips: 11, reviews: 12 });
    expect(relations).toEqual([
      ['detection_areas', 'chips', 'detection_areas_chips', 'media'],
      ['detections', 'chips', 'detections_chips', 'media'],
    ]);
    expect(validateGeoPackage(to)).toBe('');
    const database = new DatabaseSync(to, { readOnly: true });
    const related = database.prepare(
      `SELECT count(*) AS count FROM detections_chips JOIN detections ON fid = base_id JOIN chips ON chips.id = related_id
       WHERE chips.chip_identifier = detections.chip_identifier`,
    );
    expect(related.get()).toEqual({ count: 11 });
    database.close();
  });

  it.skipIf(!findQgis('QGIS does not show the chips of a case in its forms'))(
    'shows its chips in the forms of QGIS, of detections and of chips',
    async () => {
      const packed = await buildCase();
      const [without = '', with_ = ''] = packed.chips;
      const cache = createChipCache(packed.cacheFolder, { limit: 1e9 });
      const color = [210, 30, 120];
      const png = encode({
        width: 8,
        height: 8,
        channels: 3,
        data: Uint8Array.from(Array(64).fill(color).flat()),
      });
      await cache.write(chipKey({ profileId: 'demo', region: 'East Asia', chipIdentifier: with_ }), png);
      const { to } = await pack(packed.store.path, packed);
      const pictures = inProject('test', '.output', 'screenshots');
      mkdirSync(pictures, { recursive: true });
      const rows = [
        `detections="chip_identifier"='${with_}'`,
        `detections="chip_identifier"='${without}'`,
        `chips="chip_identifier"='${with_}'`,
      ];
      const counted = execFileSync(
        '/usr/bin/python3',
        [inProject('test', 'builders', 'qgis-forms.py'), to, pictures, '#d21e78', String(200 * 200), ...rows],
        { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
      );
      const [ofDetection, ofNone, ofChip] = JSON.parse(counted);
      expect(ofDetection).toBeGreaterThan(200 * 200 - 1);
      expect(ofNone).toBe(0);
      expect(ofChip).toBeGreaterThan(200 * 200 - 1);
    },
    60_000,
  );

  it('has the marking and the layers, which an import brings where they are missing', async () => {
    const made = await buildCase();
    const marking = '<Secret> & "سفينة" 🚢';
    made.store.saveSetting(markingKey, marking);
    const points = ['north', 'south'].map((side, index) => ({
      geometries: [{ type: 'Point' as const, coordinates: [121, 31 + index] }],
      attributes: { side },
    }));
    const layer = await addLayer(made.store, 'Piers', points, { license: 'CC BY 4.0' });
    const { to, counts } = await pack(made.store.path, made);
    expect(counts.layers).toBe(1);
    expect((await readHead(to)).marking).toBe(marking);
    const workspace = await openTestWorkspace();
    const end = await mergeCase(to, workspace, { write: async () => {} });
    expect(end.outcome).toContain('1 layer');
    expect(await workspace.getSetting(markingKey)).toBe(marking);
    const [copied] = await workspace.listLayers();
    expect(copied).toMatchObject({ id: layer.id, name: 'Piers', features: 2, license: layer.license });
    const page = await workspace.layerFeatures({
      id: layer.id,
      sort: { column: null, order: 'ASC' },
      offset: 0,
      limit: 10,
    });
    expect(page?.rows.map(({ values }) => values)).toEqual([['north'], ['south']]);
    // Again: nothing more, and another marking stays.
    await workspace.saveSetting(markingKey, 'Other');
    const again = await mergeCase(to, workspace, { write: async () => {} });
    expect(again.outcome).not.toContain('layer');
    expect(again.warnings).toEqual([`The file is marked “${marking}”, this workspace “Other”, which stays.`]);
  });

  it('lets searches rest until they are resumed', async () => {
    const made = await buildCase();
    made.store.saveSearch(search, '2026-11-20T10:00:00.000Z');
    const { to } = await pack(made.store.path, made);
    const store = openStoreAt(to);
    expect(store.listSearches().searches.map(({ search }) => search.paused)).toEqual([true]);
    store.close();
  });

  it('is not left behind half written', async () => {
    const made = await buildCase();
    const to = path.join(made.folder, 'stopped.gpkg');
    const throwIfStopped = () => {
      throw new CallStopped();
    };
    const task = {
      ...{ workspacePath: made.store.path, to, scope: { kind: 'all' as const }, scopeWords: '', chips: null },
      ...{ withLayers: true, withRules: true, madeAt: '2026-11-20T10:00:00.000Z', madeBy: '' },
    } as const;
    await expect(writeCase(task, { ...buildToolRun(), throwIfStopped })).rejects.toThrow(CallStopped);
    expect(existsSync(to)).toBe(false);
  });
});

describe('a file that cannot be trusted is refused before anything is imported', () => {
  async function refusal(change: (file: string) => void): Promise<string> {
    const made = await buildCase();
    const { to } = await pack(made.store.path, made);
    change(to);
    const received: unknown[] = [];
    const onBatch = async (batch: unknown) => void received.push(batch);
    const read = await readCase({ path: to, parts: 'everything' }, buildToolRun({ onBatch }));
    expect(received).toEqual([]);
    return read.ok ? '' : read.failure.message;
  }

  it.each([
    ['a trigger', 'CREATE TRIGGER run AFTER INSERT ON areas BEGIN SELECT 1; END', 'It has the trigger “run”'],
    ['a view', 'CREATE VIEW more AS SELECT 1', 'It has the view “more”'],
    [
      'another table of chips',
      'DROP TABLE chips; CREATE TABLE chips (data)',
      'Its table chips lacks the column',
    ],
    ['no reviews', 'DROP TABLE reviews', 'Its table reviews is missing.'],
    ['a newer version', "UPDATE app_meta SET value = '99' WHERE key = 'schema_version'", 'newer Sightline'],
  ])('with %s', async (_what, sql, message) => {
    expect(await refusal((file) => edit(file, sql))).toContain(message);
  });

  it('when it is no workspace, or damaged', async () => {
    expect(await refusal((file) => writeFileSync(file, 'no case at all'))).toContain('is damaged');
    expect(await refusal((file) => edit(file, "UPDATE processors SET name = x'00'"))).toContain('is damaged');
  });

  it('at a record that is not the one that was written, after what is sound', async () => {
    const made = await buildCase();
    const { to } = await pack(made.store.path, made);
    edit(to, 'UPDATE records SET content_hash = zeroblob(32) WHERE id = 110');
    const workspace = await openTestWorkspace();
    const target = { workspace, cache: { write: async () => {} }, profileId: 'other' };
    await expect(importTestCase(to, target)).rejects.toThrow('damaged');
    expect((await workspace.counts({})).records).toBe(100);
  });

  it('leaves out chips that are no images, or larger than any that is fetched', async () => {
    const made = await buildCase();
    const { to } = await pack(made.store.path, made);
    edit(
      to,
      `UPDATE chips SET data = x'00' WHERE id = 1; UPDATE chips SET data = zeroblob(${2 ** 25 + 1}) WHERE id = 2`,
    );
    const written: Uint8Array[] = [];
    const end = await mergeCase(to, await openTestWorkspace(), {
      write: async (_key, png) => void written.push(png),
    });
    expect(written).toHaveLength(9);
    expect(end.warnings).toEqual(['2 damaged image chips left out.']);
  });
});
