import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ShareEvents } from '../../../../../electron/core/watch/create-watch.ts';
import { planFileExport } from '../../../../../electron/core/workspace-tools/tasks/plan-file-export.ts';
import type { AreaShape } from '../../../../../shared/areas/area.ts';
import { exportRequestSchema } from '../../../../../shared/exchange/export-checks.ts';
import { savedSearchInputSchema } from '../../../../../shared/searches/saved-search.ts';
import { importLayer } from '../../../../builders/import-layer.ts';
import { rectangleShape } from '../../../../builders/order-draft-builder.ts';
import { rectangle } from '../../../../builders/positions.ts';
import { buildFeature, buildRecord, buildUuid } from '../../../../builders/record-builder.ts';
import { buildPassRecord, saveArea, timeText } from '../../../../builders/watch-records.ts';
import { createWatchWorld, valued, type WatchWorld } from '../../../../builders/watch-world.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const hour = 3_600_000;
const startedAt = '2025-11-01T00:00:00.000Z';
const start = Date.parse(startedAt);

/** Imports a box as a layer of this name: around the vessels, or some degrees east of them. */
async function addZone({ workspace }: WatchWorld, name: string, east = 0): Promise<void> {
  const file = path.join(await makeTempFolder(), `${name}.geojson`);
  const geometry = rectangle(121.1 + east, 31.1, 121.5 + east, 31.4);
  await writeFile(file, JSON.stringify({ type: 'Feature', properties: { kind: 'zone' }, geometry }));
  expect((await importLayer(workspace, file)).state).toBe('complete');
}

async function deleteLayers({ workspace }: WatchWorld): Promise<void> {
  for (const { id } of await workspace.listLayers()) await workspace.deleteLayer(id);
}

async function changeAreas({ workspace }: WatchWorld, change: 'remove' | 'restore', id: string) {
  const nothing = { upserts: [], expected: [], remove: [], restore: [], deletedAt: startedAt };
  expect(await workspace.changeAreas({ ...nothing, [change]: [id] })).toMatchObject({ done: true });
}

async function ruleOf({ watch }: WatchWorld) {
  const [listed] = valued(await watch.list()).rules;
  if (!listed) throw new Error('There is no rule.');
  return listed;
}

/** Loss of a rule's source; `begin` returns the settings of the rule, and how that is taken away and brought back. */
const losses = {
  'saved search': {
    topic: 'searches',
    reason: { kind: 'search-deleted' },
    begin: async (world: WatchWorld) => ({
      settings: {},
      remove: () => world.workspace.removeStored('searches', world.searchId, startedAt),
      restore: () => world.workspace.restoreStored('searches', world.searchId),
    }),
  },
  area: {
    topic: 'areas',
    reason: { kind: 'area-deleted' },
    begin: async (world: WatchWorld) => {
      const areaId = await saveArea(world);
      return {
        settings: { areaId },
        remove: () => changeAreas(world, 'remove', areaId),
        restore: () => changeAreas(world, 'restore', areaId),
      };
    },
  },
  'layer that detections are inside': {
    topic: 'layers',
    reason: { kind: 'unknown-name', message: expect.stringContaining('no layer “Zone”') },
    begin: async (world: WatchWorld) => {
      await addZone(world, 'Zone');
      return {
        settings: { expression: 'inside("Zone")' },
        remove: () => deleteLayers(world),
        restore: () => addZone(world, 'Zone'),
      };
    },
  },
  'layer that detections are not near': {
    topic: 'layers',
    reason: { kind: 'unknown-name', message: expect.stringContaining('no layer “Far”') },
    begin: async (world: WatchWorld) => {
      await addZone(world, 'Far', 5);
      return {
        settings: { expression: 'not near("Far", 1 km)' },
        remove: () => deleteLayers(world),
        restore: () => addZone(world, 'Far', 5),
      };
    },
  },
} as const;

describe.each(Object.entries(losses))('a rule without its %s', (_name, { topic, reason, begin }) => {
  it('states since when it does not watch, reports nothing, and then what came in between', async () => {
    const world = await createWatchWorld(startedAt);
    const { settings, remove, restore } = await begin(world);
    await world.saveRule(settings);
    await world.fetch([buildPassRecord(buildUuid(), start, [210])]);
    expect(await world.events()).toHaveLength(1);
    expect((await ruleOf(world)).status).toMatchObject({ watchedUntil: startedAt, unwatched: null });

    await remove();
    await world.changed(topic);
    world.now += hour;
    await world.fetch([buildPassRecord(buildUuid(), start, [220, 230])]);
    await world.restart();
    expect(await world.events()).toHaveLength(1);
    expect((await ruleOf(world)).status.unwatched).toEqual(reason);

    await restore();
    await world.changed(topic);
    expect(await world.events()).toHaveLength(3);
    expect((await ruleOf(world)).status).toMatchObject({
      watchedUntil: timeText(world.now),
      unwatched: null,
    });
    expect(world.problems).toEqual([]);
  });
});

