import { chmod, copyFile, readFile, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import { propertyCorrectionsKey } from '../../../../../electron/core/workspace/read/property-corrections.ts';
import { foreignFileLimits } from '../../../../../electron/core/workspace/safety/check-schema.ts';
import type { StoredCorrection } from '../../../../../shared/results/property-correction.ts';
import { reviewKey } from '../../../../../shared/review/merge-reviews.ts';
import type { ConflictChoice } from '../../../../../shared/review/review-merge.ts';
import { apiOf } from '../../../../builders/api-of.ts';
import { valued } from '../../../../builders/fetch-core.ts';
import { positions } from '../../../../builders/positions.ts';
import { buildFeature, buildRecord, buildUuid } from '../../../../builders/record-builder.ts';
import { reviewsOf } from '../../../../builders/review-builder.ts';
import { fillWorkspace, makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const records = Array.from({ length: 3 }, () => {
  const assignedId = buildUuid();
  return buildRecord({
    assignedId,
    features: [0, 1, 2].map((index) =>
      buildFeature({
        geometry: { type: 'Point', coordinates: [121 + index / 100, 31] },
        properties: { sarChipIdentifier: index === 2 ? undefined : `chip ${assignedId} ${index}` },
      }),
    ),
  });
});

/** A workspace that holds the records of these places; its reviews are signed by `name`. */
async function analyst(name: string, places: readonly number[] = [0, 1, 2]) {
  const workspace = await openTestWorkspace();
  await fillWorkspace(
    workspace,
    places.map((place) => records[place]),
  );
  return { workspace, ...reviewsOf(workspace, name) };
}

type Analyst = Awaited<ReturnType<typeof analyst>>;

/** The workspace as a file that another analyst has been given. */
async function fileOf({ workspace }: Analyst) {
  const folder = await makeTempFolder();
  const file = path.join(folder, 'theirs.gpkg');
  const database = new DatabaseSync(workspace.path);
  database.exec(`VACUUM INTO '${file}'`);
  database.close();
  return { path: file, name: 'theirs.gpkg', isTemporary: false };
}

/** The reviews in effect, by record and place in it: verdict, note, reviewer. */
async function standing(workspace: Workspace) {
  const rows = await workspace.detections([...(await workspace.matchingIds({}))]);
  return rows.map(({ review }) => review && [review.verdict, review.note, review.reviewer]);
}

const keepPresent: ConflictChoice = { winner: 'present', except: [] };
const takeArriving: ConflictChoice = { winner: 'arriving', except: [] };

async function mergeInto(mine: Analyst, theirs: Analyst, conflicts: ConflictChoice) {
  const offered = valued(await mine.reviews.previewMerge(await fileOf(theirs)));
  return { offered, merged: valued(await mine.reviews.merge({ fileId: offered.id, conflicts })) };
}

test('the detection of a conflict is found, also when it is an area', async () => {
  const ring = positions('121 31, 121.1 31, 121.1 31.1, 121 31');
  const record = buildRecord({
    features: [buildFeature({ geometry: { type: 'Polygon', coordinates: [ring] } })],
  });
  const conflicting = async (name: string, verdict: 'confirmed' | 'rejected') => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, [record]);
    const { reviews, published } = reviewsOf(workspace, name);
    valued(await reviews.set({ ids: [1], change: { verdict } }));
    return { workspace, reviews, published };
  };
  const anna = await conflicting('anna', 'confirmed');
  const bert = await conflicting('bert', 'rejected');
  const { preview } = valued(await anna.reviews.previewMerge(await fileOf(bert)));
  const [conflict] = preview.conflicts;
  if (!conflict) throw new Error('There is no conflict.');
  expect(valued(await anna.reviews.detectionId(conflict))).toBe(1);
});

