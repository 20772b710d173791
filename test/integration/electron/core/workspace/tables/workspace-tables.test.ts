import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { decodeGeometry } from '../../../../../../electron/core/workspace/file/geopackage/read-geometry-blob.ts';
import type { Area } from '../../../../../../shared/areas/area.ts';
import { distanceMetres } from '../../../../../../shared/geo/geodesic.ts';
import { blankDraft } from '../../../../../../shared/orders/draft/order-draft.ts';
import type { Order } from '../../../../../../shared/orders/order.ts';
import type { Submission } from '../../../../../../shared/orders/request/submission.ts';
import { positions } from '../../../../../builders/positions.ts';
import { buildUuid } from '../../../../../builders/record-builder.ts';
import { buildFetch, openTestStore } from '../../../../../builders/workspace-builder.ts';
import { withFile } from '../../../../../builders/workspace-columns.ts';

function buildArea(overrides: Partial<Area> = {}): Area {
  return {
    id: buildUuid(),
    name: 'Harbour',
    shape: {
      kind: 'polygon',
      polygon: {
        type: 'Polygon',
        coordinates: [positions('121 31, 122 31, 122 32, 121 31')],
      },
    },
    squareMetres: 5_290_000_000,
    createdAt: '2026-11-20T08:00:00.000Z',
    updatedAt: '2026-11-20T08:00:00.000Z',
    ...overrides,
  };
}

describe('areas', () => {
  test('are read as they were written, oldest first', () => {
    const store = openTestStore();
    const later = buildArea({ createdAt: '2026-11-21T08:00:00.000Z' });
    const circle = buildArea({ shape: { kind: 'circle', center: [179.9, 10.25], radiusMetres: 25_000 } });
    store.upsertArea(later);
    store.upsertArea(circle);
    expect(store.listAreas()).toEqual([circle, later]);
  });

  test('are replaced by id', () => {
    const store = openTestStore();
    const area = buildArea();
    store.upsertArea(area);
    const renamed = {
      ...area,
      name: 'Roads',
      shape: { kind: 'circle', center: [0, 0], radiusMetres: 5 },
    } as const;
    store.upsertArea({ ...renamed, shape: { ...renamed.shape, center: [0, 0] } });
    expect(store.listAreas()).toEqual([renamed]);
  });

  test('that were deleted are restored with all their data', () => {
    const store = openTestStore();
    const area = buildArea();
    store.upsertArea(area);
    const nothing = {
      expected: [],
      upserts: [],
      remove: [],
      restore: [],
      deletedAt: '2026-11-20T09:00:00.000Z',
    };
    const missing = { done: false, reason: 'missing', id: area.id };
    expect(store.changeAreas({ ...nothing, remove: [area.id] })).toEqual({ done: true, restored: [] });
    expect(store.changeAreas({ ...nothing, remove: [area.id] })).toEqual(missing);
    expect(store.listAreas()).toEqual([]);
    expect(store.changeAreas({ ...nothing, restore: [area.id] })).toEqual({ done: true, restored: [area] });
    expect(store.changeAreas({ ...nothing, restore: [area.id] })).toEqual(missing);
    expect(store.listAreas()).toEqual([area]);
  });

  test('a circle is a geodesic polygon in the layer', () => {
    const store = openTestStore();
    store.upsertArea(buildArea({ shape: { kind: 'circle', center: [30, 60], radiusMetres: 10_000 } }));
    store.close();
    const database = new DatabaseSync(store.path, { readOnly: true });
    const geom = database.prepare('SELECT geom FROM areas').get()?.geom;
    database.close();
    const geometry = geom instanceof Uint8Array ? decodeGeometry(geom) : undefined;
    if (geometry?.type !== 'Polygon') throw new Error('The layer holds no polygon.');
    for (const [longitude = 0, latitude = 0] of geometry.coordinates.flat()) {
      expect(distanceMetres([30, 60], [longitude, latitude])).toBeCloseTo(10_000, 3);
    }
  });
});

