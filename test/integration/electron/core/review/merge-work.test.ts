import { randomUUID } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { createSql } from '../../../../../electron/core/workspace/file/sql.ts';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import {
  findDecision,
  readDecisionSubjects,
} from '../../../../../electron/core/workspace/read/ais/read-decisions.ts';
import { readPlaceLabels } from '../../../../../electron/core/workspace/read/place-labels.ts';
import { toLabelChanges } from '../../../../../shared/fixed-objects/merge-places.ts';
import { maxPlaceLabels } from '../../../../../shared/fixed-objects/place-label.ts';
import type { ConflictChoice } from '../../../../../shared/review/review-merge.ts';
import { valued } from '../../../../builders/fetch-core.ts';
import { importTestCase, keepMine } from '../../../../builders/import-case.ts';
import { buildFeature, buildRecord } from '../../../../builders/record-builder.ts';
import { reviewsOf } from '../../../../builders/review-builder.ts';
import { fillWithWork, readWork } from '../../../../builders/user-work.ts';
import { addLayerTo } from '../../../../builders/vector-layer-builder.ts';
import {
  fillStore,
  makeTempFolder,
  openTestStore,
  openTestWorkspace,
} from '../../../../builders/workspace-builder.ts';

const useTheirs: ConflictChoice = { winner: 'arriving', except: [] };
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 8, minute)).toISOString();

/** Two workspaces with the same record of three detections. */
async function openDesks() {
  const record = buildRecord({ features: [buildFeature(), buildFeature(), buildFeature()] });
  const open = async (by: string) => {
    const store = openTestStore();
    fillStore(store, [record]);
    store.close();
    const workspace = await openTestWorkspace(store.path);
    const { reviews, published } = reviewsOf(workspace, by);
    return { by, workspace, reviews, published };
  };
  return { anna: await open('anna'), ben: await open('ben') };
}

type Desk = Awaited<ReturnType<typeof openDesks>>['anna'];

async function decide({ workspace, by }: Desk, detectionId: number, decision: string | null, minute: number) {
  const expected = decisionOf(workspace, detectionId);
  expect(await workspace.decideAis([{ detectionId, decision, expected }], { by, at: at(minute) })).toBe(
    'recorded',
  );
}

function decisionOf(workspace: Workspace, detectionId: number): string | null {
  const database = new DatabaseSync(workspace.path, { readOnly: true });
  const sql = createSql(database);
  const subject = readDecisionSubjects(sql, [detectionId]).get(detectionId);
  const decision = subject && findDecision(sql, subject)?.decision;
  database.close();
  return decision ?? null;
}

/** A copy of a workspace as another user would send it. */
async function sent({ workspace, by }: Pick<Desk, 'workspace' | 'by'>) {
  const file = path.join(await makeTempFolder(), `${by}.gpkg`);
  const database = new DatabaseSync(workspace.path, { readOnly: true });
  database.prepare('VACUUM INTO ?').run(file);
  database.close();
  return { path: file, name: `${by}.gpkg`, isTemporary: false };
}

async function merge(into: Desk, from: Desk, conflicts: ConflictChoice = keepMine) {
  const offered = valued(await into.reviews.previewMerge(await sent(from)));
  const merged = valued(await into.reviews.merge({ fileId: offered.id, conflicts }));
  return { preview: offered.preview, merged };
}