describe('merging corrected meanings of properties', () => {
  const format = { productType: 'VESSEL', documentVersion: '2.0' };
  const feet = { meaning: 'lengthMetres', unit: 'ft' } as const;
  const width = { meaning: 'widthMetres', unit: '' } as const;

  async function meaningsOf({ workspace }: Analyst) {
    const text = (await workspace.getSetting(propertyCorrectionsKey)) ?? '[]';
    const stored = JSON.parse(text) as readonly StoredCorrection[];
    return Object.fromEntries(stored.map(({ property, as }) => [property, as?.meaning ?? null]));
  }

  test('imports the later ones, states how many, and is undone as a whole', async () => {
    const [anna, bert] = [await analyst('anna'), await analyst('bert')];
    const correct = ({ workspace }: Analyst, property: string, to: typeof feet | typeof width, at: string) =>
      workspace.correctProperties([{ format, property, expected: null, to }], at);
    await correct(anna, 'size', feet, '2026-11-20T08:00:00.000Z');
    await correct(anna, 'extent', feet, '2026-11-22T08:00:00.000Z');
    await correct(bert, 'size', width, '2026-11-21T08:00:00.000Z');
    await correct(bert, 'extent', width, '2026-11-21T08:00:00.000Z');
    await correct(bert, 'beam', width, '2026-11-21T08:00:00.000Z');
    const before = await meaningsOf(anna);
    const { offered, merged } = await mergeInto(anna, bert, keepPresent);
    expect(offered.preview).toMatchObject({ counts: { new: 0 }, corrections: 2 });
    expect(merged).toMatchObject({ batch: null, changed: 0, corrections: 2 });
    const after = { size: 'widthMetres', extent: 'lengthMetres', beam: 'widthMetres' };
    expect(await meaningsOf(anna)).toEqual(after);
    const event = anna.published.find(({ type }) => type === 'corrections-imported');
    if (event?.type !== 'corrections-imported') throw new Error('Nothing can be undone.');
    const again = await mergeInto(anna, bert, keepPresent);
    expect(again.offered.preview.corrections).toBe(0);
    expect(again.merged.corrections).toBe(0);

    const { api } = apiOf(anna.workspace);
    const inverse = event.changes.map((change) => ({
      ...change,
      expected: change.to,
      to: change.expected,
    }));
    valued(await api.results.correctAll(inverse));
    expect(await meaningsOf(anna)).toEqual({ ...before, beam: null });
    // What was undone is later than what the other still has.
    expect((await mergeInto(anna, bert, keepPresent)).merged.corrections).toBe(0);
    valued(await api.results.correctAll([...event.changes]));
    expect(await meaningsOf(anna)).toEqual(after);
    expect(await api.results.correctAll([...event.changes])).toMatchObject({
      ok: false,
      failure: { code: 'conflict', message: 'The meaning of “size” has been changed since.' },
    });
  });

  test('leaves those that this Sightline cannot read in their file, and imports none of them', async () => {
    const [anna, bert] = [await analyst('anna'), await analyst('bert')];
    const unknown = { ...format, property: 'x', as: { meaning: 'draught', unit: '' }, at: 'soon' };
    await bert.workspace.saveSetting(propertyCorrectionsKey, JSON.stringify([unknown]));
    await anna.workspace.saveSetting(propertyCorrectionsKey, JSON.stringify([unknown]));
    await anna.workspace.correctProperties([{ format, property: 'size', expected: null, to: feet }]);
    const { offered, merged } = await mergeInto(anna, bert, keepPresent);
    expect(offered.preview.unreadable).toBe(1);
    expect(merged.corrections).toBe(0);
    expect(await meaningsOf(anna)).toEqual({ size: 'lengthMetres', x: 'draught' });
    // More than any person makes, as one text and as many small parts.
    for (const hostile of [JSON.stringify(['x'.repeat(16_000_000)]), `[${'{},'.repeat(30_000)}{}]`]) {
      await bert.workspace.saveSetting(propertyCorrectionsKey, hostile);
      const again = await mergeInto(anna, bert, keepPresent);
      expect(again.offered.preview).toMatchObject({ unreadable: 1, corrections: 0 });
    }
  });
});

