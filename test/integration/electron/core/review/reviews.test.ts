import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import { decodeFeed } from '../../../../../shared/results/detection-feed.ts';
import { decodeFeedReviews } from '../../../../../shared/results/feed-reviews.ts';
import type { Review } from '../../../../../shared/review/review.ts';
import { reviewFlags } from '../../../../../shared/review/review-flags.ts';
import { valued } from '../../../../builders/fetch-core.ts';
import { buildFeature, buildRecord } from '../../../../builders/record-builder.ts';
import { reviewsOf } from '../../../../builders/review-builder.ts';
import {
  buildFetch,
  buildFetchedPage,
  fillWorkspace,
  makeTempFolder,
  openTestWorkspace,
} from '../../../../builders/workspace-builder.ts';

/** A workspace with one record of so many detections, every third without a chip; their ids are 1, 2, 3 … */
async function workspaceOf(count: number): Promise<Workspace> {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [recordOf(count)]);
  return workspace;
}

function recordOf(count: number) {
  return buildRecord({
    features: Array.from({ length: count }, (_, index) =>
      buildFeature({
        geometry: { type: 'Point', coordinates: [121 + index / 1000, 31] },
        properties: { sarChipIdentifier: index % 3 === 2 ? undefined : `chip ${index}` },
      }),
    ),
  });
}

async function reviewsById(workspace: Workspace): Promise<ReadonlyMap<number, Review | null>> {
  const ids = [...(await workspace.matchingIds({}))];
  return new Map((await workspace.detections(ids)).map(({ id, review }) => [id, review]));
}

const failureOf = (result: { readonly ok: boolean }) => ('failure' in result ? result.failure : undefined);

describe('setting reviews', () => {
  test('preserves what is not changed, records reviewer and time, and writes nothing where nothing changes', async () => {
    const workspace = await workspaceOf(4);
    const { reviews, published } = reviewsOf(workspace);
    const first = valued(await reviews.set({ ids: [2], change: { verdict: 'confirmed', note: 'Tanker' } }));
    expect(first).toMatchObject({ changed: 1, missing: [] });
    const again = valued(await reviews.set({ ids: [2, 3], change: { flagged: true } }));
    expect(again.reviews).toEqual([
      {
        id: 2,
        review: {
          verdict: 'confirmed',
          flagged: true,
          note: 'Tanker',
          reviewer: 'anna@example.org',
          reviewedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        },
      },
      { id: 3, review: expect.objectContaining({ verdict: null, flagged: true, note: '' }) },
    ]);
    expect((await reviewsById(workspace)).get(2)).toEqual(again.reviews[0]?.review);
    const events = published.length;
    const same = valued(await reviews.set({ ids: [2, 3], change: { flagged: true } }));
    expect(same).toEqual({ batch: null, changed: 0, missing: [], reviews: [] });
    expect(published).toHaveLength(events);
    expect(valued(await reviews.history(2))).toHaveLength(2);
    expect(valued(await reviews.batches(10)).batches.map(({ changed }) => changed)).toEqual([2, 1]);
  });

  test('writes a batch once, whose response was lost, and returns it to the retry', async () => {
    const { reviews, published } = reviewsOf(await workspaceOf(2));
    const request = { ids: [1, 2], change: { flagged: true }, batch: randomUUID() };
    const first = valued(await reviews.set(request));
    expect(valued(await reviews.set(request))).toEqual(first);
    expect(first.batch).toBe(request.batch);
    expect(published).toHaveLength(1);
    expect(valued(await reviews.history(1))).toHaveLength(1);
  });

  test('returns which ids are no detections, and does nothing when none is', async () => {
    const workspace = await workspaceOf(2);
    const { reviews } = reviewsOf(workspace);
    const some = await reviews.set({ ids: [1, 77, 99], change: { verdict: 'unsure' } });
    expect(valued(some)).toMatchObject({ changed: 1, missing: [77, 99] });
    expect(failureOf(await reviews.set({ ids: [77], change: { verdict: 'unsure' } }))).toMatchObject({
      code: 'not-found',
    });
    expect(failureOf(await reviews.history(77))).toMatchObject({ code: 'not-found' });
  });

  test('is signed by the name that the analyst gives, or else by the account', async () => {
    const workspace = await workspaceOf(2);
    const { reviews } = reviewsOf(workspace);
    expect(valued(await reviews.setReviewer('Anna'))).toEqual({ name: 'Anna', given: 'Anna' });
    valued(await reviews.set({ ids: [1], change: { verdict: 'rejected' } }));
    expect(valued(await reviews.setReviewer(''))).toEqual({ name: 'anna@example.org', given: null });
    valued(await reviews.set({ ids: [2], change: { verdict: 'rejected' } }));
    expect([...(await reviewsById(workspace)).values()].map((review) => review?.reviewer)).toEqual([
      'Anna',
      'anna@example.org',
    ]);
  });

  test('changes nothing without a workspace', async () => {
    const { reviews } = reviewsOf(undefined);
    const done = await reviews.set({ ids: [1], change: { flagged: true } });
    expect(failureOf(done)).toMatchObject({ code: 'no-workspace' });
  });

  test('finds its detection again when the record comes with other content', async () => {
    const workspace = await openTestWorkspace();
    const record = recordOf(5);
    await fillWorkspace(workspace, [record]);
    const { reviews } = reviewsOf(workspace);
    valued(await reviews.set({ ids: [1, 2, 3, 4], change: { verdict: 'confirmed', note: 'kept' } }));
    const { features } = record.content as { features: readonly unknown[] };
    const changed = { ...record, content: { ...(record.content as object), features: features.slice(0, 3) } };
    const fetch = buildFetch();
    await workspace.saveFetch(fetch);
    await workspace.ingestPage(buildFetchedPage(fetch, [changed]));
    expect([...(await reviewsById(workspace))].map(([id, review]) => [id, review?.note])).toEqual([
      [1, 'kept'],
      [2, 'kept'],
      [3, 'kept'],
    ]);
    const back = buildFetch();
    await workspace.saveFetch(back);
    await workspace.ingestPage(buildFetchedPage(back, [record]));
    const all = [...(await reviewsById(workspace)).values()];
    expect(all.map((review) => review?.verdict ?? null)).toEqual([
      'confirmed',
      'confirmed',
      'confirmed',
      'confirmed',
      null,
    ]);
    expect(await workspace.matchingIds({ verdicts: ['confirmed'] })).toHaveLength(4);
    expect(valued(await reviews.history(4))).toHaveLength(1);
  });
});

