import path from 'node:path';
import { createTRPCClient, httpBatchStreamLink } from '@trpc/client';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { AppRouter } from '../../../../../electron/api/router.ts';
import { createAppHandler } from '../../../../../electron/app-handler.ts';
import type { Core } from '../../../../../electron/core/core.ts';
import { createCore } from '../../../../../electron/core/create-core.ts';
import type { OrderDraft } from '../../../../../shared/orders/draft/order-draft.ts';
import type { Submission } from '../../../../../shared/orders/request/submission.ts';
import { apiOf } from '../../../../builders/api-of.ts';
import { coreWorkers } from '../../../../builders/core-workers.ts';
import { sendJson } from '../../../../builders/http-server.ts';
import { createMemoryKeychain } from '../../../../builders/memory-keychain.ts';
import { startOrders, valued } from '../../../../builders/order-bench.ts';
import { makeDraft } from '../../../../builders/order-draft-builder.ts';
import { buildUuid } from '../../../../builders/record-builder.ts';
import { type ServiceServer, startServiceServer, takeOrder } from '../../../../builders/service-server.ts';
import { stubHost } from '../../../../builders/stub-core.ts';
import { makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

let service: ServiceServer;

beforeEach(async () => {
  service = await startServiceServer();
  onTestFinished(() => service.close());
});

/** Orders, and a saved draft that can be sent. */
async function start() {
  const bench = await startOrders(service);
  const { drafts } = apiOf(bench.workspace).api;
  const order = { draftId: buildUuid(), draft: makeDraft() };
  valued(await drafts.save({ kind: 'draft', id: order.draftId, name: '', draft: order.draft }));
  const draftIds = async () => valued(await drafts.list()).drafts.map(({ id }) => id);
  return { ...bench, drafts, order, draftIds };
}

const posts = () => service.requests.filter(({ method, path }) => method === 'POST' && path === '/ios/order');

/** Number of the next orders that the service refuses; it accepts all others. */
function refuseNext(count = 1): void {
  let left = count;
  service.fault = ({ method, path }, response) => {
    if (method !== 'POST' || path !== '/ios/order' || left === 0) return false;
    left -= 1;
    sendJson(response, 400, { message: 'Range too long.' });
    return true;
  };
}

/** The service accepts orders and the connection breaks before its response. */
function loseResponses(): void {
  service.fault = ({ method, path, body }, response) => {
    if (method !== 'POST' || path !== '/ios/order') return false;
    takeOrder(service, body);
    response.socket?.resetAndDestroy();
    return true;
  };
}

/** Holds back the response to each order until it is released. */
function holdOrders(): { readonly release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  service.fault = async ({ method, path }) => {
    if (method === 'POST' && path === '/ios/order') await promise;
    return false;
  };
  return { release: resolve };
}

const faults: Record<'accepted' | 'refused' | 'unknown', () => void> = {
  accepted: () => {},
  refused: refuseNext,
  unknown: loseResponses,
};

describe('the same draft submitted again', () => {
  it.each(['accepted', 'refused', 'unknown'] as const)(
    'returns the submission that was %s, and sends nothing',
    async (state) => {
      const { orders, order, workspace } = await start();
      faults[state]();
      const first = valued(await orders.submit(order));
      expect(first.state).toBe(state);
      service.fault = () => false;
      expect(valued(await orders.submit(order))).toEqual(first);
      const changed = { ...order, draft: makeDraft({ descriptiveName: 'Changed since' }) };
      expect(valued(await orders.submit(changed))).toEqual(first);
      expect(posts()).toHaveLength(1);
      expect(await workspace.listSubmissions()).toEqual([first]);
    },
  );

  it('returns the submission that was not sent, and sends nothing', async () => {
    const { orders, order, access } = await start();
    const { current } = access;
    access.current = undefined;
    const first = valued(await orders.submit(order));
    expect(first.state).toBe('not-sent');
    access.current = current;
    expect(valued(await orders.submit(order))).toEqual(first);
    expect(posts()).toEqual([]);
  });

  it('returns its submission even when the draft has become invalid', async () => {
    const { orders, order } = await start();
    const first = valued(await orders.submit(order));
    const empty = { ...order, draft: makeDraft({ areas: [] }) };
    expect(valued(await orders.submit(empty))).toEqual(first);
  });

  it('is recognized however its id is written', async () => {
    const { orders, order } = await start();
    const first = valued(await orders.submit(order));
    expect(valued(await orders.submit({ ...order, draftId: order.draftId.toUpperCase() }))).toEqual(first);
    expect(posts()).toHaveLength(1);
  });

  it('while it is being sent waits for the outcome of that one', async () => {
    const { orders, order } = await start();
    const held = holdOrders();
    const calls = [1, 2, 3, 4].map(() => orders.submit(order));
    held.release();
    const outcomes = (await Promise.all(calls)).map(valued);
    expect(outcomes[0]?.state).toBe('accepted');
    expect(new Set(outcomes.map(({ id, state }) => `${id} ${state}`)).size).toBe(1);
    expect(posts()).toHaveLength(1);
  });

  it.each(['accepted', 'refused', 'unknown'] as const)(
    'in another run on the same workspace returns the submission that was %s',
    async (state) => {
      const file = path.join(await makeTempFolder(), 'orders.gpkg');
      const before = await openTestWorkspace(file);
      const order = { draftId: buildUuid(), draft: makeDraft() };
      faults[state]();
      const first = valued(await (await startOrders(service, before)).orders.submit(order));
      await before.close();
      service.fault = () => false;
      const { orders } = await startOrders(service, await openTestWorkspace(file));
      expect(valued(await orders.submit(order))).toEqual(first);
      expect(posts()).toHaveLength(1);
    },
  );

  it('after an undo restored it is still one order, and is deleted again', async () => {
    const { orders, drafts, order, draftIds } = await start();
    const first = valued(await orders.submit(order));
    expect(await draftIds()).toEqual([]);
    valued(await drafts.restore(order.draftId));
    expect(valued(await orders.submit(order))).toEqual(first);
    expect(posts()).toHaveLength(1);
    expect(await draftIds()).toEqual([]);
  });

  it('after it was restored and changed sends nothing, and loses no change', async () => {
    const { orders, drafts, order } = await start();
    const first = valued(await orders.submit(order));
    valued(await drafts.restore(order.draftId));
    const draft = makeDraft({ descriptiveName: 'Changed since' });
    const { after: changed } = valued(
      await drafts.save({ kind: 'draft', id: order.draftId, name: '', draft }),
    );
    expect(valued(await orders.submit({ ...order, draft }))).toEqual(first);
    expect(posts()).toHaveLength(1);
    expect(valued(await drafts.list()).drafts).toEqual([changed]);
  });

  it('after a late save of the form sends nothing', async () => {
    const { orders, drafts } = await start();
    const order = { draftId: buildUuid(), draft: makeDraft({ descriptiveName: 'Never stored before' }) };
    const first = valued(await orders.submit(order));
    valued(await drafts.save({ kind: 'draft', id: order.draftId, name: '', draft: order.draft }));
    expect(valued(await orders.submit(order))).toEqual(first);
    expect(posts()).toHaveLength(1);
  });

  it('that earlier versions sent several times returns the accepted submission', async () => {
    const { orders, order, workspace } = await start();
    const { bodyText } = valued(await orders.preview(order.draft));
    const earlier = (state: Submission['state'], minute: number, orderId?: string): Submission => ({
      id: buildUuid(),
      state,
      descriptiveName: '',
      bodyText,
      createdAt: `2026-11-20T08:0${minute}:00.000Z`,
      draftId: order.draftId,
      ...(orderId === undefined ? {} : { orderId }),
    });
    const rows = [earlier('refused', 1), earlier('accepted', 2, 'order-7'), earlier('not-sent', 3)];
    for (const row of rows) await workspace.saveSubmission(row);
    expect(valued(await orders.submit(order))).toEqual(rows[1]);
    expect(valued(await orders.resend(rows[0]?.id ?? ''))).toEqual(rows[1]);
    expect(posts()).toEqual([]);
  });
});

describe('a draft that ordered nothing', () => {
  it('is sent once after a correction that names the submission it retries', async () => {
    const { orders, order, draftIds } = await start();
    refuseNext();
    const refused = valued(await orders.submit(order));
    const draft = makeDraft({ descriptiveName: 'Corrected' });
    const corrected = { ...order, draft, retryOf: refused.id };
    const calls = [1, 2, 3, 4].map(() => orders.submit(corrected));
    const outcomes = (await Promise.all(calls)).map(valued);
    expect(outcomes[0]).toMatchObject({
      state: 'accepted',
      retryOf: refused.id,
      descriptiveName: 'Corrected',
    });
    for (const outcome of [...outcomes, valued(await orders.submit(corrected))]) {
      expect(outcome).toEqual(outcomes[0]);
    }
    expect(valued(await orders.submit(order))).toEqual(outcomes[0]);
    expect(posts()).toHaveLength(2);
    expect(await draftIds()).toEqual([]);
  });

  it('takes one retry for each submission, also when the clock was set back', async () => {
    const { orders, order, workspace } = await start();
    refuseNext(2);
    const first = valued(await orders.submit(order));
    await workspace.saveSubmission({ ...first, createdAt: '2099-01-01T00:00:00.000Z' });
    const second = valued(await orders.submit({ ...order, retryOf: first.id }));
    expect(second).toMatchObject({ state: 'refused', retryOf: first.id });
    expect(valued(await orders.submit({ ...order, retryOf: first.id }))).toEqual(second);
    expect(posts()).toHaveLength(2);
    const third = valued(await orders.submit({ ...order, retryOf: second.id }));
    expect(third.state).toBe('accepted');
    expect(posts()).toHaveLength(3);
  });

  it.each(['accepted', 'unknown'] as const)('does not retry a submission that was %s', async (state) => {
    const { orders, order } = await start();
    faults[state]();
    const first = valued(await orders.submit(order));
    service.fault = () => false;
    expect(valued(await orders.submit({ ...order, retryOf: first.id }))).toEqual(first);
    expect(posts()).toHaveLength(1);
  });

  it('is resent unchanged once, from two tabs at once and after a lost response', async () => {
    const { orders, order, draftIds } = await start();
    refuseNext();
    const refused = valued(await orders.submit(order));
    const [one, other] = await Promise.all([orders.resend(refused.id), orders.resend(refused.id)]);
    expect(valued(one)).toMatchObject({ state: 'accepted', bodyText: refused.bodyText, retryOf: refused.id });
    expect(valued(other)).toEqual(valued(one));
    expect(valued(await orders.resend(refused.id))).toEqual(valued(one));
    expect(posts().map(({ body }) => body)).toEqual([refused.bodyText, refused.bodyText]);
    expect(await draftIds()).toEqual([]);
  });

  it('is not both corrected and resent unchanged', async () => {
    const { orders, order } = await start();
    refuseNext();
    const refused = valued(await orders.submit(order));
    const corrected = { ...order, draft: makeDraft({ descriptiveName: 'Corrected' }), retryOf: refused.id };
    const [one, other] = await Promise.all([orders.resend(refused.id), orders.submit(corrected)]);
    expect(valued(one)).toEqual(valued(other));
    expect(posts()).toHaveLength(2);
  });

  it('that earlier versions stored without a draft is resent once', async () => {
    const { orders, order, workspace } = await start();
    const { bodyText } = valued(await orders.preview(order.draft));
    const old: Submission = {
      id: buildUuid(),
      state: 'not-sent',
      descriptiveName: '',
      bodyText,
      createdAt: '2026-11-20T08:00:00.000Z',
    };
    await workspace.saveSubmission(old);
    const again = valued(await orders.resend(old.id));
    expect(again.state).toBe('accepted');
    expect(valued(await orders.resend(old.id))).toEqual(again);
    expect(posts()).toHaveLength(1);
  });

  it('is resent once after a restart', async () => {
    const file = path.join(await makeTempFolder(), 'orders.gpkg');
    const before = await openTestWorkspace(file);
    const first = await startOrders(service, before);
    refuseNext(2);
    const refused = valued(await first.orders.submit({ draftId: buildUuid(), draft: makeDraft() }));
    const again = valued(await first.orders.resend(refused.id));
    expect(again.state).toBe('refused');
    await before.close();
    const { orders } = await startOrders(service, await openTestWorkspace(file));
    expect(valued(await orders.resend(refused.id))).toEqual(again);
    expect(posts()).toHaveLength(2);
  });
});

describe('a duplicate', () => {
  /** A second draft with the same content, started on purpose. */
  const duplicateOf = (draft: OrderDraft) => ({ draftId: buildUuid(), draft });

  it('is a separate order, after the comparison has shown the accepted one', async () => {
    const { orders, order } = await start();
    const first = valued(await orders.submit(order));
    const duplicate = duplicateOf(order.draft);
    const check = valued(await orders.overlaps(duplicate.draft));
    expect(check.overlaps).toMatchObject([{ orderId: first.orderId, shareOfArea: 1, shareOfTime: 1 }]);
    const second = valued(await orders.submit(duplicate));
    expect(second.state).toBe('accepted');
    expect(second.id).not.toBe(first.id);
    expect(posts()).toHaveLength(2);
  });

  it('is compared with the accepted one also when the service cannot be reached', async () => {
    const { orders, order } = await start();
    const first = valued(await orders.submit(order));
    await service.close();
    const check = valued(await orders.overlaps(order.draft));
    expect(check).toMatchObject({
      overlaps: [{ orderId: first.orderId, shareOfArea: 1, shareOfTime: 1 }],
      unassessed: [],
      listProblem: expect.any(String),
    });
    service = await startServiceServer();
  });

  it('is compared with the accepted one when the service gives neither its list nor its request', async () => {
    const { orders, order } = await start();
    service.fault = ({ method }, response) => {
      if (method !== 'POST') sendJson(response, 500, {});
      return method !== 'POST';
    };
    const first = valued(await orders.submit(order));
    const { overlaps, unassessed } = valued(await orders.overlaps(order.draft));
    expect(overlaps.map(({ orderId }) => orderId)).toEqual([first.orderId]);
    expect(unassessed).toEqual([]);
  });

  it('waits while the outcome of an equal order is not known', async () => {
    const { orders, order } = await start();
    loseResponses();
    valued(await orders.submit(order));
    expect(await orders.submit(duplicateOf(order.draft))).toMatchObject({ failure: { code: 'conflict' } });
    expect(posts()).toHaveLength(1);
  });
});

describe('through the API', () => {
  /** The whole core on a data folder, signed in to the service. */
  async function startApp(dataDir: string): Promise<Core> {
    const core = await createCore({
      dataDir,
      keychain: createMemoryKeychain(),
      workers: coreWorkers,
      demo: false,
      onProblem: (error) => {
        throw error;
      },
    });
    onTestFinished(() => core.close());
    const known = core.session.profiles().find(({ baseUrl }) => baseUrl === service.url);
    const { id } =
      known ??
      valued(
        await core.session.saveProfile({ name: 'Test', baseUrl: service.url, imageBaseUrl: service.url }),
      );
    valued(await core.session.signIn({ profileId: id, username: 'analyst', password: 'any' }));
    return core;
  }

  /** A separate API client, as each tab has one. */
  function openTab(core: Core) {
    const handler = createAppHandler({ core, host: stubHost, rendererDir: '/nowhere', onProblem: () => {} });
    const link = httpBatchStreamLink({
      url: 'http://127.0.0.1:1/api',
      fetch: (address, init) => handler(new Request(address as string, init as RequestInit)),
    });
    return createTRPCClient<AppRouter>({ links: [link] });
  }

  it('four submissions from two tabs, and one after a restart, are one order', async () => {
    const dataDir = path.join(await makeTempFolder(), 'data');
    const core = await startApp(dataDir);
    const [one, other] = [openTab(core), openTab(core)];
    const order = { draftId: buildUuid(), draft: makeDraft() };
    const outcomes = await Promise.all(
      [one, other, one, other].map(async (tab) => valued(await tab.orders.submit.mutate(order))),
    );
    expect(outcomes[0]?.state).toBe('accepted');
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
    await core.close();
    const next = openTab(await startApp(dataDir));
    expect(valued(await next.orders.submit.mutate(order))).toEqual(outcomes[0]);
    expect(posts()).toHaveLength(1);
  });

  it.each([{}, { draftId: '' }, { draftId: 'one' }, { draftId: null }])(
    'a submission without the id of a draft is refused: %j',
    async (identity) => {
      const core = await startApp(path.join(await makeTempFolder(), 'data'));
      const submit = openTab(core).orders.submit.mutate as (input: unknown) => Promise<unknown>;
      expect(await submit({ ...identity, draft: makeDraft() })).toMatchObject({
        ok: false,
        failure: { code: 'invalid-input', problems: [{ field: 'draftId' }] },
      });
      expect(posts()).toEqual([]);
    },
  );
});