describe('a rule', () => {
  it('about AIS and a missing layer is evaluated with what AIS files let infer, once the layer is there', async () => {
    const world = await createWatchWorld(startedAt);
    await addZone(world, 'Zone', 5);
    await world.saveRule({ expression: 'inside("Zone") and not (ais = "matched")' });
    await world.fetch([buildPassRecord(buildUuid(), start, [210])]);
    await deleteLayers(world);
    await world.changed('ais');
    await addZone(world, 'Zone');
    await world.changed('layers');
    expect(await world.events()).toHaveLength(1);
    expect(world.problems).toEqual([]);
  });

  it('that names a layer that is not there is refused with its name, and so is its preview', async () => {
    const world = await createWatchWorld(startedAt);
    const rule = {
      ...{ id: buildUuid(), name: 'Rule', searchId: world.searchId, areaId: null, minShare: 1 },
      ...{ condition: { kind: 'any' } as const, expression: 'inside("EEZ")' },
    };
    const refused = { failure: { message: expect.stringContaining('no layer “EEZ”') } };
    expect(await world.watch.save(rule)).toMatchObject(refused);
    expect(await world.watch.preview(rule)).toMatchObject(refused);
  });

  it('that names what no detection has is not watched, and is refused like its preview and an export', async () => {
    const world = await createWatchWorld(startedAt);
    // Before the first detections nothing is known of their properties.
    await world.saveRule({ expression: 'lenght_m > 200' });
    await world.fetch([buildPassRecord(buildUuid(), start, [210])]);
    const { rule, status } = await ruleOf(world);
    const message = expect.stringContaining('No detection has a property “lenght_m”.');
    expect(status.unwatched).toEqual({ kind: 'unknown-name', message });
    const refused = { failure: { code: 'not-found', message } };
    expect(await world.watch.save(rule)).toMatchObject(refused);
    expect(await world.watch.preview(rule)).toMatchObject(refused);
    const request = exportRequestSchema.parse({
      scope: { kind: 'filter', filter: { expression: 'lenght_m > 200' } },
      options: { format: 'csv' },
    });
    const { path: file } = world.workspace;
    expect(await planFileExport({ path: file, request })).toMatchObject({ failure: { message } });
  });

  it('on a saved search that was narrowed is not watched, and reports nothing, until that is undone', async () => {
    const world = await createWatchWorld(startedAt);
    await world.saveRule({ expression: 'length > 150' });
    await world.saveRule({
      expression: 'analytic contains "Large"',
      condition: { kind: 'count', least: 1, looks: 1 },
      areaId: await saveArea(world),
    });
    await world.fetch([buildPassRecord(buildUuid(), start, [210])]);
    expect(await world.events()).toHaveLength(2);
    const [stored] = (await world.workspace.listSearches()).searches;
    const narrow = (analytics: readonly string[]) =>
      world.workspace.saveSearch(
        savedSearchInputSchema.parse({ ...stored?.search, search: { regions: [], analytics } }),
        startedAt,
      );
    const reasons = async () =>
      valued(await world.watch.list()).rules.map(({ status }) => status.unwatched?.kind);
    await narrow(['AircraftDetection']);
    expect((await reasons()).toSorted()).toEqual(['excluded', 'never-fetched']);
    await narrow([]);
    expect(await reasons()).not.toContain('excluded');
  });

  it('of a class that only other detections have is not watched, and may be saved', async () => {
    const world = await createWatchWorld(startedAt);
    const classified = (analytic: string, name: string) =>
      buildRecord({ analytic, features: [buildFeature({ properties: { class: name } })] });
    await world.fetch([
      classified('AircraftDetection', 'Fighter'),
      classified('LargeVesselDetection', 'Tanker'),
    ]);
    const [stored] = (await world.workspace.listSearches()).searches;
    const search = { regions: [], analytics: ['AircraftDetection'] };
    await world.workspace.saveSearch(savedSearchInputSchema.parse({ ...stored?.search, search }), startedAt);
    for (const name of ['Tankr', 'Tanker', 'Fighter', 'Bomber'])
      await world.saveRule({ name, expression: `class = "${name}"` });
    const { rules } = valued(await world.watch.list());
    expect(rules.map(({ rule, status }) => [rule.name, status.unwatched?.kind])).toEqual([
      ['Bomber', 'never-fetched'],
      ['Fighter', 'never-fetched'],
      ['Tanker', 'unknown-value'],
      ['Tankr', 'unknown-value'],
    ]);
  });

  it('states from when on it watches, also after it was edited while it had ended', async () => {
    const world = await createWatchWorld(startedAt);
    await world.fetch([buildPassRecord(buildUuid(), start, [210])]);
    const first = timeText(world.now);
    world.now += hour;
    await world.saveRule();
    expect((await ruleOf(world)).status).toMatchObject({ watchedFrom: first, watchedUntil: first });
    world.now += hour;
    await world.fetch([buildPassRecord(buildUuid(), start, [220])]);
    const second = timeText(world.now);
    expect((await ruleOf(world)).status).toMatchObject({ watchedFrom: first, watchedUntil: second });

    world.now += 40 * 24 * hour;
    await world.fetch([buildPassRecord(buildUuid(), start, [230])]);
    const third = timeText(world.now);
    world.now += hour;
    const { rule } = await ruleOf(world);
    valued(await world.watch.save({ ...rule, name: 'Edited' }));
    // What was fetched in between was not evaluated, and that is stated.
    expect((await ruleOf(world)).status).toMatchObject({
      ...{ watchedFrom: third, watchedUntil: third, unwatched: null },
    });
    expect(await world.events()).toHaveLength(1);
  });

  it('makes each event once, and none is lost, when the clock is set back', async () => {
    const world = await createWatchWorld(startedAt);
    await world.saveRule();
    const ids = [buildUuid(), buildUuid(), buildUuid()];
    const records = ids.map((id) => buildPassRecord(id, start, [210]));
    await world.fetch(records.slice(0, 1));
    world.now -= 40 * 24 * hour;
    await world.fetch(records.slice(0, 2));
    await world.restart();
    await world.fetch(records);
    await world.restart();
    expect(await world.events()).toHaveLength(3);
    expect(world.notifications.flat()).toHaveLength(3);
    expect(world.notifications.flat().at(-1)?.body).toContain('Collected in the future, by the clock');
    expect(world.problems).toEqual([]);
  });

  it('of a workspace that is read-only is listed with its findings, and neither evaluated nor changed', async () => {
    const world = await createWatchWorld(startedAt);
    const id = await world.saveRule();
    await world.fetch([buildPassRecord(buildUuid(), start, [210])]);
    await world.restart((workspace) => ({ ...workspace, readOnly: 'It was made by a newer Sightline.' }));
    expect(await world.events()).toHaveLength(1);
    expect((await ruleOf(world)).rule.id).toBe(id);
    const failure = { code: 'read-only', message: expect.stringContaining('newer Sightline') };
    expect(await world.watch.confirm(id)).toMatchObject({ failure });
    expect(await world.watch.changeInbox({ isRead: true })).toMatchObject({ failure });
    expect(world.problems).toEqual([]);
  });
});

