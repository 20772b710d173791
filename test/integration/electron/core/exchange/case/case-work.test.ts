import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createEvents } from '../../../../../../electron/core/base/events.ts';
import { planCase, writeCase } from '../../../../../../electron/core/exchange/case/write-case.ts';
import type { PlannedScope } from '../../../../../../electron/core/exchange/export-plan.ts';
import { createWatch } from '../../../../../../electron/core/watch/create-watch.ts';
import { placeLabelsKey } from '../../../../../../electron/core/workspace/read/place-labels.ts';
import { inspectWorkspace } from '../../../../../../electron/core/workspace-tools/tasks/inspect-workspace.ts';
import type { PlaceStatement } from '../../../../../../shared/fixed-objects/place-label.ts';
import { importTestCase } from '../../../../../builders/import-case.ts';
import { buildFeature, buildRecord } from '../../../../../builders/record-builder.ts';
import { buildToolRun } from '../../../../../builders/tool-run.ts';
import { fillWithWork, readWork } from '../../../../../builders/user-work.ts';
import { fillStore, openTestStore, openTestWorkspace } from '../../../../../builders/workspace-builder.ts';

async function build() {
  const store = openTestStore();
  const made = await fillWithWork(store);
  fillStore(store, [buildRecord({ features: [buildFeature()] })]);
  store.decideAis([{ detectionId: 3, decision: '440100009', expected: null }], {
    by: 'anna',
    at: '2026-11-20T12:00:00.000Z',
  });
  store.close();
  const pack = async (scope: PlannedScope, withRules: boolean) => {
    const to = path.join(path.dirname(store.path), `${randomUUID()}.gpkg`);
    const { counts, facts } = await writeCase(
      {
        ...{ workspacePath: store.path, to, scope, scopeWords: '', chips: null, withLayers: true, withRules },
        ...{ madeAt: '2026-11-20T13:00:00.000Z', madeBy: 'anna' },
      },
      buildToolRun(),
    );
    return { to, counts, leftBehind: facts.leftBehind ?? [] };
  };
  return { made, pack, file: store.path, before: readWork(store.path) };
}

test('a case of everything has layers, sites, rules with their findings, and AIS decisions with their history', async () => {
  const { made, pack, before } = await build();
  const { to, counts } = await pack({ kind: 'all' }, true);
  expect(counts).toMatchObject({ layers: 1, areas: 1, rules: 1, findings: 1, decisions: 2 });
  const after = readWork(to);
  const layer = [...before.keys()].find((name) => name.startsWith('layer_')) ?? '';
  for (const table of ['areas', 'ais_decisions', layer, 'reviews'])
    expect([table, after.get(table)]).toEqual([table, before.get(table)]);
  // Opened as a workspace, a rule finds nothing new in what was there before.
  const workspace = await openTestWorkspace(to);
  const watch = createWatch({
    jobs: { get: () => undefined },
    workspace: () => workspace,
    events: createEvents(),
    onProblem: (error) => {
      throw error;
    },
    now: () => Date.parse('2026-11-20T14:00:00.000Z'),
  });
  await watch.settled();
  const inbox = await workspace.watchInbox(
    { view: 'snoozed', offset: 0, limit: 10 },
    '2026-11-20T10:00:00.000Z',
  );
  expect(inbox.events).toMatchObject([{ ruleId: made.ruleId, isRead: true }]);
  expect(inbox.total).toBe(1);
  expect(await workspace.dueEvents()).toEqual([]);
  await watch.close();
});

test('a case of some detections has the decisions, rules and findings of their records only, and rules only where asked', async () => {
  const { made, pack } = await build();
  const some = await pack({ kind: 'ids', ids: new Uint32Array([made.detectionId]) }, true);
  expect(some.counts).toMatchObject({ records: 1, decisions: 1, findings: 1 });
  const without = await pack({ kind: 'all' }, false);
  expect(without.counts).toMatchObject({ rules: 0, findings: 0, decisions: 2 });
});

/** Number of rows of each kind in a file. */
function countsOf(file: string): ReadonlyMap<string, number> {
  const database = new DatabaseSync(file, { readOnly: true });
  const tables = {
    record: 'records',
    review: "reviews WHERE verdict NOT NULL OR flagged <> 0 OR note <> ''",
    area: 'areas',
    'layer of your own': 'layers',
    'saved search': 'searches WHERE deleted_at IS NULL',
    'watch rule': 'watch_rules WHERE deleted_at IS NULL',
    'finding of rules': 'watch_events',
    'AIS decision': '(SELECT DISTINCT record_id, identity FROM ais_decisions)',
    order: 'orders',
    'order draft': 'order_drafts',
    'AIS file': 'ais_files',
  };
  const counts = Object.entries(tables).map(
    ([kind, from]) => [kind, Number(database.prepare(`SELECT count(*) AS n FROM ${from}`).get()?.n)] as const,
  );
  database.close();
  return new Map(counts);
}

