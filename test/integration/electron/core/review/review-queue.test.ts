import { describe, expect, test } from 'vitest';
import { appRouter } from '../../../../../electron/api/router.ts';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import type { SavedReviewQueue } from '../../../../../shared/review/review-queue.ts';
import { valued } from '../../../../builders/fetch-core.ts';
import { buildFeature, buildRecord } from '../../../../builders/record-builder.ts';
import { reviewsOf } from '../../../../builders/review-builder.ts';
import { stubCore, stubHost } from '../../../../builders/stub-core.ts';
import { fillWorkspace, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

function apiOf(workspace: Workspace | undefined) {
  return appRouter.createCaller({ core: stubCore({ workspace: () => workspace }), host: stubHost })
    .reviewQueue;
}

const queue: SavedReviewQueue = {
  title: 'length_m > 40',
  skipsJudged: true,
  startedAt: '2026-11-20T08:00:00.000Z',
  ids: 'AQAAAAIAAAADAAAA',
};

describe('the queue of a review', () => {
  test('is saved with its position until it is cleared', async () => {
    const api = apiOf(await openTestWorkspace());
    expect(valued(await api.saved())).toBeNull();
    valued(await api.save({ queue, position: { at: 0, state: 'running' } }));
    valued(await api.savePosition({ at: 2, state: 'paused' }));
    expect(valued(await api.saved())).toEqual({ queue, place: { at: 2, state: 'paused' } });
    valued(await api.clear({}));
    expect(valued(await api.saved())).toBeNull();
  });

  test('of another version is ignored, and ids that are no base64 are refused', async () => {
    const workspace = await openTestWorkspace();
    const api = apiOf(workspace);
    await workspace.saveSetting('review-queue', '{"of":"another version"}');
    expect(valued(await api.saved())).toBeNull();
    expect(
      await api.save({ queue: { ...queue, ids: 'not base64!' }, position: { at: 0, state: 'running' } }),
    ).toMatchObject({
      ok: false,
      failure: { code: 'invalid-input', problems: [{ message: 'The ids of a queue are base64.' }] },
    });
  });

  test('is not written when another workspace was opened, or this one was rebuilt', async () => {
    const workspace = await openTestWorkspace();
    const state = { workspace: 'open', workspacePath: workspace.path, workspaceFileId: 'rebuilt' } as const;
    const core = stubCore({ workspace: () => workspace, workspaceStatus: () => state });
    const { reviewQueue: api, reviews } = appRouter.createCaller({ core, host: stubHost });
    const saved = { queue, position: { at: 0, state: 'running' } } as const;
    valued(await api.save({ ...saved, workspace: `rebuilt ${workspace.path}` }));
    for (const other of ['rebuilt /b.gpkg', `file-1 ${workspace.path}`]) {
      const refused = { ok: false, failure: { code: 'conflict' } };
      expect(await api.savePosition({ at: 2, state: 'paused', workspace: other })).toMatchObject(refused);
      expect(await api.clear({ workspace: other })).toMatchObject(refused);
      const change = { ids: [1], change: { verdict: 'confirmed' }, workspace: other } as const;
      expect(await reviews.set({ ...change, ids: [...change.ids] })).toMatchObject(refused);
    }
    expect(valued(await api.saved())).toMatchObject({ place: { at: 0 } });
    valued(await api.savePosition({ at: 2, state: 'paused', workspace: `rebuilt ${workspace.path}` }));
    expect(valued(await api.saved())).toMatchObject({ place: { at: 2, state: 'paused' } });
    expect(await workspace.getSetting('review-queue place')).not.toContain('workspace');
  });

  test('needs a workspace', async () => {
    expect(await apiOf(undefined).saved()).toMatchObject({ ok: false, failure: { code: 'no-workspace' } });
  });
});

describe('the images of a queue', () => {
  const image = (startTimeUTC: string, vendorId: string) => ({
    startTimeUTC,
    vendorId,
    sensorName: 'ICEYE-X7',
  });
  const features = (count: number) => Array.from({ length: count }, () => buildFeature());

  test('come in its order with their count and how many are judged', async () => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, [
      buildRecord({ sensors: [image('2026-11-19T08:00:00Z', 'old')], features: features(2) }),
      buildRecord({ sensors: [image('2026-11-20T08:00:00Z', 'new')], features: features(3) }),
      buildRecord({ sensors: [image('2026-11-19T08:00:00Z', 'old')], features: features(1) }),
      buildRecord({ sensors: [], features: features(1) }),
    ]);
    const { reviews } = reviewsOf(workspace);
    valued(await reviews.set({ ids: [1, 6], change: { verdict: 'confirmed' } }));
    valued(await reviews.set({ ids: [2], change: { flagged: true } }));
    const api = apiOf(workspace);
    const counts = valued(await api.passCounts({})).map(
      ({ vendorId, startedAt, count, reviewed: judged }) => [vendorId, startedAt, count, judged],
    );
    expect(counts).toEqual([
      ['new', Date.UTC(2026, 10, 20, 8), 3, 0],
      ['old', Date.UTC(2026, 10, 19, 8), 3, 2],
      [null, null, 1, 0],
    ]);
    const unreviewed = valued(await api.passCounts({ verdicts: ['unreviewed'] }));
    expect(unreviewed.map(({ vendorId, count }) => [vendorId, count])).toEqual([
      ['new', 3],
      ['old', 1],
      [null, 1],
    ]);
    expect(valued(await api.passCounts({ ids: [999] }))).toEqual([]);
    expect(await api.passCounts({ expression: 'length >' })).toMatchObject({ ok: false });
  });
});