describe('orders', () => {
  const buildOrder = (overrides: Partial<Order> = {}): Order => ({
    id: 'order-1',
    descriptiveName: 'Harbour watch',
    request: 'request-1',
    statusHistory: [{ state: 'created', when: '2026-11-20T08:00:00.000Z' }],
    ...overrides,
  });

  test('are stored as received, unknown fields too, newest first', () => {
    const store = openTestStore();
    const old = buildOrder({ surprise: { nested: [1] } });
    const young = buildOrder({
      id: 'order-2',
      statusHistory: [{ state: 'odd', when: '2026-11-21T08:00:00.000Z' }],
    });
    expect(store.upsertOrders([old, young], '2026-11-22T00:00:00.000Z')).toEqual(['order-1', 'order-2']);
    expect(store.listOrders().map(({ order }) => order)).toEqual([young, old]);
  });

  test('only changed ids are returned, and the time of the first sight stays', () => {
    const store = openTestStore();
    store.upsertOrders([buildOrder(), buildOrder({ id: 'order-2' })], '2026-11-20T09:00:00.000Z');
    const history = [
      { state: 'created', when: '2026-11-20T08:00:00.000Z' },
      { state: 'accepted', when: '2026-11-20T10:00:00.000Z' },
    ];
    const changed = store.upsertOrders(
      [buildOrder({ statusHistory: history }), buildOrder({ id: 'order-2' })],
      '2026-11-20T10:00:00.000Z',
    );
    expect(changed).toEqual(['order-1']);
    const [first] = store.listOrders().filter(({ order }) => order.id === 'order-1');
    expect(first).toEqual({
      order: buildOrder({ statusHistory: history }),
      firstSeenAt: '2026-11-20T09:00:00.000Z',
      lastSeenAt: '2026-11-20T10:00:00.000Z',
    });
  });

  test('get their stored request by its id', () => {
    const store = openTestStore();
    store.upsertOrders([buildOrder(), buildOrder({ id: 'order-2', request: null })], 'now');
    store.upsertOrderRequest('request-1', '{ "request" : 1 }', 'now');
    const texts = store.listOrders().map(({ order, requestText }) => [order.id, requestText]);
    expect(Object.fromEntries(texts)).toEqual({ 'order-1': '{ "request" : 1 }', 'order-2': undefined });
  });

  test('that cannot be read hide no other until the next list replaces them', () => {
    const store = openTestStore();
    const orders = [buildOrder(), buildOrder({ id: 'order-2' })];
    store.upsertOrders(orders, 'now');
    withFile(store.path, (sql) => sql.run(`UPDATE orders SET body = '{"id' WHERE order_id = 'order-1'`));
    const ids = () =>
      store
        .listOrders()
        .map(({ order }) => order.id)
        .toSorted();
    expect(ids()).toEqual(['order-2']);
    store.upsertOrders(orders, 'later');
    expect(ids()).toEqual(['order-1', 'order-2']);
  });

  test('with nothing but an id are stored, too', () => {
    const store = openTestStore();
    store.upsertOrders([{ id: 'bare', statusHistory: null }], 'now');
    expect(store.listOrders()[0]?.order).toEqual({ id: 'bare', statusHistory: null });
  });
});

test('submissions are replaced by id and listed newest first', () => {
  const store = openTestStore();
  const submission: Submission = {
    id: buildUuid(),
    state: 'sending',
    descriptiveName: 'Harbour watch',
    bodyText: '{"request":{}}',
    createdAt: '2026-11-20T08:00:00.000Z',
  };
  const later = { ...submission, id: buildUuid(), createdAt: '2026-11-20T09:00:00.000Z' };
  store.saveSubmission(submission);
  store.saveSubmission(later);
  const settled: Submission = { ...submission, state: 'unknown', settledAt: '2026-11-20T08:00:30.000Z' };
  store.saveSubmission(settled);
  expect(store.listSubmissions()).toEqual([later, settled]);
});