describe('undoing', () => {
  test('restores the reviews before, by any reviewer, and can be undone itself', async () => {
    const workspace = await workspaceOf(3);
    const anna = reviewsOf(workspace).reviews;
    const bert = reviewsOf(workspace, 'bert').reviews;
    valued(await anna.set({ ids: [1, 2], change: { verdict: 'confirmed', note: 'by Anna' } }));
    const before = await reviewsById(workspace);
    const { batch } = valued(await bert.set({ ids: [1, 2, 3], change: { verdict: 'rejected', note: '' } }));
    const overruled = await reviewsById(workspace);
    const undo = valued(await anna.undo(String(batch)));
    expect(undo).toMatchObject({ changed: 3 });
    expect(await reviewsById(workspace)).toEqual(before);
    expect(undo.reviews).toEqual([...before].map(([id, review]) => ({ id, review })));
    const history = valued(await anna.history(1));
    expect(history.map(({ kind, review }) => [kind, review.verdict, review.reviewer])).toEqual([
      ['undo', 'confirmed', 'anna@example.org'],
      ['set', 'rejected', 'bert'],
      ['set', 'confirmed', 'anna@example.org'],
    ]);
    expect(valued(await anna.history(3)).map(({ review }) => review.verdict)).toEqual([null, 'rejected']);
    valued(await bert.undo(String(undo.batch)));
    expect(await reviewsById(workspace)).toEqual(overruled);
    expect(valued(await anna.batches(10)).batches.map(({ kind, undone }) => [kind, undone])).toEqual([
      ['undo', false],
      ['undo', true],
      ['set', false],
      ['set', false],
    ]);
  });

  test('ends for batches that undo themselves, each other, or in a chain of thousands', async () => {
    const workspace = await workspaceOf(3);
    const { reviews } = reviewsOf(workspace);
    const setOne = async (id: number) =>
      String(valued(await reviews.set({ ids: [id], change: { flagged: true } })).batch);
    const [itself, one, other] = [await setOne(1), await setOne(2), await setOne(3)];
    const database = new DatabaseSync(workspace.path);
    const link = database.prepare('UPDATE review_batches SET undoes = ? WHERE batch = ?');
    for (const [undoes, batch] of [
      [itself, itself],
      [one, other],
      [other, one],
    ] as const)
      link.run(undoes, batch);
    const insert = database.prepare(
      "INSERT INTO review_batches (batch, kind, undoes, reviewer, made_at, changed) VALUES (?, 'undo', ?, 'eve', '2026-11-20T08:00:00Z', 1)",
    );
    database.exec('BEGIN');
    const length = 20_000;
    for (let index = 0; index < length; index += 1) insert.run(`chain ${index}`, `chain ${index - 1}`);
    database.exec('COMMIT');
    database.close();
    expect((await reviews.undo(itself)).ok).toBe(true);
    const { batches } = valued(await reviews.batches(1_000));
    expect(batches[1]).toMatchObject({ batch: `chain ${length - 1}`, undone: false });
    expect(batches[2]).toMatchObject({ batch: `chain ${length - 2}`, undone: true });
  });

  test('lists the batches next to one of an unknown kind, and counts it', async () => {
    const workspace = await workspaceOf(2);
    const { reviews } = reviewsOf(workspace);
    valued(await reviews.set({ ids: [1], change: { verdict: 'confirmed' } }));
    const second = valued(await reviews.set({ ids: [2], change: { verdict: 'unsure' } }));
    const database = new DatabaseSync(workspace.path);
    database.prepare("UPDATE review_batches SET kind = 'bulk' WHERE id = 1").run();
    database.close();
    expect(valued(await reviews.batches(10))).toMatchObject({
      batches: [{ batch: second.batch }],
      unknownKinds: 1,
    });
    expect(valued(await reviews.history(1))).toMatchObject([
      { kind: null, review: { verdict: 'confirmed' } },
    ]);
  });

  test('goes back step by step, also after a restart', async () => {
    const workspace = await workspaceOf(2);
    const { reviews } = reviewsOf(workspace);
    const first = valued(await reviews.set({ ids: [1], change: { verdict: 'confirmed' } }));
    const second = valued(await reviews.set({ ids: [1, 2], change: { verdict: 'unsure' } }));
    await workspace.close();
    const reopened = await openTestWorkspace(workspace.path);
    const later = reviewsOf(reopened).reviews;
    expect(valued(await later.batches(1)).batches).toMatchObject([{ batch: second.batch, undone: false }]);
    valued(await later.undo(String(second.batch)));
    valued(await later.undo(String(first.batch)));
    expect([...(await reviewsById(reopened)).values()]).toEqual([null, null]);
    expect(await reopened.matchingIds({ verdicts: ['unreviewed'] })).toHaveLength(2);
  });

  test('is refused when detections were reviewed since, when it was undone, and when it is unknown', async () => {
    const workspace = await workspaceOf(3);
    const { reviews } = reviewsOf(workspace);
    const { batch } = valued(await reviews.set({ ids: [1, 2, 3], change: { verdict: 'confirmed' } }));
    const later = valued(await reviews.set({ ids: [2, 3], change: { note: 'wait' } }));
    const before = await reviewsById(workspace);
    expect(failureOf(await reviews.undo(String(batch)))).toEqual({
      code: 'conflict',
      message:
        'This change cannot be undone: 2 detections of its 3 have been reviewed since. Undo the later changes first, or review them again.',
    });
    expect(await reviewsById(workspace)).toEqual(before);
    valued(await reviews.undo(String(later.batch)));
    valued(await reviews.undo(String(batch)));
    expect(failureOf(await reviews.undo(String(batch)))).toMatchObject({ code: 'conflict' });
    expect(failureOf(await reviews.undo(crypto.randomUUID()))).toMatchObject({ code: 'not-found' });
  });
});