const places = {
  'around a pole': {
    shape: { kind: 'circle', center: [0, 90], radiusMetres: 200_000 },
    position: [45, 89.5],
    footprint: '0 85, 90 85, 180 85, -90 85, 0 85',
  },
  'across 180°': {
    shape: rectangleShape(179.9, -10, 180.1, -9.9),
    position: [-179.95, -9.95],
    footprint: '179.5 -10.5, 180.5 -10.5, 180.5 -9.5, 179.5 -9.5, 179.5 -10.5',
  },
  'smaller than a pixel': {
    shape: rectangleShape(121.3, 31.2, 121.300001, 31.200001),
    position: [121.3000005, 31.2000005],
    footprint: '121 31, 122 31, 122 31.5, 121 31.5, 121 31',
  },
} as const satisfies Readonly<
  Record<string, { shape: AreaShape; position: readonly [number, number]; footprint: string }>
>;

it.each(Object.entries(places))(
  'of a place %s, what was found and in which pass nothing was agree',
  async (_name, { shape, position, footprint }) => {
    const world = await createWatchWorld(startedAt);
    const areaId = await saveArea(world, shape);
    const any = await world.saveRule({ areaId });
    const nothing = await world.saveRule({ areaId, condition: { kind: 'nothing' } });
    const build = (collected: number, lengths: readonly number[]) =>
      buildPassRecord(buildUuid(), collected, lengths, { position, footprint: `POLYGON ((${footprint}))` });
    await world.fetch([build(start, [210]), build(start + hour, [])]);
    const events = await world.events();
    expect(events.map(({ ruleId, collectedAt }) => [ruleId, collectedAt]).toSorted()).toEqual(
      [
        [any, timeText(start)],
        [nothing, timeText(start + hour)],
      ].toSorted(),
    );
  },
);

it('of a finding of two apps of a team one notifies, and both have it in the inbox', async () => {
  // The server of a team gives each finding to the first that claims it.
  const claims = new Map<string, string>();
  const claim =
    (app: string): ShareEvents =>
    async (_workspace, due) => {
      for (const { subject } of due) if (!claims.has(subject)) claims.set(subject, app);
      const isOwn = ({ subject }: (typeof due)[number]) => claims.get(subject) === app;
      return { own: due.filter(isOwn), others: due.filter((event) => !isOwn(event)) };
    };
  const apps = [
    await createWatchWorld(startedAt, undefined, claim('one')),
    await createWatchWorld(startedAt, undefined, claim('other')),
  ];
  const records = [210, 220].map((length) => buildPassRecord(buildUuid(), start, [length]));
  for (const app of apps) await app.saveRule();
  for (const [index, record] of records.entries()) {
    for (const app of index === 0 ? apps : apps.toReversed()) {
      app.now += hour;
      await app.fetch([record]);
      await app.restart();
    }
  }
  for (const app of apps) {
    expect(await app.events('unread')).toHaveLength(2);
    expect(app.notifications.flat()).toHaveLength(1);
  }
});
