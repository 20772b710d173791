import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { CallStopped } from '../../../../../../electron/core/base/thread-protocol.ts';
import { describeRebuild } from '../../../../../../electron/core/workspace-tools/rebuild-jobs.ts';
import { compactWorkspace } from '../../../../../../electron/core/workspace-tools/tasks/compact-workspace.ts';
import { copyWorkspace } from '../../../../../../electron/core/workspace-tools/tasks/copy-workspace.ts';
import { inspectWorkspace } from '../../../../../../electron/core/workspace-tools/tasks/inspect-workspace.ts';
import { planFileExport } from '../../../../../../electron/core/workspace-tools/tasks/plan-file-export.ts';
import { rebuildWorkspace } from '../../../../../../electron/core/workspace-tools/tasks/rebuild-workspace.ts';
import { exportOptionsSchema, exportScopeSchema } from '../../../../../../shared/exchange/export-request.ts';
import {
  buildArea,
  buildRecords,
  fillWithReviews,
  readWorkspaceContent,
} from '../../../../../builders/filled-workspace.ts';
import { buildFeature, buildRecord } from '../../../../../builders/record-builder.ts';
import { seededRandom } from '../../../../../builders/seeded-random.ts';
import { buildToolRun } from '../../../../../builders/tool-run.ts';
import { buildFetch, buildFetchedPage, openTestStore } from '../../../../../builders/workspace-builder.ts';

function buildFilled(count = 400) {
  const store = openTestStore();
  const records = buildRecords(count);
  const reviews = fillWithReviews(store, records);
  store.upsertArea(buildArea('Yangtze approaches'));
  store.saveSetting('workspace.name', 'Case Ningbo');
  return { store, records, reviews, beside: (name: string) => path.join(path.dirname(store.path), name) };
}

describe('saving a copy', () => {
  it('copies the state at its start while pages are being written, as one file that GDAL opens', async () => {
    const { store, beside } = buildFilled();
    const run = buildToolRun();
    const late = buildRecords(300);
    const fetch = buildFetch();
    store.saveFetch(fetch);
    const before = readWorkspaceContent(store.path);
    let page = 0;
    const writing = {
      ...run,
      progress: (progress: Parameters<typeof run.progress>[0]) => {
        run.progress(progress);
        store.ingestPage(
          buildFetchedPage(fetch, late.slice(page * 10, page * 10 + 10), {
            nextOffset: page + 1,
            offset: page,
          }),
        );
        page += 1;
      },
    };
    await copyWorkspace({ from: store.path, to: beside('copy.gpkg') }, writing);
    expect(page).toBeGreaterThan(0);
    const copy = readWorkspaceContent(beside('copy.gpkg'));
    expect(copy).toEqual({ ...before, journalMode: 'delete' });
    expect(existsSync(`${beside('copy.gpkg')}-wal`)).toBe(false);
    const info = execFileSync('ogrinfo', ['-so', beside('copy.gpkg'), 'detections'], { encoding: 'utf8' });
    expect(info).toContain('Feature Count: 800');
  });

  it('of a file whose damage was not noticed states what can be done', async () => {
    const store = openTestStore();
    fillWithReviews(store, buildRecords(20));
    store.close();
    const bytes = readFileSync(store.path);
    const database = new DatabaseSync(store.path, { readOnly: true });
    const row = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'reviews'").get();
    database.close();
    const root = Number(row?.rootpage);
    bytes.fill(0x5a, (root - 1) * bytes.readUInt16BE(16), root * bytes.readUInt16BE(16));
    writeFileSync(store.path, bytes);
    const to = path.join(path.dirname(store.path), 'copy.gpkg');
    await expect(copyWorkspace({ from: store.path, to }, buildToolRun())).rejects.toThrow(
      'The workspace file is damaged. What can still be read of it can be rescued: Settings → Workspace → Rebuild from raw records.',
    );
    expect(existsSync(to)).toBe(false);
  });

  it('leaves nothing behind when it is cancelled', async () => {
    const { store, beside } = buildFilled(50);
    const cancelled = copyWorkspace(
      { from: store.path, to: beside('copy.gpkg') },
      buildToolRun({ stopAtCheck: 1 }),
    );
    await expect(cancelled).rejects.toBeInstanceOf(CallStopped);
    expect(existsSync(beside('copy.gpkg'))).toBe(false);
  });
});