describe('the map', () => {
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const feedOf = async (workspace: Workspace) =>
    decodeFeed((await workspace.detectionFeed()).buffer as ArrayBuffer, decode);

  test('receives the flags of changed detections, or refetches all of them', async () => {
    const workspace = await workspaceOf(1200);
    const { reviews, published } = reviewsOf(workspace);
    const before = await feedOf(workspace);
    const done = valued(await reviews.set({ ids: [7, 9], change: { verdict: 'rejected', flagged: true } }));
    const event = published.at(-1);
    expect(event).toEqual({
      type: 'reviews',
      previousVersion: before.reviewsVersion,
      version: before.reviewsVersion + 1,
      flags: done.reviews.map(({ id, review }) => ({ id, flags: reviewFlags(review) })),
    });
    const small = decodeFeedReviews((await workspace.feedReviews()).buffer as ArrayBuffer);
    expect(small).toMatchObject({ version: before.version, reviewsVersion: before.reviewsVersion + 1 });
    expect([small.flags[6], small.flags[8], small.flags[7]]).toEqual([24, 24, 0]);
    const ids = [...before.id];
    const many = valued(await reviews.set({ ids, change: { verdict: 'confirmed' } }));
    expect(many).toMatchObject({ changed: 1200 });
    expect(many.reviews).toHaveLength(1000);
    expect(published.at(-1)).toMatchObject({ type: 'reviews', flags: null });
    const after = await feedOf(workspace);
    const flags = decodeFeedReviews((await workspace.feedReviews()).buffer as ArrayBuffer).flags;
    expect(after.version).toBe(before.version);
    expect([...flags]).toEqual([...after.flags].map((bits) => bits & 0b11100));
    expect(flags[6]).toBe(20);
    expect(flags[7]).toBe(4);
  });

  test('sees every change, however reviews and detections come one after another', async () => {
    const workspace = await workspaceOf(6);
    const { reviews } = reviewsOf(workspace);
    const check = async () => {
      const rows = [...(await reviewsById(workspace))];
      const { flags } = decodeFeedReviews((await workspace.feedReviews()).buffer as ArrayBuffer);
      expect([...flags]).toEqual(rows.map(([, review]) => reviewFlags(review)));
      expect([...(await workspace.matchingIds({ expression: "reviewer = 'anna@example.org'" }))]).toEqual(
        rows.flatMap(([id, review]) => (review ? [id] : [])),
      );
      const noted = rows.flatMap(([id, review]) => (review?.note === 'seen' ? [id] : []));
      expect([...(await workspace.matchingIds({ expression: "note = 'seen'" }))]).toEqual(noted);
      expect([...(await workspace.matchingIds({ expression: 'reviewed > 2020-01-01' }))]).toEqual(
        rows.flatMap(([id, review]) => (review ? [id] : [])),
      );
    };
    await check();
    const first = valued(await reviews.set({ ids: [1, 2], change: { verdict: 'confirmed' } }));
    await check();
    await fillWorkspace(workspace, [recordOf(3)]);
    await check();
    valued(await reviews.set({ ids: [2, 8], change: { note: 'seen' } }));
    await fillWorkspace(workspace, [recordOf(2)]);
    await check();
    valued(await reviews.set({ ids: [1], change: { verdict: 'unsure' } }));
    expect((await reviews.undo(String(first.batch))).ok).toBe(false);
    await workspace.clearCaches();
    await check();
    valued(await reviews.set({ ids: [2, 8], change: { note: '' } }));
    await check();
    const counts = await workspace.groupCounts({ filter: {}, by: 'verdict' });
    expect(counts.map(({ key, count }) => [key, count])).toEqual([
      ['unreviewed', 9],
      ['confirmed', 1],
      ['unsure', 1],
    ]);
  });
});