test('AIS decisions are merged: what the other side knew of is replaced, and of conflicts the chosen one counts', async () => {
  const { anna, ben } = await openDesks();
  await decide(anna, 1, '440100000', 1);
  await merge(ben, anna);
  expect(decisionOf(ben.workspace, 1)).toBe('440100000');
  // Ben goes on from what he has received, and both decide on their own about the others.
  await decide(ben, 1, null, 2);
  await decide(anna, 2, 'none', 3);
  await decide(ben, 2, '440100001', 4);
  await decide(ben, 3, '440100002', 5);
  const { preview, merged } = await merge(anna, ben);
  expect(preview.decisions.counts).toEqual({ new: 1, same: 0, newer: 1, older: 0, conflict: 1 });
  expect(preview.decisions.conflicts).toMatchObject([
    { present: { decision: 'none', by: 'anna' }, arriving: { decision: '440100001', by: 'ben' } },
  ]);
  expect(merged).toMatchObject({ decisions: 2, conflicts: 1 });
  expect([1, 2, 3].map((id) => decisionOf(anna.workspace, id))).toEqual([null, 'none', '440100002']);
  // Ben receives that hers was retained, and after that nothing differs.
  expect((await merge(ben, anna)).preview.decisions.counts).toMatchObject({ newer: 1, conflict: 0 });
  expect([1, 2, 3].map((id) => decisionOf(ben.workspace, id))).toEqual([null, 'none', '440100002']);
  for (const [one, other] of [
    [anna, ben],
    [ben, anna],
  ] as const) {
    const { counts } = (await merge(one, other)).preview.decisions;
    expect(counts).toEqual({ new: 0, same: 3, newer: 0, older: 0, conflict: 0 });
  }
});

test('a merge of AIS decisions can be undone, and sets what fields have of a match', async () => {
  const { anna, ben } = await openDesks();
  await anna.workspace.saveAisPass({
    outcome: { passKey: 'pass', timeMs: 0, matchedAt: at(0), files: ['reports.csv'], notSeen: 0 },
    ...{ stamp: 'stamp', source: 'reports.csv', contacts: [] },
    matches: [{ id: '1', state: 'no-contact', cover: 'covered' }],
  });
  await decide(ben, 1, '440100000', 1);
  await decide(anna, 1, 'none', 2);
  await merge(anna, ben, useTheirs);
  const stored = () => {
    const database = new DatabaseSync(anna.workspace.path, { readOnly: true });
    const row = database.prepare('SELECT decision, outcome, contact FROM ais_matches').get();
    database.close();
    return { ...row };
  };
  expect(stored()).toEqual({ decision: '440100000', outcome: 'decided', contact: '440100000' });
  const event = anna.published.find(({ type }) => type === 'ais-decisions-imported');
  expect(event).toMatchObject({ changes: [{ detectionId: 1, decision: '440100000', expected: 'none' }] });
  const inverse = [{ detectionId: 1, decision: 'none', expected: '440100000' }];
  expect(await anna.workspace.decideAis(inverse, { by: 'anna', at: at(3) })).toBe('recorded');
  expect(stored()).toEqual({ decision: 'none', outcome: 'none of them', contact: null });
});

/** States what is at a place, in minute `minute`. */
async function statePlace(
  { workspace, by }: Desk,
  presence: 'stationary' | 'passing',
  longitude: number,
  minute: number,
) {
  const id = randomUUID();
  const add = { id, analytic: 'SPEX', position: [longitude, 31] as [number, number], presence };
  expect(await workspace.changePlaceLabels([{ remove: null, add }], { by, at: at(minute) })).toBe('done');
  return id;
}

function placesOf({ workspace }: Desk) {
  const database = new DatabaseSync(workspace.path, { readOnly: true });
  const labels = readPlaceLabels(createSql(database));
  database.close();
  return labels.map(({ presence, by, position: [longitude] }) => [longitude, presence, by]);
}