test('a case states what stays behind, before and after it is written', async () => {
  const { made, pack, file } = await build();
  const one: PlannedScope = { kind: 'ids', ids: new Uint32Array([made.detectionId]) };
  const none: PlannedScope = { kind: 'ids', ids: new Uint32Array() };
  for (const [scope, withRules] of [
    [{ kind: 'all' }, true],
    [{ kind: 'all' }, false],
    [one, true],
    [one, false],
    [none, false],
  ] as const) {
    const { to, leftBehind } = await pack(scope, withRules);
    expect(planCase({ workspacePath: file, scope, withLayers: true, withRules })).toEqual(leftBehind);
    expect(inspectWorkspace(to)).toMatchObject({ kind: 'workspace', leftBehind });
    const [source, written] = [countsOf(file), countsOf(to)];
    const expected = [...source].flatMap(([kind, total]) => {
      const left = total - (written.get(kind) ?? 0);
      return left > 0 ? [[kind, left, total]] : [];
    });
    const stated = leftBehind.map((text) => /^(\d+) of (\d+) (.*)$/.exec(text) ?? []);
    const kindOf = (words = '') => [...source.keys()].find((kind) => singular(words) === kind);
    const counted = stated.flatMap(([, left, total, words]) =>
      kindOf(words) === undefined ? [] : [[kindOf(words), Number(left), Number(total)]],
    );
    expect(counted, leftBehind.join()).toEqual(expect.arrayContaining(expected));
    expect(counted).toHaveLength(expected.length);
  }
});

/** The kind that words such as `findings of rules` are about. */
function singular(words: string): string {
  return words
    .replace(/^layers/, 'layer')
    .replace(/^findings/, 'finding')
    .replace(/searches$/, 'search')
    .replace(/(?<!of rule)s$/, '');
}

test('an import of a case brings them into another workspace, once', async () => {
  const { made, pack } = await build();
  const { to } = await pack({ kind: 'all' }, true);
  const workspace = await openTestWorkspace();
  const target = { workspace, cache: { write: async () => {} }, profileId: 'other' } as never;
  const { outcome } = await importTestCase(to, target);
  expect(outcome).toContain(
    '2 AIS decisions, 1 area, 1 layer, 1 saved search, paused, 1 watch rule, 1 finding of the watch',
  );
  const received = readWork(workspace.path);
  expect(received.get('ais_decisions')).toEqual(readWork(to).get('ais_decisions'));
  expect((await workspace.listWatchRules()).rules[0]?.rule).toMatchObject({ id: made.ruleId });
  await importTestCase(to, target);
  for (const table of ['ais_decisions', 'watch_rules', 'watch_events', 'layers', 'areas'])
    expect([table, readWork(workspace.path).get(table)]).toEqual([table, received.get(table)]);
});

test('a case has what is stated about the places of its detections, with who stated it, also what was withdrawn', async () => {
  const store = openTestStore();
  const at = (longitude: number) => ({ type: 'Point', coordinates: [longitude, 31] });
  fillStore(store, [
    buildRecord({ features: [buildFeature({ geometry: at(121) })] }),
    buildRecord({ features: [buildFeature({ geometry: at(122) })] }),
  ]);
  const state = (longitude: number, by: string) => {
    const id = randomUUID();
    const position: [number, number] = [longitude, 31.0005];
    const add = { id, analytic: 'SPEX', position, presence: 'stationary' as const };
    store.changePlaceLabels([{ remove: null, add }], { by, at: '2026-11-20T12:00:00.000Z' });
    return id;
  };
  state(121, 'anna');
  const withdrawn = state(121.0001, 'ben');
  store.changePlaceLabels([{ remove: withdrawn, add: null }], { by: 'carl', at: '2026-11-20T13:00:00.000Z' });
  state(122, 'ben');
  state(150, 'ben');
  store.close();
  const pack = async (scope: PlannedScope) => {
    const to = path.join(path.dirname(store.path), `${scope.kind}.gpkg`);
    const { counts } = await writeCase(
      {
        ...{ workspacePath: store.path, to, scope, scopeWords: '', chips: null, withLayers: true },
        ...{ withRules: true, madeAt: '2026-11-20T14:00:00.000Z', madeBy: 'anna' },
      },
      buildToolRun(),
    );
    return { to, counts };
  };
  expect((await pack({ kind: 'all' })).counts.places).toBe(3);
  const { to, counts } = await pack({ kind: 'ids', ids: new Uint32Array([1]) });
  expect(counts.places).toBe(1);
  const workspace = await openTestWorkspace();
  const target = { workspace, cache: { write: async () => {} }, profileId: 'other' } as never;
  expect((await importTestCase(to, target)).outcome).toContain('1 statement about a place');
  const read = async () =>
    JSON.parse((await workspace.getSetting(placeLabelsKey)) ?? '[]') as readonly PlaceStatement[];
  const expected = [
    { by: 'anna', change: null },
    { id: withdrawn, by: 'ben', change: { isWithdrawn: true, by: 'carl' } },
  ];
  expect(await read()).toMatchObject(expected);
  await importTestCase(to, target);
  expect(await read()).toMatchObject(expected);
  expect(await read()).toHaveLength(2);
});