describe('a queue', () => {
  const image = (startTimeUTC: string, vendorId: string, sensorName = 'ICEYE-X7') => ({
    startTimeUTC,
    vendorId,
    sensorName,
  });

  test('is ordered by image, the latest first, within the filter', async () => {
    const workspace = await openTestWorkspace();
    const features = (count: number) => Array.from({ length: count }, () => buildFeature());
    await fillWorkspace(workspace, [
      buildRecord({ sensors: [image('2026-11-19T08:00:00Z', 'old')], features: features(2) }),
      buildRecord({ sensors: [image('2026-11-20T08:00:00Z', 'b')], features: features(2) }),
      buildRecord({ sensors: [image('2026-11-20T08:00:00Z', 'a')], features: features(2) }),
      buildRecord({ sensors: [image('2026-11-20T08:00:00Z', 'b')], features: features(1) }),
      // Two images: a detection is of the one that it names.
      buildRecord({
        sensors: [image('2026-11-19T08:00:00Z', 'old'), image('2026-11-21T08:00:00Z', 'new', 'Capella-9')],
        features: [
          buildFeature({ properties: { sensorDataIndex: 1 } }),
          buildFeature({ properties: { sensorDataIndex: 0 } }),
        ],
      }),
    ]);
    expect([...(await workspace.reviewQueue({}, 'pass'))]).toEqual([8, 5, 6, 3, 4, 7, 1, 2, 9]);
    const { reviews } = reviewsOf(workspace);
    valued(await reviews.set({ ids: [3, 9], change: { verdict: 'unsure' } }));
    expect([...(await workspace.reviewQueue({ verdicts: ['unreviewed'] }, 'pass'))]).toEqual([
      8, 5, 6, 4, 7, 1, 2,
    ]);
    expect(
      [...(await workspace.reviewQueue({}, { field: 'verdict', order: 'DESC' }))].slice(0, 2).sort(),
    ).toEqual([3, 9]);
  });
});