describe('compacting', () => {
  it('frees the space of replaced records and keeps everything else', () => {
    const { store, records, beside } = buildFilled();
    // Every record comes again with other content: what it was is dead.
    const fetch = buildFetch();
    store.saveFetch(fetch);
    store.ingestPage(
      buildFetchedPage(
        fetch,
        records.map((record) => ({ ...record, uploadTime: '2026-11-19T01:00:00Z' })),
      ),
    );
    const before = readWorkspaceContent(store.path);
    const sizes = compactWorkspace({ from: store.path, to: beside('new.gpkg') }, buildToolRun());
    expect(sizes.after).toBeLessThan(sizes.before * 0.8);
    expect(statSync(beside('new.gpkg')).size).toBe(sizes.after);
    expect(readWorkspaceContent(beside('new.gpkg'))).toEqual({ ...before, journalMode: 'delete' });
  });

  it('stops between its steps without leaving a file', () => {
    const { store, beside } = buildFilled(50);
    for (const stopAtCheck of [1, 2, 3]) {
      const compact = () =>
        compactWorkspace({ from: store.path, to: beside('new.gpkg') }, buildToolRun({ stopAtCheck }));
      expect(compact).toThrow(CallStopped);
      expect(existsSync(beside('new.gpkg'))).toBe(false);
    }
  });
});

describe('inspecting a file', () => {
  it('reports a workspace with its name and counts', () => {
    const { store } = buildFilled(30);
    expect(inspectWorkspace(store.path)).toMatchObject({
      kind: 'workspace',
      name: 'Case Ningbo',
      age: 'current',
      counts: { records: 30, detections: 90, areas: 1, orders: 0, drafts: 0, reviews: 3 },
    });
  });

  it('counts what is there after edits by other programs, and no undone review', () => {
    const { store } = buildFilled(30);
    const before = inspectWorkspace(store.path);
    if (before.kind !== 'workspace') throw new Error('It is no workspace.');
    const database = new DatabaseSync(store.path);
    const table = ['detections', 'detection_areas'].find(
      (name) => database.prepare(`SELECT 1 FROM ${name} LIMIT 1`).get() !== undefined,
    );
    database.exec(`UPDATE reviews SET verdict = NULL, flagged = 0, note = ''
      WHERE detection_id = (SELECT min(detection_id) FROM reviews)`);
    // Without the functions of its triggers a program drops them and creates them again, as GDAL does.
    const trigger = database
      .prepare('SELECT sql FROM sqlite_schema WHERE name = ?')
      .get(`rtree_${table}_geom_delete`);
    database.exec(`DROP TRIGGER rtree_${table}_geom_delete;
      DELETE FROM ${table} WHERE fid = (SELECT max(fid) FROM ${table});
      ${String(trigger?.sql)}`);
    database.close();
    expect(inspectWorkspace(store.path)).toMatchObject({
      counts: { detections: before.counts.detections - 1, reviews: before.counts.reviews - 1 },
    });
  });

  it('explains why a file is not a workspace', async () => {
    const { store, beside } = buildFilled(3);
    store.close();
    execFileSync('ogr2ogr', [beside('other.gpkg'), store.path, 'areas']);
    expect(inspectWorkspace(beside('other.gpkg'))).toMatchObject({
      kind: 'other',
      reason: expect.stringContaining(
        'It is a GeoPackage with the layer “areas” (features), not a workspace',
      ),
    });
    const plain = new DatabaseSync(beside('plain.db'));
    plain.exec('CREATE TABLE "one\u0007two" (a); CREATE VIEW endless AS SELECT 1;');
    for (let table = 1; table <= 9; table += 1) plain.exec(`CREATE TABLE t${table} (a)`);
    plain.close();
    expect(inspectWorkspace(beside('plain.db'))).toMatchObject({
      kind: 'other',
      reason: expect.stringContaining(
        'It is an SQLite database with the tables “one two”, “t1”, “t2”, “t3”, “t4”, “t5”, “t6”, “t7” and 2 more, not a workspace',
      ),
    });
    expect(store.previewMerge(beside('other.gpkg'))).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('the layer “areas”'),
    });
    expect(await planOf(beside('other.gpkg'))).toMatchObject({
      ok: false,
      failure: { code: 'conflict', message: expect.stringContaining('the layer “areas”') },
    });
    copyFileSync(store.path, beside('cut.gpkg'));
    truncateSync(beside('cut.gpkg'), 8192);
    expect(inspectWorkspace(beside('cut.gpkg'))).toMatchObject({ kind: 'damaged' });
    copyFileSync(store.path, beside('text.gpkg'));
    overwrite(beside('text.gpkg'), 0, Buffer.alloc(100));
    expect(inspectWorkspace(beside('text.gpkg'))).toMatchObject({ kind: 'damaged' });
    expect(inspectWorkspace(beside('absent.gpkg'))).toMatchObject({ kind: 'locked' });
  });
});

