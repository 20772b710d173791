import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { closeWriter, openDatabase } from '../../../../../electron/core/workspace/open/open-database.ts';
import {
  createWorkspaceStore,
  type WorkspaceStore,
} from '../../../../../electron/core/workspace/open/workspace-store.ts';
import { rebuildWorkspace } from '../../../../../electron/core/workspace-tools/tasks/rebuild-workspace.ts';
import { texts } from '../../../../../renderer/features/review/texts.ts';
import { buildFeature, buildRecord } from '../../../../builders/record-builder.ts';
import { buildToolRun } from '../../../../builders/tool-run.ts';
import { fillStore, openTestStore, type TestStore } from '../../../../builders/workspace-builder.ts';

const assignedId = 'record';
const act = { batch: 'batch', reviewer: 'anna', at: '2026-11-20T09:00:00.000Z' };
const threeMeters = 3 / 111_195;

const buildAt = (longitude: number, latitude: number) =>
  buildFeature({
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: { sarChipIdentifier: undefined },
  });
const first = buildAt(121.5, 31.25);
const second = buildAt(121.7, 31.25);

function setVerdictOn(store: WorkspaceStore, id: number): void {
  store.setReviews([id], { verdict: 'confirmed', note: 'Two engines' }, act);
}

/** A program that changes the file of a workspace. It has none of the functions that the R-tree's triggers need. */
function editByAnotherProgram(store: TestStore, edit: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(store.path);
  const triggers = database.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'rtree%'",
  );
  for (const { name } of triggers.all()) database.exec(`DROP TRIGGER "${name}"`);
  edit(database);
  database.close();
}

function openStore(file: string): WorkspaceStore {
  const { database } = openDatabase(file);
  onTestFinished(() => closeWriter(database));
  return createWorkspaceStore(database);
}

/** Each way in which a verdict loses its detection, by its name in the text of the list. */
const ways: Readonly<Record<string, (store: TestStore) => WorkspaceStore>> = {
  'a newer version of its record without it'(store) {
    setVerdictOn(store, 1);
    fillStore(store, [buildRecord({ assignedId, features: [second] })]);
    return store;
  },
  'a record that was never fetched'(store) {
    setVerdictOn(store, 1);
    const elsewhere = openTestStore();
    elsewhere.upsertReviews(store.reviewsOfRecords([assignedId]), []);
    return elsewhere;
  },
  'the choice “Not the same detection”'(store) {
    setVerdictOn(store, 1);
    const moved = buildAt(121.5, 31.25 + threeMeters);
    fillStore(store, [buildRecord({ assignedId, features: [moved, second] })]);
    expect(store.unattachedReviews({ offset: 0, limit: 10 }).total).toBe(0);
    expect(store.detachReview(1)).toBeDefined();
    return store;
  },
  'a rebuild of the workspace'(store) {
    editByAnotherProgram(store, (database) => {
      // A detection that is in no raw record.
      const { fid, position, ...row } =
        database.prepare('SELECT * FROM detections WHERE fid = 2').get() ?? {};
      const added = { ...row, fid: 3, position: 2 };
      const names = Object.keys(added);
      database
        .prepare(`INSERT INTO detections (${names.join()}) VALUES (${names.map(() => '?').join()})`)
        .run(...Object.values(added));
    });
    setVerdictOn(store, 3);
    expect(store.unattachedReviews({ offset: 0, limit: 10 }).total).toBe(0);
    const to = path.join(path.dirname(store.path), 'rebuilt.gpkg');
    store.close();
    rebuildWorkspace({ from: [store.path], to }, buildToolRun());
    return openStore(to);
  },
  'another program'(store) {
    setVerdictOn(store, 1);
    editByAnotherProgram(store, (database) => database.exec('DELETE FROM detections WHERE fid = 1'));
    return store;
  },
};

test.each(Object.keys(ways))(
  'a verdict that lost its detection by %s is listed, and the list names it',
  (way) => {
    const store = openTestStore();
    fillStore(store, [buildRecord({ assignedId, features: [first, second] })]);
    const after = ways[way]?.(store) ?? store;
    expect(after.unattachedReviews({ offset: 0, limit: 10 })).toMatchObject({
      total: 1,
      rows: [{ recordId: assignedId, review: { verdict: 'confirmed', note: 'Two engines' } }],
    });
    const [, causes] = texts.unattached.causes.split('Possible causes: ');
    expect(causes).toContain(way);
  },
);