test('statements about places are merged with who made them, withdrawals too, and of conflicts the chosen one counts', async () => {
  const { anna, ben } = await openDesks();
  const shared = await statePlace(anna, 'stationary', 120, 1);
  await statePlace(anna, 'stationary', 121, 2);
  expect((await merge(ben, anna)).merged).toMatchObject({ places: 2, conflicts: 0 });
  const ofBoth = [
    [120, 'stationary', 'anna'],
    [121, 'stationary', 'anna'],
  ];
  expect(placesOf(ben)).toEqual(ofBoth);
  const withdrawal = [{ remove: shared, add: null }];
  expect(await ben.workspace.changePlaceLabels(withdrawal, { by: 'ben', at: at(3) })).toBe('done');
  // Within 100 m of each other, on their own.
  await statePlace(anna, 'stationary', 122, 4);
  await statePlace(ben, 'passing', 122.0005, 5);
  await statePlace(anna, 'passing', 123, 6);
  await statePlace(ben, 'stationary', 123.0005, 7);
  const offered = valued(await anna.reviews.previewMerge(await sent(ben)));
  expect(offered.preview.places).toMatchObject({
    changed: 3,
    inConflict: 2,
    conflicts: [
      { present: { presence: 'stationary', by: 'anna' }, arriving: { presence: 'passing', by: 'ben' } },
      { present: { presence: 'passing', by: 'anna' }, arriving: { presence: 'stationary', by: 'ben' } },
    ],
  });
  const except = [offered.preview.places.conflicts[1]?.key ?? ''];
  const conflicts: ConflictChoice = { winner: 'present', except };
  const merged = valued(await anna.reviews.merge({ fileId: offered.id, conflicts }));
  expect(merged).toMatchObject({ places: 3, conflicts: 2 });
  const settled = [
    [121, 'stationary', 'anna'],
    [122, 'stationary', 'anna'],
    [123.0005, 'stationary', 'ben'],
  ];
  expect(placesOf(anna)).toEqual(settled);
  // Ben receives what she has decided, and after that nothing differs.
  expect((await merge(ben, anna)).preview.places.inConflict).toBe(0);
  expect(placesOf(ben)).toEqual(settled);
  for (const [one, other] of [
    [anna, ben],
    [ben, anna],
  ] as const)
    expect((await merge(one, other)).preview.places).toEqual({ changed: 0, inConflict: 0, conflicts: [] });
});

test('a merge of statements about places can be undone', async () => {
  const { anna, ben } = await openDesks();
  await statePlace(anna, 'stationary', 121, 1);
  await statePlace(ben, 'passing', 121.0005, 2);
  await statePlace(ben, 'stationary', 122, 3);
  await merge(anna, ben, useTheirs);
  expect(placesOf(anna)).toEqual([
    [121.0005, 'passing', 'ben'],
    [122, 'stationary', 'ben'],
  ]);
  const event = anna.published.find(({ type }) => type === 'places-imported');
  if (event?.type !== 'places-imported') throw new Error('Nothing was published.');
  const info = { by: 'anna', at: at(9) };
  expect(await anna.workspace.changePlaceLabels(toLabelChanges(event.changes, 'undo'), info)).toBe('done');
  expect(placesOf(anna)).toEqual([[121, 'stationary', 'anna']]);
  expect(await anna.workspace.changePlaceLabels(toLabelChanges(event.changes, 'do'), info)).toBe('done');
  expect(placesOf(anna)).toHaveLength(2);
  expect(await anna.workspace.changePlaceLabels(toLabelChanges(event.changes, 'do'), info)).toBe('conflict');
});