describe('merging another analyst’s workspace', () => {
  test('accepts new reviews, and in a conflict the local one, with both in the history', async () => {
    const [anna, bert] = [await analyst('anna'), await analyst('bert')];
    valued(await anna.reviews.set({ ids: [1, 2, 3], change: { verdict: 'confirmed' } }));
    valued(await bert.reviews.set({ ids: [2], change: { verdict: 'rejected', note: 'wake only' } }));
    valued(await bert.reviews.set({ ids: [3], change: { verdict: 'confirmed' } }));
    valued(await bert.reviews.set({ ids: [6, 7], change: { flagged: true } }));
    const { offered, merged } = await mergeInto(anna, bert, keepPresent);
    expect(offered.preview.counts).toEqual({ new: 2, same: 1, newer: 0, older: 0, conflict: 1 });
    expect(offered.preview).toMatchObject({ waiting: 0, unreadable: 0 });
    expect(offered.preview.conflicts).toMatchObject([
      {
        present: { verdict: 'confirmed', reviewer: 'anna' },
        arriving: { verdict: 'rejected', note: 'wake only', reviewer: 'bert' },
      },
    ]);
    const [conflict] = offered.preview.conflicts;
    if (!conflict) throw new Error('There is no conflict.');
    expect(valued(await anna.reviews.detectionId(conflict))).toBe(2);
    expect(valued(await anna.reviews.detectionId({ ...conflict, identity: 'another' }))).toBeNull();
    expect(merged).toMatchObject({ changed: 2, conflicts: 1, waiting: 0 });
    const now = await standing(anna.workspace);
    expect(now.slice(0, 3)).toEqual(Array(3).fill(['confirmed', '', 'anna']));
    expect([now[5], now[6]]).toEqual(Array(2).fill([null, '', 'bert']));
    expect([...(await anna.workspace.matchingIds({ flagged: true }))]).toEqual([6, 7]);
    const history = valued(await anna.reviews.history(2));
    expect(history.map(({ review, kind }) => [review.reviewer, kind])).toEqual([
      ['bert', null],
      ['anna', 'set'],
    ]);
    expect(anna.published.at(-1)).toMatchObject({ type: 'reviews', flags: [{ id: 6 }, { id: 7 }] });
    const again = valued(await anna.reviews.previewMerge(await fileOf(bert)));
    expect(again.preview.counts).toEqual({ new: 0, same: 3, newer: 0, older: 1, conflict: 0 });
  });

  test('accepts the other side where it is chosen, and can be undone as a whole', async () => {
    const [anna, bert] = [await analyst('anna'), await analyst('bert')];
    valued(await anna.reviews.set({ ids: [1, 2, 4], change: { verdict: 'confirmed' } }));
    valued(await bert.reviews.set({ ids: [1, 2, 5], change: { verdict: 'unsure' } }));
    const before = await standing(anna.workspace);
    const offered = valued(await anna.reviews.previewMerge(await fileOf(bert)));
    const second = offered.preview.conflicts.find(({ identity }) => identity.endsWith(' 1'));
    if (!second) throw new Error('Detection 2 is no conflict.');
    const merged = valued(
      await anna.reviews.merge({
        fileId: offered.id,
        conflicts: { winner: 'present', except: [reviewKey(second)] },
      }),
    );
    const verdicts = async () => (await standing(anna.workspace)).map((review) => review?.[0] ?? null);
    expect((await verdicts()).slice(0, 5)).toEqual(['confirmed', 'unsure', null, 'confirmed', 'unsure']);
    valued(await anna.reviews.undo(String(merged.batch)));
    expect(await standing(anna.workspace)).toEqual(before);
  });

  test('reviews of detections that are not here wait until they are fetched', async () => {
    const [anna, bert] = [await analyst('anna', [0]), await analyst('bert')];
    valued(await bert.reviews.set({ ids: [2, 6, 8], change: { verdict: 'rejected', note: 'rock' } }));
    const { offered, merged } = await mergeInto(anna, bert, keepPresent);
    expect(offered.preview).toMatchObject({ counts: { new: 3 }, waiting: 2 });
    expect(merged).toMatchObject({ changed: 3, waiting: 2 });
    expect(await standing(anna.workspace)).toEqual([null, ['rejected', 'rock', 'bert'], null]);
    await fillWorkspace(anna.workspace, [records[2]]);
    await fillWorkspace(anna.workspace, [records[1]]);
    expect((await standing(anna.workspace)).filter(Boolean)).toHaveLength(3);
    const ids = [...(await anna.workspace.matchingIds({ verdicts: ['rejected'] }))];
    const names = await anna.workspace.detections(ids);
    expect(new Set(names.map(({ recordId }) => recordId))).toEqual(
      new Set(records.map(({ assignedId }) => assignedId)),
    );
    for (const { id } of names) expect(valued(await anna.reviews.history(id))).toHaveLength(1);
  });

  test('uses the histories to find superseded reviews, and restores nothing that was undone', async () => {
    const [anna, bert] = [await analyst('anna'), await analyst('bert')];
    valued(await anna.reviews.set({ ids: [1, 2], change: { verdict: 'confirmed' } }));
    const overhasty = valued(await anna.reviews.set({ ids: [1, 2, 3], change: { verdict: 'unsure' } }));
    await mergeInto(bert, anna, keepPresent);
    valued(await anna.reviews.undo(String(overhasty.batch)));
    const behind = valued(await anna.reviews.previewMerge(await fileOf(bert)));
    expect(behind.preview.counts).toMatchObject({ older: 3, newer: 0, conflict: 0 });
    await mergeInto(bert, anna, keepPresent);
    expect((await standing(bert.workspace)).slice(0, 3)).toEqual([
      ['confirmed', '', 'anna'],
      ['confirmed', '', 'anna'],
      null,
    ]);
    // Bert overrules what he knows; Anna gets the conflict all the same.
    valued(await bert.reviews.set({ ids: [1], change: { verdict: 'rejected' } }));
    const overruled = await mergeInto(anna, bert, takeArriving);
    expect(overruled.offered.preview.counts).toMatchObject({ conflict: 1 });
    expect(await standing(anna.workspace)).toEqual(await standing(bert.workspace));
    const settled = valued(await bert.reviews.previewMerge(await fileOf(anna)));
    expect(settled.preview.counts).toMatchObject({ new: 0, newer: 0, older: 0, conflict: 0 });
  });

  test('takes no review of one’s own name and of a later time from a file that does not know the present one', async () => {
    const [anna, stranger] = [await analyst('anna'), await analyst('anna')];
    valued(await anna.reviews.set({ ids: [1, 2], change: { verdict: 'confirmed' } }));
    valued(await stranger.reviews.set({ ids: [1, 3], change: { verdict: 'rejected' } }));
    const chosen = await fileOf(stranger);
    const database = new DatabaseSync(chosen.path);
    database.exec("UPDATE reviews SET reviewed_at = '2099-01-01T00:00:00.000Z'");
    database.exec("UPDATE review_history SET reviewed_at = '2099-01-01T00:00:00.000Z'");
    database.close();
    const offered = valued(await anna.reviews.previewMerge(chosen));
    expect(offered.preview.counts).toEqual({ new: 1, same: 0, newer: 0, older: 0, conflict: 1 });
    const merged = valued(await anna.reviews.merge({ fileId: offered.id, conflicts: keepPresent }));
    expect(merged).toMatchObject({ changed: 1, conflicts: 1 });
    expect((await standing(anna.workspace)).slice(0, 3).map((row) => row?.[0])).toEqual([
      'confirmed',
      'confirmed',
      'rejected',
    ]);
    // No time here is after now, in the reviews as in their history.
    const history = (await Promise.all([1, 3].map((id) => anna.reviews.history(id)))).flatMap(valued);
    const rows = await anna.workspace.detections([1, 2, 3]);
    const times = [...history.map(({ review }) => review), ...rows.map(({ review }) => review)];
    expect(times).toHaveLength(6);
    for (const review of times) {
      expect(Date.parse(review?.reviewedAt ?? '')).toBeLessThanOrEqual(Date.now());
    }
  });

  test('orders a successor by the histories also where the clock of the other side is ahead', async () => {
    const [anna, bert] = [await analyst('anna'), await analyst('bert')];
    const chosen = async () => {
      const file = await fileOf(bert);
      const database = new DatabaseSync(file.path);
      for (const table of ['reviews', 'review_history'])
        database.exec(
          `UPDATE ${table} SET reviewed_at = strftime('%Y-%m-%dT%H:%M:%fZ', reviewed_at, '+10 minutes')`,
        );
      database.close();
      return file;
    };
    valued(await bert.reviews.set({ ids: [1], change: { verdict: 'confirmed' } }));
    const first = valued(await anna.reviews.previewMerge(await chosen()));
    valued(await anna.reviews.merge({ fileId: first.id, conflicts: keepPresent }));
    valued(await bert.reviews.set({ ids: [1], change: { verdict: 'rejected' } }));
    const second = valued(await anna.reviews.previewMerge(await chosen()));
    expect(second.preview.counts).toEqual({ new: 0, same: 0, newer: 1, older: 0, conflict: 0 });
    valued(await anna.reviews.merge({ fileId: second.id, conflicts: keepPresent }));
    expect((await standing(anna.workspace))[0]).toEqual(['rejected', '', 'bert']);
  });

  test('leaves the other file unchanged, and needs only read access to it', async () => {
    const [anna, bert] = [await analyst('anna'), await analyst('bert')];
    valued(await bert.reviews.set({ ids: [2], change: { verdict: 'rejected' } }));
    const chosen = await fileOf(bert);
    const bytes = await readFile(chosen.path);
    await chmod(chosen.path, 0o400);
    const offered = valued(await anna.reviews.previewMerge(chosen));
    valued(await anna.reviews.merge({ fileId: offered.id, conflicts: keepPresent }));
    expect(await readFile(chosen.path)).toEqual(bytes);
  });
});

