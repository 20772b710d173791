import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import { Client } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { createLayers } from '../../../../../electron/core/layers/create-layers.ts';
import { copyForeignLayer } from '../../../../../electron/core/layers/read-layer-file.ts';
import { registerSpatialFunctions } from '../../../../../electron/core/workspace/file/geopackage/spatial-functions.ts';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import { createTeam, expectOk } from '../../../../builders/team-builder.ts';
import {
  runSql,
  type TestDatabase,
  type TestDatabases,
  whyNoPostgres,
} from '../../../../builders/team-cluster.ts';
import { openTeamDatabases } from '../../../../builders/team-databases.ts';
import { openTeamDesk } from '../../../../builders/team-desk.ts';
import { buildToolRun } from '../../../../builders/tool-run.ts';
import { fillWithWork } from '../../../../builders/user-work.ts';
import { addLayerTo } from '../../../../builders/vector-layer-builder.ts';
import { makeTempFolder, openTestStore, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const missing = whyNoPostgres();
if (missing !== undefined) process.stderr.write(`Skipped: layers and rules of a team, as ${missing}.\n`);

describe.skipIf(missing !== undefined)('layers, sites and watch rules of a team', () => {
  let databases: TestDatabases;
  beforeAll(async () => {
    databases = await openTeamDatabases();
  });

  async function openAnna(database: TestDatabase) {
    const store = openTestStore();
    const made = await fillWithWork(store);
    store.close();
    const anna = await openTeamDesk(
      await database.createUser('publisher', 'reviewer'),
      await openTestWorkspace(store.path),
    );
    return { anna, made };
  }

  test('reach the others once, and of a finding of a rule of the team one workspace notifies', async () => {
    const database = await createTeam(databases);
    const { anna, made } = await openAnna(database);
    const ben = await openTeamDesk(await database.createUser('reviewer'), await openTestWorkspace());
    expect(await ben.publish()).toMatchObject({ state: 'failed' });
    expect((await anna.publish())?.outcome).toBe('1 layer, 1 site and 1 watch rule shared.');
    expect((await anna.publish())?.state).toBe('complete');
    await ben.exchange();
    expect(await ben.workspace.listLayers()).toMatchObject([
      { id: made.layerId, license: 'ODbL', features: 2 },
    ]);
    expect(await ben.workspace.listAreas()).toMatchObject([
      { id: made.siteId, site: { minShare: 0.8, kind: 'airdrome' } },
    ]);
    expect((await ben.workspace.listWatchRules()).rules).toMatchObject([{ rule: { id: made.ruleId } }]);
    expect((await ben.workspace.listSearches()).searches[0]?.search).toMatchObject({ paused: true });
    // What was deleted there stays deleted.
    await ben.workspace.deleteLayer(made.layerId);
    await ben.exchange();
    expect(await ben.workspace.listLayers()).toEqual([]);
    const parts = await runSql(
      database.owner,
      'SELECT count(DISTINCT revision)::int FROM sightline.item_parts',
    );
    expect(parts).toEqual([[1]]);

    const counts = async (desk: typeof ben, ruleId: string, subject: string) => {
      const { own, others } = await desk.share(ruleId, subject);
      return [own.length, others.length];
    };
    for (const subject of ['one', 'two', 'three']) {
      const desks = subject === 'two' ? [ben, anna] : [anna, ben];
      const [first, second] = desks as [typeof ben, typeof ben];
      expect(await counts(first, made.ruleId, subject)).toEqual([1, 0]);
      expect(await counts(second, made.ruleId, subject)).toEqual([0, 1]);
      // After a restart before it was shown.
      expect(await counts(first, made.ruleId, subject)).toEqual([1, 0]);
    }
    expect(await counts(ben, randomUUID(), 'one')).toEqual([1, 0]);
    // Without a connection nothing is known, so nothing is shown yet.
    const { host, port } = await database.createUser('reviewer');
    expectOk(
      await ben.team.save({
        ...{ host: `${host}-is-gone`, port, database: 'none', user: 'none', address: '', password: '' },
      }),
    );
    expect(await counts(ben, made.ruleId, 'four')).toEqual([0, 0]);
    expect(await counts(ben, randomUUID(), 'four')).toEqual([1, 0]);
  });

  describe('a layer whose content was replaced', () => {
    const contentOf = async (workspace: Workspace) =>
      Promise.all(
        (await workspace.listLayers()).map(async ({ id, name }) => {
          const sort = { column: null, order: 'ASC' } as const;
          const page = await workspace.layerFeatures({ id, offset: 0, limit: 10, sort });
          return [name, page?.rows.map(({ values }) => values[0])] as const;
        }),
      );
    /** Replaces the content of a layer, as a user does with a newer file. */
    async function replace(
      { workspace }: { readonly workspace: Workspace },
      names: readonly string[],
      former: 'stays' | 'deleted' = 'deleted',
    ) {
      const [layer] = await workspace.listLayers();
      const features = names.map((name, index) => ({
        geometries: [{ type: 'Point' as const, coordinates: [index, 0] }],
        attributes: { name },
      }));
      const newer = await addLayerTo(workspace, 'Newer', features);
      if (!layer) throw new Error('There is no layer.');
      const swap = { id: layer.id, otherId: newer.id, table: layer.table, otherTable: newer.table };
      expect(await workspace.swapLayers(swap, new Date().toISOString())).toBe(true);
      if (former === 'deleted') await workspace.deleteLayer(newer.id);
      return newer;
    }
    async function openDesks() {
      const database = await createTeam(databases);
      const { anna } = await openAnna(database);
      const open = async () =>
        openTeamDesk(await database.createUser('publisher', 'reviewer'), await openTestWorkspace());
      const [ben, carl] = [await open(), await open()];
      await anna.publish();
      for (const desk of [ben, carl]) await desk.exchange();
      return { anna, ben, carl };
    }

    test('is taken, with the name and style here, and an older one that arrives later is not', async () => {
      const { anna, ben, carl } = await openDesks();
      const [layer] = await ben.workspace.listLayers();
      await ben.workspace.changeLayer(
        { id: layer?.id ?? '', name: 'My ports', style: { color: '#00ff00', label: null } },
        new Date().toISOString(),
      );
      await replace(anna, ['Busan', 'Ulsan', 'Pohang']);
      await anna.publish();
      for (const desk of [ben, ben]) await desk.exchange();
      expect(await contentOf(ben.workspace)).toEqual([['My ports', ['Busan', 'Ulsan', 'Pohang']]]);
      expect(await ben.workspace.listLayers()).toMatchObject([{ style: { color: '#00ff00' }, features: 3 }]);
      // Carl still shares the first one.
      await carl.publish();
      await ben.exchange();
      expect(await contentOf(ben.workspace)).toEqual([['My ports', ['Busan', 'Ulsan', 'Pohang']]]);
      // And who has received it goes on from there.
      await replace(ben, ['Jeju']);
      await ben.publish();
      for (const desk of [anna, carl]) await desk.exchange();
      for (const desk of [anna, carl])
        expect((await contentOf(desk.workspace)).map(([, names]) => names)).toEqual([['Jeju']]);
    });

    test('does not replace one that was replaced here, too, which is reported, however often all exchange', async () => {
      const { anna, ben, carl } = await openDesks();
      await replace(ben, ['Ben']);
      await replace(anna, ['Anna']);
      for (let round = 0; round < 4; round += 1) {
        for (const [from, to] of [
          [ben, anna],
          [anna, ben],
        ] as const) {
          await from.publish();
          await to.exchange();
        }
      }
      await carl.exchange();
      expect(await contentOf(ben.workspace)).toEqual([['Ports', ['Ben']]]);
      expect(await contentOf(anna.workspace)).toEqual([['Ports', ['Anna']]]);
      // Of two that disagree a third member has the one that came first.
      expect(await contentOf(carl.workspace)).toEqual([['Ports', ['Ben']]]);
      for (const desk of [anna, ben, carl]) {
        const { lastReceived } = expectOk(await desk.team.overview());
        expect(lastReceived?.setAside).toEqual([
          { kind: 'items', author: expect.any(String), reason: expect.stringContaining('“Ports”') },
        ]);
      }
    });

    test('is withdrawn when its author undoes it, and returns with its redo', async () => {
      const { anna, ben, carl } = await openDesks();
      const [layer] = await anna.workspace.listLayers();
      const newer = await replace(anna, ['Anna'], 'stays');
      if (!layer) throw new Error('There is no layer.');
      const contents: unknown[] = [];
      const exchanged = async () => {
        await anna.publish();
        for (const desk of [ben, carl, anna]) await desk.exchange();
        await ben.publish();
        for (const desk of [carl, anna]) await desk.exchange();
        for (const { workspace } of [anna, ben, carl])
          contents.push((await contentOf(workspace)).find(([name]) => name === 'Ports')?.[1]);
      };
      await exchanged();
      const undo = { id: layer.id, otherId: newer.id, table: newer.table, otherTable: layer.table };
      expect(await anna.workspace.swapLayers(undo, new Date().toISOString())).toBe(true);
      await exchanged();
      const redo = { id: layer.id, otherId: newer.id, table: layer.table, otherTable: newer.table };
      expect(await anna.workspace.swapLayers(redo, new Date().toISOString())).toBe(true);
      await exchanged();
      const first = ['Port 121', 'Port 122'];
      expect(contents).toEqual([['Anna'], first, ['Anna']].flatMap((names) => [names, names, names]));
    });

    test('does not delete what the user has stated about the former one', async () => {
      const { anna, ben } = await openDesks();
      const [layer] = await ben.workspace.listLayers();
      await ben.workspace.changeLayer(
        { id: layer?.id ?? '', license: 'Of the port authority' },
        new Date().toISOString(),
      );
      for (const names of [['Anna'], ['Anna again']]) {
        await replace(anna, names);
        await anna.publish();
        await ben.exchange();
      }
      expect(await contentOf(ben.workspace)).toEqual([
        ['Ports', ['Anna again']],
        [expect.stringMatching(/^Ports \(before /), ['Port 121', 'Port 122']],
      ]);
      expect((await ben.workspace.listLayers())[1]).toMatchObject({ license: 'Of the port authority' });
    });

    test('leaves no copy when the user replaces the layer while it arrives', async () => {
      const { anna, ben } = await openDesks();
      await replace(anna, ['Anna']);
      const unused = () => {
        throw new Error('A receipt does not need this.');
      };
      const layers = createLayers({
        ...{ workspace: unused, jobs: { start: unused }, events: { publish: unused } },
        ...{ readLayerFile: unused, previewLayerFile: unused, temporaryFolder: await makeTempFolder() },
        copyForeignLayer: async (task) => copyForeignLayer(task, buildToolRun()),
      });
      const { signal } = new AbortController();
      const target = { ...ben.workspace, swapLayers: async () => false };
      const arriving = await anna.workspace.listLayers();
      expect(await layers.receive(target, anna.workspace.path, arriving, signal)).toEqual({
        ...{ count: 0, diverged: ['Ports'] },
      });
      expect(await contentOf(ben.workspace)).toEqual([['Ports', ['Port 121', 'Port 122']]]);
    });

    test('does not delete what another program has changed in the former one, nor return once it was deleted', async () => {
      const { anna, ben, carl } = await openDesks();
      const [layer] = await ben.workspace.listLayers();
      const edited = new DatabaseSync(ben.workspace.path, { timeout: 5000 });
      registerSpatialFunctions(edited);
      edited.exec(`UPDATE ${layer?.table} SET name = 'edited' WHERE fid = 1;
        UPDATE gpkg_contents SET last_change = '2026-11-27T13:00:00.000Z' WHERE table_name = '${layer?.table}'`);
      edited.close();
      await carl.workspace.deleteLayer(layer?.id ?? '');
      await replace(anna, ['Anna']);
      await anna.publish();
      for (const desk of [ben, carl]) await desk.exchange();
      expect(await contentOf(ben.workspace)).toEqual([
        ['Ports', ['Anna']],
        [expect.stringMatching(/^Ports \(before /), ['edited', 'Port 122']],
      ]);
      expect(await contentOf(carl.workspace)).toEqual([]);
    });
  });

  test('that no Sightline has written are set aside with the name of their author, and those after them arrive', async () => {
    const database = await createTeam(databases);
    const { anna, made } = await openAnna(database);
    const { host, port, database: name, user } = await database.createUser('publisher');
    const client = new Client({ host, port, database: name, user });
    await client.connect();
    const send = async (...bodies: readonly Buffer[]) => {
      const revision = randomUUID();
      for (const [part, body] of bodies.entries()) {
        await client.query('SELECT sightline.push_item_part($1, $2, $3, $4)', [
          ...[revision, part, body.length, zstdCompressSync(body)],
        ]);
      }
      await client.query('SELECT sightline.publish_items($1)', [revision]);
    };
    const ben = await openTeamDesk(await database.createUser('reviewer'), await openTestWorkspace());
    await send(Buffer.from('no workspace at all'));
    const first = await ben.exchange();
    expect(first?.warnings).toEqual([
      expect.stringContaining(`Set aside: items that ${user} sent to the team.`),
    ]);
    await anna.publish();
    expect((await ben.exchange())?.warnings).toEqual([]);
    expect(await ben.workspace.listLayers()).toMatchObject([{ id: made.layerId }]);
    await client.end();
  });
});