describe('rebuilding', () => {
  it.each([
    ['older, is that of the merge', '2026-11-01T08:00:00.000Z', 'confirmed', '2026-11-27'],
    ['later, is the later one', '2026-11-21T08:00:00.000Z', 'rejected', '2026-11-27'],
    [
      'later, is so on a computer whose clock is behind',
      '2026-11-21T08:00:00.000Z',
      'rejected',
      '2020-01-01',
    ],
  ])('a damaged review with a merged history that is %s', (_case, at, verdict, now) => {
    vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { store, beside } = buildFilled(1);
    store.close();
    const database = new DatabaseSync(store.path);
    // As a merge leaves it: the accepted review, then the history of the other side.
    database.exec(`UPDATE review_history SET batch = 'merge';
      INSERT INTO review_history (record_id, identity, verdict, flagged, note, reviewer, reviewed_at)
        SELECT record_id, identity, 'rejected', flagged, note, reviewer, '${at}' FROM review_history;
      UPDATE reviews SET note = 'changed by damage'`);
    const id = Number(database.prepare('SELECT detection_id FROM reviews').get()?.detection_id);
    database.close();
    const damaged = { reviews: [{ from: id, to: id }] };
    rebuildWorkspace({ from: [store.path], to: beside('new.gpkg'), damaged }, buildToolRun());
    const rebuilt = new DatabaseSync(beside('new.gpkg'), { readOnly: true });
    const reviews = rebuilt.prepare('SELECT verdict, note FROM reviews').all();
    rebuilt.close();
    expect(reviews).toEqual([{ verdict, note: 'note 0' }]);
  });

  it('names the records whose reviews lay on damaged pages', () => {
    const { store, reviews, beside } = buildFilled(20);
    store.close();
    const database = new DatabaseSync(store.path, { readOnly: true });
    const [first] = database.prepare('SELECT detection_id, record_id FROM reviews ORDER BY 1').all();
    database.close();
    const id = Number(first?.detection_id);
    const report = rebuildWorkspace(
      { from: [store.path], to: beside('new.gpkg'), damaged: { reviews: [{ from: id, to: id }] } },
      buildToolRun(),
    );
    expect(report).toMatchObject({
      reviews: { rescued: reviews.length },
      doubtfulReviews: [first?.record_id],
    });
    expect(describeRebuild(report).warnings?.join(' ')).toContain(
      `Reviews of 1 record lay on damaged pages. What could be read of them was copied and may be wrong; check them: ${first?.record_id}.`,
    );
  });

  it('rebuilds an intact workspace without changes', () => {
    const { store, beside } = buildFilled();
    const before = readWorkspaceContent(store.path);
    store.close();
    const report = rebuildWorkspace({ from: [store.path], to: beside('new.gpkg') }, buildToolRun());
    expect(report.records).toEqual({ rescued: 400, lost: 0 });
    expect(report.reviews).toEqual({ rescued: 40, lost: 0 });
    expect(report.detections).toBe(1200);
    expect(report.remarks).toEqual([]);
    expect(describeRebuild(report)).toMatchObject({
      outcome: expect.stringMatching(/Nothing of the file is missing: all of its rows could be read\.$/),
      warnings: [],
    });
    expect(readWorkspaceContent(beside('new.gpkg'))).toEqual({ ...before, journalMode: 'delete' });
  });

  it.each([5, 150, 400])('rescues everything where only the header was destroyed (%i records)', (count) => {
    const { store, beside } = buildFilled(count);
    const before = readWorkspaceContent(store.path);
    store.close();
    overwrite(store.path, 0, Buffer.alloc(100));
    const damaged = readFileSync(store.path);
    const report = rebuildWorkspace({ from: [store.path], to: beside('new.gpkg') }, buildToolRun());
    expect(report.remarks.join()).toContain('beginning of the file');
    expect(readWorkspaceContent(beside('new.gpkg'))).toEqual({ ...before, journalMode: 'delete' });
    // The damaged file is only read.
    expect(readFileSync(store.path).equals(damaged)).toBe(true);
  });

  it('rescues everything where the first page was destroyed, with the root of the schema', () => {
    const { store, beside } = buildFilled();
    const before = readWorkspaceContent(store.path);
    store.close();
    overwrite(store.path, 0, Buffer.alloc(readFileSync(store.path).readUInt16BE(16), 0xa5));
    const report = rebuildWorkspace({ from: [store.path], to: beside('new.gpkg') }, buildToolRun());
    expect(report.remarks.join()).toContain('list of the tables');
    expect(readWorkspaceContent(beside('new.gpkg'))).toEqual({ ...before, journalMode: 'delete' });
  });

  it('reports when nothing can be found', () => {
    const { store, beside } = buildFilled(5);
    store.close();
    overwrite(store.path, 0, Buffer.alloc(statSync(store.path).size, 0xa5));
    const report = rebuildWorkspace({ from: [store.path], to: beside('new.gpkg') }, buildToolRun());
    expect(report.records).toEqual({ rescued: 0, lost: 0, isLostUnknown: true });
    expect(report.remarks.join()).toContain('Nothing is left');
  });

  it('rescues what precedes the end of a truncated file, byte for byte', () => {
    const { store, beside } = buildFilled();
    const before = readWorkspaceContent(store.path);
    store.close();
    truncateSync(store.path, Math.floor(statSync(store.path).size * 0.8));
    const report = rebuildWorkspace({ from: [store.path], to: beside('new.gpkg') }, buildToolRun());
    const after = readWorkspaceContent(beside('new.gpkg'));
    expect(after.raw.size).toBe(report.records.rescued);
    expect(report.records.rescued).toBeGreaterThan(0);
    expect(report.records.rescued).toBeLessThan(400);
    expect(report.records.lost).toBeGreaterThan(0);
    for (const [id, bytes] of after.raw) expect(bytes).toBe(before.raw.get(id));
    expect(after.integrity).toBe('ok');
  });

  it.each([1, 2, 3, 4, 5, 6])(
    'never takes over anything false where pages were overwritten at random (%i)',
    (seed) => {
      const { store, beside } = buildFilled();
      const before = readWorkspaceContent(store.path);
      store.close();
      const random = seededRandom(seed);
      const pageSize = readFileSync(store.path).readUInt16BE(16);
      const pages = Math.floor(statSync(store.path).size / pageSize);
      for (let count = 0; count < 8; count += 1) {
        // The schema and the roots of the tables lie in the first pages: without them nothing can be found.
        const page = random.between(100, pages - 1);
        overwrite(
          store.path,
          page * pageSize,
          Buffer.from(Array.from({ length: pageSize }, () => random.between(0, 255))),
        );
      }
      const report = rebuildWorkspace({ from: [store.path], to: beside('new.gpkg') }, buildToolRun());
      const after = readWorkspaceContent(beside('new.gpkg'));
      expect(after.raw.size).toBe(report.records.rescued);
      expect(after.raw.size).toBeGreaterThan(0);
      for (const [id, bytes] of after.raw) expect(bytes).toBe(before.raw.get(id));
      for (const review of after.reviews) {
        // Where its record is lost, the review waits for it.
        const { chip_identifier: chip, ...said } = JSON.parse(review);
        const standing = before.reviews.map((text) => JSON.parse(text));
        expect(standing).toContainEqual(
          expect.objectContaining(chip === null ? said : { ...said, chip_identifier: chip }),
        );
      }
      expect(after.integrity).toBe('ok');
    },
  );

  it('sets a record aside that is not imported again, with a note, and rebuilds the others of its page', () => {
    const store = openTestStore();
    fillWithReviews(store, buildRecords(20));
    store.close();
    const before = readWorkspaceContent(store.path);
    const database = new DatabaseSync(store.path);
    // More values than a page may have, written by a program that does not know this limit.
    const bytes = Buffer.from(`{"assignedId":"too-many","content":[${'0,'.repeat(5_000_001)}0]}`);
    database.prepare("INSERT INTO raw_blocks VALUES (999, 'deflate', ?)").run(deflateRawSync(bytes));
    database
      .prepare(
        `INSERT INTO records (record_id, detections, content_hash, fetched_at, query_id, raw_block, page_offset)
         SELECT 'too-many', 0, ?, fetched_at, query_id, 999, page_offset FROM records LIMIT 1`,
      )
      .run(createHash('sha256').update(bytes).digest());
    // Of the same page as others.
    database.exec(
      `INSERT INTO fetch_records SELECT fetch_id, (SELECT max(id) FROM records), 'new' FROM fetch_records LIMIT 1`,
    );
    database.close();
    const to = path.join(path.dirname(store.path), 'rebuilt.gpkg');
    const report = rebuildWorkspace({ from: [store.path], to }, buildToolRun());
    expect(report.records).toEqual({ rescued: 20, lost: 1 });
    expect(report.remarks.join(' ')).toMatch(/^1 record could be read, but not imported again: /);
    expect(readWorkspaceContent(to).raw).toEqual(before.raw);
  });

  it('combines two files, of which the later one wins', () => {
    const one = buildFilled(20);
    const other = openTestStore();
    const [first, ...rest] = one.records;
    const changed = { ...first, uploadTime: '2026-11-20T00:00:00Z' };
    fillWithReviews(other, [changed, ...buildRecords(5)]);
    one.store.close();
    other.close();
    const to = one.beside('new.gpkg');
    const report = rebuildWorkspace({ from: [one.store.path, other.path], to }, buildToolRun());
    // What both files have is counted once.
    expect(report).toMatchObject({ records: { rescued: 25, lost: 0 }, recordsOfLast: 6 });
    const after = readWorkspaceContent(one.beside('new.gpkg'));
    expect(after.raw.size).toBe(25);
    expect(after.raw.get(String(first?.assignedId))).toBe(JSON.stringify(changed));
    expect(after.raw.get(String(rest[0]?.assignedId))).toBe(JSON.stringify(rest[0]));
    expect(after.areas).toHaveLength(1);
  });

  it('gives a saved review queue the new ids of its detections, without those of changed records', () => {
    const one = buildFilled(20);
    const other = openTestStore();
    const [first] = one.records;
    fillWithReviews(other, [{ ...first, uploadTime: '2026-11-20T00:00:00Z' }, ...buildRecords(5)]);
    const former = locations(one.store.path);
    const isChanged = (location = '') => location.startsWith(String(first?.assignedId));
    const ids = [...former.keys()].filter((id) => id % 3 === 1).toReversed();
    const at = 5;
    one.store.saveSetting(
      'review-queue',
      JSON.stringify({
        ...{ title: 'Ningbo', skipsJudged: true, startedAt: '2026-11-20T09:00:00.000Z' },
        ids: Buffer.from(Uint32Array.from(ids).buffer).toString('base64'),
      }),
    );
    one.store.saveSetting('review-queue place', JSON.stringify({ at, state: 'paused' }));
    one.store.close();
    other.close();
    const to = one.beside('new.gpkg');
    rebuildWorkspace({ from: [one.store.path, other.path], to }, buildToolRun());
    const now = locations(to);
    const expected = ids.map((id) => former.get(id)).filter((location) => !isChanged(location));
    expect(expected.length).toBeLessThan(ids.length);
    const queue = JSON.parse(settingOf(to, 'review-queue') ?? '');
    const bytes = Buffer.from(queue.ids, 'base64');
    const rebuilt = Array.from({ length: bytes.length / 4 }, (_each, index) => bytes.readUInt32LE(4 * index));
    expect(rebuilt.map((id) => now.get(id))).toEqual(expected);
    const place = JSON.parse(settingOf(to, 'review-queue place') ?? '');
    expect(now.get(rebuilt[place.at] ?? 0)).toBe(former.get(ids[at] ?? 0));
  });

  it('has no review queue where none of its detections is left', () => {
    const { store, beside } = buildFilled(5);
    const ids = Buffer.from(Uint32Array.of(4_000).buffer).toString('base64');
    const described = { title: 'Ningbo', skipsJudged: true, startedAt: '2026-11-20T09:00:00.000Z' };
    store.saveSetting('review-queue', JSON.stringify({ ...described, ids }));
    store.saveSetting('review-queue place', JSON.stringify({ at: 0, state: 'running' }));
    store.close();
    rebuildWorkspace({ from: [store.path], to: beside('new.gpkg') }, buildToolRun());
    expect(settingOf(beside('new.gpkg'), 'review-queue')).toBeUndefined();
  });
});