test('the outcome of a submission is written with its order and its draft, all or nothing', () => {
  const store = openTestStore();
  const submission: Submission = {
    ...{ id: buildUuid(), draftId: buildUuid(), state: 'sending', descriptiveName: 'Harbour watch' },
    ...{ bodyText: '{"request":{}}', createdAt: '2026-11-20T08:00:00.000Z' },
  };
  const times = { createdAt: submission.createdAt, updatedAt: submission.createdAt };
  store.saveDraft({ kind: 'draft', id: submission.draftId ?? '', name: '', draft: blankDraft, ...times });
  store.saveSubmission(submission);
  const accepted: Submission = { ...submission, state: 'accepted', orderId: 'order-1' };
  const order = { id: 'order-1', statusHistory: null };
  const stored = () => [store.listOrders().length, store.listSubmissions(), store.listDrafts().drafts.length];
  withFile(store.path, (sql) =>
    sql.run(`CREATE TRIGGER full BEFORE UPDATE ON order_drafts BEGIN SELECT raise(ABORT, 'full'); END`),
  );
  expect(() => store.saveOutcome(accepted, order, 'now')).toThrow('full');
  expect(stored()).toEqual([0, [submission], 1]);
  withFile(store.path, (sql) => sql.run('DROP TRIGGER full'));
  expect(store.saveOutcome(accepted, order, 'now')).toEqual({ isDraftDeleted: true });
  expect(stored()).toEqual([1, [accepted], 0]);
});

test('a submission that cannot be read hides no other, and no order is sent that may be the same', () => {
  const store = openTestStore();
  const submission: Submission = {
    id: buildUuid(),
    state: 'unknown',
    descriptiveName: 'Harbour watch',
    bodyText: '{"request":{}}',
    createdAt: '2026-11-20T08:00:00.000Z',
  };
  const unreadable = { ...submission, id: buildUuid() };
  store.saveSubmission(submission);
  store.saveSubmission(unreadable);
  withFile(store.path, (sql) =>
    sql.run(`UPDATE submissions SET submission = '{"id' WHERE submission_id = ?`, unreadable.id),
  );
  expect(store.listSubmissions()).toEqual([submission]);
  const again: Submission = {
    ...submission,
    id: buildUuid(),
    state: 'sending',
    bodyText: '{"request":{"a":1}}',
  };
  expect(() => store.addSubmission(again)).toThrow(/^The order was not sent/);
  expect(store.listSubmissions()).toEqual([submission]);
});

test('fetches are read as they were written, and are removed when dismissed', () => {
  const store = openTestStore();
  const fetches = [buildFetch(), buildFetch({ startedAt: '2026-11-19T00:00:00.000Z' })];
  for (const fetch of fetches) store.saveFetch(fetch);
  expect(store.listFetches()).toEqual(fetches.toReversed());
  store.dismissFetch(fetches[0]?.job.id ?? '', '2026-11-20T09:00:00.000Z');
  expect(store.listFetches()).toEqual(fetches.slice(1));
});

test.for([
  ['JSON of another shape', `replace(fetch, '"job":', '"jo":')`],
  ['text that is no JSON', `replace(fetch, '{', '[')`],
])('a fetch whose cell is %s hides neither the others nor the history', ([, changed]) => {
  const store = openTestStore();
  const fetches = [buildFetch(), buildFetch({ startedAt: '2026-11-19T00:00:00.000Z' })];
  for (const fetch of fetches) store.saveFetch(fetch);
  withFile(store.path, (sql) =>
    sql.run(`UPDATE fetches SET fetch = ${changed} WHERE fetch_id = ?`, fetches[0]?.job.id ?? ''),
  );
  expect(store.listFetches()).toEqual(fetches.slice(1));
  const history = store.fetchHistory({ text: '', offset: 0, limit: 10 });
  expect(history.entries.map(({ job }) => job.id)).toEqual([fetches[1]?.job.id]);
});