test('layers, sites and watch rules come along once, with what the rules have found, and notify of nothing', async () => {
  const from = openTestStore();
  const made = await fillWithWork(from);
  from.close();
  const workspace = await openTestWorkspace();
  const file = path.join(await makeTempFolder(), 'from.gpkg');
  copyFileSync(from.path, file);
  const preview = await workspace.previewMerge(file);
  expect(preview).toMatchObject({
    value: { items: { layers: 1, newerLayers: 0, divergedLayers: 0, sites: 1, rules: 1 } },
  });
  const target = { workspace, cache: { write: async () => {} }, profileId: 'profile' } as never;
  const first = await importTestCase(file, target, keepMine, () => {}, 'items');
  expect(first.outcome).toBe(
    'Imported: 1 area, 1 layer, 1 saved search, paused, 1 watch rule, 1 finding of the watch.',
  );
  const [sent, received] = [readWork(file), readWork(workspace.path)];
  for (const table of ['areas', 'watch_rules'])
    expect([table, received.get(table)]).toEqual([
      table,
      sent.get(table)?.map((row) => row.replace('[\\"before\\"]', '[]')),
    ]);
  const features = [...sent].find(([name]) => name.startsWith('layer_'))?.[1];
  expect([...received].find(([name]) => name.startsWith('layer_'))?.[1]).toEqual(features);
  const [layer] = await workspace.listLayers();
  expect(layer).toMatchObject({
    id: made.layerId,
    license: 'ODbL',
    style: { color: '#123456', label: 'name' },
  });
  expect((await workspace.listSearches()).searches[0]?.search).toMatchObject({
    id: made.searchId,
    paused: true,
  });
  const { events } = await workspace.watchInbox({ view: 'snoozed', offset: 0, limit: 10 }, at(0));
  expect(events).toMatchObject([{ ruleId: made.ruleId, isRead: true }]);
  expect(await workspace.dueEvents()).toEqual([]);
  expect(received.get('records') ?? []).toEqual([]);
  const again = await importTestCase(file, target, keepMine, () => {}, 'items');
  expect(again.outcome).toBe('Imported nothing: all of it is here.');
  expect(readWork(workspace.path)).toEqual(received);
  expect(await workspace.previewMerge(file)).toMatchObject({
    value: { items: { layers: 0, newerLayers: 0, divergedLayers: 0, sites: 0, rules: 0 } },
  });
});

describe('a layer of another workspace', () => {
  /** Replaces the content of the layer, as a user does with a newer file. */
  async function replace(workspace: Workspace, name: string) {
    const [layer] = await workspace.listLayers();
    if (!layer) throw new Error('There is no layer.');
    const feature = { geometries: [{ type: 'Point' as const, coordinates: [0, 0] }], attributes: { name } };
    const newer = await addLayerTo(workspace, 'Newer', [feature]);
    const swap = { id: layer.id, otherId: newer.id, table: layer.table, otherTable: newer.table };
    expect(await workspace.swapLayers(swap, new Date().toISOString())).toBe(true);
    await workspace.deleteLayer(newer.id);
  }

  async function contents(workspace: Workspace) {
    const sort = { column: null, order: 'ASC' } as const;
    const layers = await workspace.listLayers();
    return Promise.all(
      layers.map(async ({ id, name }) => {
        const page = await workspace.layerFeatures({ id, offset: 0, limit: 10, sort });
        return [name, ...(page?.rows.map(({ values }) => values[0]) ?? [])];
      }),
    );
  }

  const first = ['Port 121', 'Port 122'];
  const none = { layers: 0, newerLayers: 0, divergedLayers: 0 };
  const stays = expect.stringContaining('The content of “Ports” was replaced differently here, which stays.');
  type State = {
    readonly here: string;
    /** The contents that have replaced the common one there and here; null: the layer is not here. */
    readonly there: readonly string[];
    readonly mine: readonly string[] | null;
    readonly becomes: readonly string[];
    readonly preview: Partial<typeof none>;
    readonly warnings?: readonly unknown[];
  };
  const states: readonly State[] = [
    { here: 'missing', there: [], mine: null, becomes: first, preview: { layers: 1 } },
    { here: 'older', there: ['Theirs'], mine: [], becomes: ['Theirs'], preview: { newerLayers: 1 } },
    { here: 'newer', there: [], mine: ['Mine'], becomes: ['Mine'], preview: {} },
    {
      ...{ here: 'replaced, too', there: ['Theirs'], mine: ['Mine'], becomes: ['Mine'] },
      ...{ preview: { divergedLayers: 1 }, warnings: [stays] },
    },
    { here: 'equal', there: [], mine: [], becomes: first, preview: {} },
  ];
  const ways = ['items', 'everything'] as const;
  test.each(ways.flatMap((way) => states.map((state) => ({ way, ...state }))))(
    'of which the one here is $here, with the import of $way',
    async ({ way, there, mine, becomes, preview, warnings = [] }) => {
      const from = openTestStore();
      await fillWithWork(from);
      from.close();
      const here = path.join(await makeTempFolder(), 'here.gpkg');
      if (mine) copyFileSync(from.path, here);
      const anna = await openTestWorkspace(here);
      const ben = await openTestWorkspace(from.path);
      for (const name of mine ?? []) await replace(anna, name);
      for (const name of there) await replace(ben, name);
      const { path: file } = await sent({ workspace: ben, by: 'ben' });
      expect(await anna.previewMerge(file)).toMatchObject({ value: { items: { ...none, ...preview } } });
      const target = { workspace: anna, cache: { write: async () => {} }, profileId: 'profile' } as never;
      // Other warnings are of the chips, which this cache does not write.
      const imported = async () => {
        const { outcome = '', warnings: all = [] } = await importTestCase(
          file,
          target,
          keepMine,
          () => {},
          way,
        );
        return {
          isCounted: outcome.includes('1 layer'),
          found: all.filter((text) => text.includes('Ports')),
        };
      };
      const changes = Object.keys(preview).some((key) => key !== 'divergedLayers');
      expect(await imported()).toEqual({ isCounted: changes, found: warnings });
      expect(await contents(anna)).toEqual([['Ports', ...becomes]]);
      expect(await imported()).toEqual({ isCounted: false, found: warnings });
      expect(await contents(anna)).toEqual([['Ports', ...becomes]]);
    },
  );
});