/** The record and the position in it of each detection of a file, by id. */
function locations(file: string): ReadonlyMap<number, string> {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database
    .prepare(
      `SELECT fid, record_id || ' ' || position AS location FROM detections
       UNION ALL SELECT fid, record_id || ' ' || position FROM detection_areas ORDER BY 1`,
    )
    .all();
  database.close();
  return new Map(rows.map(({ fid, location }) => [Number(fid), String(location)]));
}

function settingOf(file: string, key: string): string | undefined {
  const database = new DatabaseSync(file, { readOnly: true });
  const row = database.prepare('SELECT value FROM settings WHERE key = ?').get(key);
  database.close();
  return row && String(row.value);
}

function overwrite(file: string, at: number, bytes: Uint8Array): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, bytes, 0, bytes.length, at);
  closeSync(handle);
}

/** The plan of an export of a file to CSV. */
function planOf(path: string, expression?: string) {
  return planFileExport({
    path,
    request: {
      scope: exportScopeSchema.parse(
        expression === undefined ? { kind: 'all' } : { kind: 'filter', filter: { expression } },
      ),
      options: exportOptionsSchema.parse({ format: 'csv' }),
    },
  });
}

describe('the plan of an export', () => {
  const failureOf = async (path: string, expression: string) => {
    const plan = await planOf(path, expression);
    return plan.ok ? null : plan.failure;
  };

  it('refuses a field that no detection has, and names one that may have been meant', async () => {
    const { store } = buildFilled(3);
    expect(await failureOf(store.path, 'remarc = "x"')).toMatchObject({
      code: 'invalid-input',
      message: 'No detection has a property “remarc”. Did you mean remark?',
    });
    expect((await failureOf(store.path, 'Sensor = "x" and confidence > 0.5'))?.message).toContain(
      'mean sensor?',
    );
  });

  it('accepts a property that only some records have', async () => {
    const { store } = buildFilled(3);
    const rare = buildRecord({ features: [buildFeature({ properties: { rareName: 1 } })] });
    const fetch = buildFetch();
    store.saveFetch(fetch);
    expect(store.ingestPage(buildFetchedPage(fetch, [rare]))).toMatchObject({ ok: true });
    expect(await planOf(store.path, 'rareName = 1')).toMatchObject({
      ok: true,
      value: { total: 1 },
    });
  });

  it('accepts any property while there are no detections that could have it', async () => {
    expect(await failureOf(openTestStore().path, 'length_m > 4')).toBeNull();
  });
});