describe('what cannot be merged is explained', () => {
  const refusal = async (mine: Analyst, file: string) => {
    const result = await mine.reviews.previewMerge({ path: file, name: 'their.gpkg', isTemporary: false });
    return result.ok ? 'merged' : result.failure.message;
  };

  test('the open workspace, no workspace, another program’s file, a newer and an older one', async () => {
    const anna = await analyst('anna');
    const folder = await makeTempFolder();
    const file = path.join(folder, 'their.gpkg');
    expect(await refusal(anna, anna.workspace.path)).toContain('It is the workspace that is open.');
    await writeFile(file, 'no database at all, however long it is');
    expect(await refusal(anna, file)).toContain(
      'The reviews of their.gpkg cannot be merged. The file is no SQLite',
    );
    const other = new DatabaseSync(path.join(folder, 'other.gpkg'));
    other.exec('CREATE TABLE roads (id INTEGER PRIMARY KEY)');
    other.close();
    expect(await refusal(anna, path.join(folder, 'other.gpkg'))).toContain(
      'It is an SQLite database with the table “roads”, not a workspace of Sightline.',
    );
    expect(await refusal(anna, path.join(folder, 'gone.gpkg'))).toContain('cannot be opened');
    const { path: theirs } = await fileOf(await analyst('bert'));
    const change = async (name: string, text: string) => {
      const changed = path.join(folder, name);
      await copyFile(theirs, changed);
      const database = new DatabaseSync(changed);
      database.exec(text);
      database.close();
      return changed;
    };
    const newer = await change(
      'newer.gpkg',
      "UPDATE app_meta SET value = '999' WHERE key = 'schema_version'",
    );
    expect(await refusal(anna, newer)).toContain('a newer Sightline');
    const older = await change('older.gpkg', 'DROP TABLE review_history; DROP TABLE reviews');
    expect(await refusal(anna, older)).toMatch(/Its table review\w* is missing/);
  });

  test('a file with damaged reviews changes nothing', async () => {
    const [anna, bert] = [await analyst('anna'), await analyst('bert')];
    valued(await bert.reviews.set({ ids: [1, 2, 3, 4], change: { note: 'x'.repeat(9_000) } }));
    const chosen = await fileOf(bert);
    const offered = valued(await anna.reviews.previewMerge(chosen));
    await truncate(chosen.path, 60_000);
    const merged = await anna.reviews.merge({ fileId: offered.id, conflicts: keepPresent });
    expect(merged).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
    expect((await standing(anna.workspace)).filter(Boolean)).toEqual([]);
    expect(valued(await anna.reviews.batches(5)).batches).toEqual([]);
  });

  test('a file with a value beyond the limits of SQLite is damaged, not the disk', async () => {
    const [anna, bert] = [await analyst('anna'), await analyst('bert')];
    valued(await bert.reviews.set({ ids: [1], change: { verdict: 'confirmed' } }));
    const chosen = await fileOf(bert);
    const database = new DatabaseSync(chosen.path);
    database.exec(`PRAGMA journal_mode = OFF;
      UPDATE reviews SET note = zeroblob(${foreignFileLimits.length + 1})`);
    database.close();
    expect(await refusal(anna, chosen.path)).toContain('The file is damaged.');
  });

  test('invalid rows are skipped, and counted', async () => {
    const [anna, bert] = [await analyst('anna'), await analyst('bert')];
    valued(await bert.reviews.set({ ids: [1, 2], change: { verdict: 'confirmed' } }));
    const chosen = await fileOf(bert);
    const database = new DatabaseSync(chosen.path);
    database.exec("UPDATE reviews SET verdict = 'maybe' WHERE detection_id = 1");
    database.close();
    const offered = valued(await anna.reviews.previewMerge(chosen));
    expect(offered.preview).toMatchObject({ counts: { new: 1 }, unreadable: 1 });
  });
});