test('a rule that was deleted here stays deleted, and an area becomes the site that it is there', async () => {
  const from = openTestStore();
  const made = await fillWithWork(from);
  from.close();
  const into = openTestStore();
  const site = (await openTestWorkspace(from.path).then((each) => each.listAreas()))[0];
  if (!site) throw new Error('There is no site.');
  const { site: _, ...area } = site;
  into.upsertArea({ ...area, name: 'My anchorage' });
  into.close();
  const workspace = await openTestWorkspace(into.path);
  const target = { workspace, cache: { write: async () => {} }, profileId: 'profile' } as never;
  await importTestCase(from.path, target, keepMine, () => {}, 'items');
  expect(await workspace.listAreas()).toMatchObject([
    { name: 'My anchorage', site: { minShare: 0.8, kind: 'airdrome' } },
  ]);
  await workspace.removeStored('rules', made.ruleId, at(1));
  await importTestCase(from.path, target, keepMine, () => {}, 'items');
  expect((await workspace.listWatchRules()).rules).toEqual([]);
});

test('a merge counts the statements about places that the workspace has no room for', async () => {
  const { anna, ben } = await openDesks();
  const changes = Array.from({ length: maxPlaceLabels }, (_, number) => {
    const position: [number, number] = [number / 200, -40];
    return {
      remove: null,
      add: { id: randomUUID(), analytic: 'SPEX', position, presence: 'passing' as const },
    };
  });
  const info = { by: 'anna', at: at(1) };
  expect(await anna.workspace.changePlaceLabels(changes, info)).toBe('done');
  await statePlace(ben, 'stationary', 121, 2);
  expect((await merge(anna, ben)).merged).toMatchObject({ places: 0, leftOutPlaces: 1 });
  // One that is withdrawn makes room.
  const withdrawal = [{ remove: changes[0]?.add.id ?? '', add: null }];
  expect(await anna.workspace.changePlaceLabels(withdrawal, info)).toBe('done');
  expect((await merge(anna, ben)).merged).toMatchObject({ places: 1, leftOutPlaces: 0 });
  const [surplus] = changes;
  const more = [{ remove: null, add: surplus ? { ...surplus.add, id: randomUUID() } : null }];
  expect(await anna.workspace.changePlaceLabels(more, info)).toBe('too-many');
});
