import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createAppHandler } from '../../../../electron/app-handler.ts';
import type { Workspace } from '../../../../electron/core/workspace/open/workspace.ts';
import { decodeShapeFeed, ringKinds, type ShapeFeed } from '../../../../shared/results/shape-feed.ts';
import { positions, rectangleRing } from '../../../builders/positions.ts';
import { buildFeature, buildRecord } from '../../../builders/record-builder.ts';
import { stubCore, stubHost } from '../../../builders/stub-core.ts';
import { fillWorkspace, openTestWorkspace } from '../../../builders/workspace-builder.ts';

async function readFeed(workspace: Workspace, name: 'areas' | 'footprints'): Promise<ShapeFeed> {
  const handler = createAppHandler({
    core: stubCore({ workspace: () => workspace }),
    host: stubHost,
    rendererDir: '/nowhere',
    onProblem: (error) => {
      throw error;
    },
  });
  const response = await handler(new Request(`http://127.0.0.1:1/feed/${name}`));
  expect(response.status).toBe(200);
  return decodeShapeFeed(await response.arrayBuffer());
}

function withGeometry(geometry: unknown) {
  return buildFeature({ geometry });
}

const footprint = 'POLYGON ((121 31, 122 31, 122 31.5, 121 31.5, 121 31))';

test('areas come with all their rings under the ids that points have, and points are left out', async () => {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [
    buildRecord({
      features: [
        buildFeature(),
        withGeometry({
          type: 'Polygon',
          coordinates: [rectangleRing(0, 0, 4, 4), rectangleRing(1, 1, 2, 2)],
        }),
        withGeometry({
          type: 'MultiPolygon',
          coordinates: [[rectangleRing(10, 0, 11, 1)], [rectangleRing(12, 0, 13, 1)]],
        }),
        withGeometry({
          type: 'LineString',
          coordinates: positions('5 5, 6 6, 7 5'),
        }),
        withGeometry({
          type: 'MultiPoint',
          coordinates: [
            [1, 1],
            [2, 2],
          ],
        }),
      ],
    }),
  ]);
  const feed = await readFeed(workspace, 'areas');
  expect([...feed.id]).toEqual([2, 3, 4]);
  expect([...feed.rings]).toEqual([2, 2, 1]);
  const { outline, hole, line } = ringKinds;
  expect([...feed.ringKind]).toEqual([outline, hole, outline, outline, line]);
  expect([...feed.ringLength]).toEqual([5, 5, 5, 5, 3]);
  expect([...feed.positions.subarray(-6)]).toEqual([5, 5, 6, 6, 7, 5]);
  expect(feed.skipped).toBe(0);
});

test('footprints come once for each image, with their time; malformed ones are counted', async () => {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [
    buildRecord({ assignedId: 'first', sensors: [{ footprint }] }),
    buildRecord({ assignedId: 'second', sensors: [{ footprint }] }),
    buildRecord({ sensors: [{ vendorId: 'other', footprint: 'POLYGON ((0 0, 1 0, 1 1, 0 0))' }] }),
    buildRecord({ sensors: [{ vendorId: 'bad', footprint: 'POLYGON ((0 0, 1' }] }),
  ]);
  const feed = await readFeed(workspace, 'footprints');
  expect(feed.id).toHaveLength(2);
  expect([...feed.rings]).toEqual([1, 1]);
  expect(feed.skipped).toBe(1);
  expect(feed.time[0]).toBe(Math.floor(Date.parse('2026-11-18T03:12:45.120Z') / 1000));
  const records = await workspace.recordsOfFootprints([feed.id[0] ?? 0]);
  expect([...records].sort()).toEqual(['first', 'second']);
  expect(await workspace.recordsOfFootprints([999])).toEqual([]);
});

test('what another program has broken is left out and counted', async () => {
  const workspace = await openTestWorkspace();
  const polygon = { type: 'Polygon', coordinates: [rectangleRing(0, 0, 4, 4)] };
  await fillWorkspace(workspace, [buildRecord({ features: [withGeometry(polygon), withGeometry(polygon)] })]);
  const other = new DatabaseSync(workspace.path);
  // The R-tree's triggers call functions that only Sightline and other programs for GeoPackages have.
  for (const { name } of other
    .prepare("SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'rtree_detection_areas%'")
    .all()) {
    other.exec(`DROP TRIGGER "${String(name)}"`);
  }
  other.exec("UPDATE detection_areas SET geom = x'4750' WHERE fid = (SELECT MIN(fid) FROM detection_areas)");
  other.close();
  const feed = await readFeed(workspace, 'areas');
  expect(feed.id).toHaveLength(1);
  expect(feed.skipped).toBe(1);
});