describe('a verdict that was carried over', () => {
  test('is detached, listed, exported and attached again, and events are published', async () => {
    const workspace = await openTestWorkspace();
    const record = (latitude: number) =>
      buildRecord({
        assignedId: 'moved',
        features: [
          buildFeature({
            geometry: { type: 'Point', coordinates: [10, latitude] },
            properties: { sarChipIdentifier: undefined },
          }),
        ],
      });
    await fillWorkspace(workspace, [record(50)]);
    const { reviews, published } = reviewsOf(workspace);
    valued(await reviews.set({ ids: [1], change: { verdict: 'confirmed', note: '=two, "big"' } }));
    expect(failureOf(await reviews.detach(1))).toMatchObject({ code: 'not-found' });
    await fillWorkspace(workspace, [record(50.00002)]);
    const before = published.length;
    const detached = valued(await reviews.detach(1));
    expect(detached.reviews).toEqual([{ id: 1, review: null }]);
    expect(valued(await reviews.reattach(detached.undo)).reviews).toMatchObject([
      { id: 1, review: { verdict: 'confirmed' } },
    ]);
    expect(await workspace.detectionDetail(1)).toMatchObject({
      carriedOver: { meters: detached.undo.carriedMeters },
    });
    expect(failureOf(await reviews.reattach(detached.undo))).toMatchObject({ code: 'not-found' });
    published.splice(before);
    valued(await reviews.detach(1));
    expect(published.slice(before)).toMatchObject([{ type: 'reviews', flags: [{ id: 1, flags: 0 }] }]);
    expect([...(await workspace.matchingIds({ verdicts: ['unreviewed'] }))]).toEqual([1]);
    const { rows } = valued(await reviews.unattached({ offset: 0, limit: 10 }));
    expect(rows).toMatchObject([{ recordId: 'moved', position: [10, 50] }]);
    const file = path.join(await makeTempFolder(), 'list.csv');
    valued(await reviews.writeUnattached(file));
    expect(await readFile(file, 'utf8')).toMatch(
      /^record_id,.*\r\nmoved,SmallVesselDetection,10,50,confirmed,0,"'=two, ""big""",anna@example\.org,.*\r\n$/,
    );
    const [{ recordId = '', identity = '' } = {}] = rows;
    valued(await reviews.attach({ recordId, identity, detectionId: 1 }));
    expect([...(await workspace.matchingIds({ verdicts: ['confirmed'] }))]).toEqual([1]);
    expect(failureOf(await reviews.attach({ recordId, identity, detectionId: 1 }))).toMatchObject({
      code: 'not-found',
    });
    expect(failureOf(await reviews.reattach(detached.undo))).toMatchObject({ code: 'not-found' });
  });
});
