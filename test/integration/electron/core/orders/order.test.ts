import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { addArea } from '../../../../../electron/core/areas/edit-areas.ts';
import { createEvents } from '../../../../../electron/core/base/events.ts';
import { createOrders, type DraftToSend } from '../../../../../electron/core/orders/orders.ts';
import { createServiceClient } from '../../../../../electron/core/service/service-client.ts';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import type { AppEvent } from '../../../../../shared/events/app-event.ts';
import { currentState } from '../../../../../shared/orders/order.ts';
import type { Result } from '../../../../../shared/result.ts';
import { apiOf } from '../../../../builders/api-of.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { sendJson } from '../../../../builders/http-server.ts';
import { makeDraft } from '../../../../builders/order-draft-builder.ts';
import { buildUuid } from '../../../../builders/record-builder.ts';
import { buildProfile, buildServiceAccess } from '../../../../builders/service-access.ts';
import { type ServiceServer, startServiceServer, takeOrder } from '../../../../builders/service-server.ts';
import { openTestWorkspace } from '../../../../builders/workspace-builder.ts';

let service: ServiceServer;

beforeEach(async () => {
  service = await startServiceServer();
  onTestFinished(() => service.close());
});

/** Orders on a workspace with one area, and an order that could be sent. */
async function start(file?: Workspace) {
  const workspace = file ?? (await openTestWorkspace());
  const events = createEvents();
  const published: AppEvent[] = [];
  events.listen(({ event }) => published.push(event));
  const access = buildServiceAccess(buildProfile(service.url));
  const current: { workspace: Workspace | undefined } = { workspace };
  const problems: unknown[] = [];
  const orders = createOrders({
    client: createServiceClient(access, { retry: { wait: async () => {} } }),
    workspace: () => current.workspace,
    events,
    onProblem: (error) => problems.push(error),
  });
  await orders.onWorkspaceOpened(workspace);
  const area = valued(
    await addArea(workspace, {
      name: 'Harbour',
      shape: { kind: 'circle', center: [121.5, 31.25], radiusMetres: 5000 },
    }),
  );
  const draft = makeDraft({
    descriptiveName: 'Harbour watch',
    areas: [{ kind: 'area', areaId: area.id }],
  });
  const order: DraftToSend = { draftId: buildUuid(), draft };
  return { workspace, orders, order, access, published, current, problems };
}

function valued<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.message}`);
  return result.value;
}

const placedOrders = () =>
  service.requests.filter(({ method, path }) => method === 'POST' && path === '/ios/order');

describe('an order', () => {
  it('is sent as previewed, and then listed', async () => {
    const { orders, order, workspace } = await start();
    const preview = valued(await orders.preview(order.draft));
    const submission = valued(await orders.submit(order));
    expect(submission).toMatchObject({ state: 'accepted', orderId: 'order-1', bodyText: preview.bodyText });
    expect(placedOrders().map(({ body }) => body)).toEqual([preview.bodyText]);
    expect(valued(await orders.list()).orders.map(({ order }) => order.id)).toEqual(['order-1']);
    expect(await workspace.listSubmissions()).toEqual([submission]);
  });

  it('has a name for its owner in the workspace, which a window with an outdated list cannot overwrite', async () => {
    const { orders, workspace } = await start();
    const { nameAccount } = apiOf(workspace).api.orders;
    const none = { id: 'owner-uuid', name: '', isMe: false };
    const named = { id: 'owner-uuid', name: 'Kim', isMe: true };
    valued(await nameAccount({ expected: none, to: named }));
    expect(valued(await orders.list()).accountNames).toEqual([named]);
    expect(await nameAccount({ expected: none, to: { ...named, name: 'Lee' } })).toMatchObject({
      ok: false,
      failure: { code: 'conflict' },
    });
    const again = await start(workspace);
    expect(valued(await again.orders.list()).accountNames).toEqual([named]);
    valued(await nameAccount({ expected: named, to: none }));
    expect(valued(await orders.list()).accountNames).toEqual([]);
  });

  it('is in the workspace before the first byte leaves', async () => {
    const { orders, order, workspace } = await start();
    let seen: readonly string[] = [];
    service.fault = async ({ method }) => {
      if (method === 'POST') seen = (await workspace.listSubmissions()).map(({ state }) => state);
      return false;
    };
    await orders.submit(order);
    expect(seen).toEqual(['sending']);
  });

  it('with fields that cannot be sent is refused before anything is saved', async () => {
    const { orders, order, workspace } = await start();
    const refused = await orders.submit({
      ...order,
      draft: { ...order.draft, contactEmail: 'anna', areas: [] },
    });
    expect(refused).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
    expect(refused.ok ? [] : refused.failure.problems?.map(({ field }) => field)).toEqual([
      'contactEmail',
      'areas',
    ]);
    expect(await workspace.listSubmissions()).toEqual([]);
    expect(service.requests).toHaveLength(0);
  });

  it('that the service refuses has the reason', async () => {
    const { orders, order } = await start();
    service.fault = (_request, response) => {
      sendJson(response, 400, { message: 'Range too long.' });
      return true;
    };
    const submission = valued(await orders.submit(order));
    expect(submission).toMatchObject({ state: 'refused', failure: { code: 'refused', status: 400 } });
    expect(submission.failure?.message).toContain('Range too long.');
  });

  it('while signed out was certainly not sent', async () => {
    const { orders, order, access } = await start();
    access.current = undefined;
    expect(valued(await orders.submit(order))).toMatchObject({
      state: 'not-sent',
      failure: { code: 'signed-out' },
    });
  });

  it('without a connection was certainly not sent, and can be sent later', async () => {
    const { orders, order } = await start();
    await service.close();
    expect(valued(await orders.submit(order))).toMatchObject({
      state: 'not-sent',
      failure: { code: 'unreachable' },
    });
    service = await startServiceServer();
  });

  it('is not sent for an account that signed in since', async () => {
    const { orders, order, current, workspace } = await start();
    const other = await openTestWorkspace();
    const sending = orders.submit(order);
    current.workspace = other;
    expect(valued(await sending).state).toBe('not-sent');
    expect(placedOrders()).toHaveLength(0);
    expect((await workspace.listSubmissions()).map(({ state }) => state)).toEqual(['not-sent']);
  });

  it('is accepted in the workspace as soon as another program no longer locks the file', async () => {
    const file = await openTestWorkspace();
    let isLocked = true;
    const { orders, order, problems } = await start({
      ...file,
      saveOutcome: async (...args) => {
        if (isLocked) throw new Error('database is locked');
        return file.saveOutcome(...args);
      },
    });
    expect(valued(await orders.submit(order)).state).toBe('accepted');
    expect((await file.listSubmissions()).map(({ state }) => state)).toEqual(['sending']);
    expect(problems).toHaveLength(1);
    isLocked = false;
    valued(await orders.refresh());
    expect(await file.listSubmissions()).toMatchObject([{ state: 'accepted', orderId: 'order-1' }]);
    expect(placedOrders()).toHaveLength(1);
  });

  it('is accepted in the file that replaces the one in which it was sent', async () => {
    const { orders, order, current, workspace } = await start();
    const held = Promise.withResolvers<void>();
    let isSent = false;
    service.fault = async ({ method }) => {
      isSent ||= method === 'POST';
      await held.promise;
      return false;
    };
    const sending = orders.submit(order);
    await eventually(() => expect(isSent).toBe(true));
    current.workspace = { ...workspace, readOnly: 'It is being compacted.' };
    held.resolve();
    expect(valued(await sending).state).toBe('accepted');
    const states = async () => (await workspace.listSubmissions()).map(({ state }) => state);
    // What is written now is not in the compacted file.
    expect(await states()).toEqual(['sending']);
    current.workspace = { ...workspace };
    await orders.onWorkspaceOpened(current.workspace);
    expect(await states()).toEqual(['accepted']);
  });

  it('is accepted in the file that replaces its own when the freeze began during the write', async () => {
    const file = await openTestWorkspace();
    const frozen: Workspace = { ...file, readOnly: 'It is being compacted.' };
    const { orders, order, current } = await start({
      ...file,
      saveOutcome: async (...args) => {
        const changed = await file.saveOutcome(...args);
        current.workspace = frozen;
        return changed;
      },
    });
    expect(valued(await orders.submit(order)).state).toBe('accepted');
    // The copy was made before the write.
    const [accepted] = await file.listSubmissions();
    if (accepted) await file.saveSubmission({ ...accepted, state: 'sending' });
    current.workspace = { ...file };
    await orders.onWorkspaceOpened(current.workspace);
    expect(await file.listSubmissions()).toMatchObject([{ state: 'accepted', orderId: 'order-1' }]);
    expect(placedOrders()).toHaveLength(1);
  });

  it('whose outcome is not in the file of a killed Sightline is found among the orders', async () => {
    const file = await openTestWorkspace();
    const { orders, order } = await start({
      ...file,
      saveOutcome: () => new Promise(() => {}),
    });
    void orders.submit(order);
    await eventually(() => expect(placedOrders()).toHaveLength(1));
    const { orders: again } = await start(file);
    const [submission] = await file.listSubmissions();
    expect(submission?.state).toBe('unknown');
    expect(valued(await again.matches(submission?.id ?? ''))).toMatchObject([
      { orderId: 'order-1', matchKind: 'same-request' },
    ]);
    expect(placedOrders()).toHaveLength(1);
  });

  it('of two equal drafts submitted concurrently is sent once', async () => {
    const { orders, order } = await start();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    service.fault = async () => {
      await released;
      return false;
    };
    const sends = [orders.submit(order), orders.submit({ ...order, draftId: buildUuid() })];
    const refused = await Promise.race(sends);
    expect(refused).toMatchObject({ failure: { code: 'conflict' } });
    release();
    expect((await Promise.all(sends)).filter(({ ok }) => ok)).toHaveLength(1);
    expect(placedOrders()).toHaveLength(1);
  });
});

describe('an order of unknown outcome', () => {
  /** The service takes the order and the connection breaks before its response. */
  function cutAfterTaking(otherwise: ServiceServer['fault'] = () => false): void {
    service.fault = (request, response) => {
      if (request.method !== 'POST' || request.path !== '/ios/order') return otherwise(request, response);
      takeOrder(service, request.body);
      response.socket?.resetAndDestroy();
      return true;
    };
  }

  it('is on the service once, and resolves against the list', async () => {
    const { orders, order } = await start();
    cutAfterTaking();
    const submission = valued(await orders.submit(order));
    expect(submission).toMatchObject({ state: 'unknown', failure: { code: 'unknown-outcome' } });
    expect(placedOrders()).toHaveLength(1);
    expect(service.orders).toHaveLength(1);

    const matches = valued(await orders.matches(submission.id));
    expect(matches).toMatchObject([
      { orderId: 'order-1', matchKind: 'same-request', descriptiveName: 'Harbour watch' },
    ]);
    const settled = valued(await orders.settle(submission.id, 'order-1'));
    expect(settled).toMatchObject({ state: 'accepted', orderId: 'order-1' });
    expect(await orders.settle(submission.id, null)).toMatchObject({
      ok: false,
      failure: { code: 'conflict' },
    });
    expect(placedOrders()).toHaveLength(1);
  });

  it('fetches the list by itself', async () => {
    const { orders, order } = await start();
    cutAfterTaking();
    await orders.submit(order);
    await eventually(async () => {
      const { orders: known, refreshedAt } = valued(await orders.list());
      expect(refreshedAt).not.toBeNull();
      expect(known[0]?.requestText).toBeDefined();
    });
  });

  it('cannot be sent again before the analyst has decided', async () => {
    const { orders, order } = await start();
    service.fault = ({ method }, response) => {
      if (method === 'POST') response.socket?.resetAndDestroy();
      return method === 'POST';
    };
    const lost = valued(await orders.submit(order));
    const equal = { ...order, draftId: buildUuid() };
    expect(await orders.submit(equal)).toMatchObject({ ok: false, failure: { code: 'conflict' } });
    expect(valued(await orders.submit({ ...order, retryOf: lost.id }))).toEqual(lost);
    expect(placedOrders()).toHaveLength(1);
    expect(valued(await orders.matches(lost.id))).toEqual([]);
    expect(valued(await orders.settle(lost.id, null)).state).toBe('dismissed');

    service.fault = () => false;
    expect(valued(await orders.submit(order)).state).toBe('dismissed');
    expect(valued(await orders.submit({ ...order, retryOf: lost.id })).state).toBe('accepted');
  });

  it('fails to list matches while the service cannot list all orders', async () => {
    const { orders, order } = await start();
    cutAfterTaking(({ path }, response) => {
      const isStored = path.startsWith('/ios/order/request/');
      if (isStored) sendJson(response, 500, {});
      return isStored;
    });
    const { id } = valued(await orders.submit(order));
    expect(await orders.matches(id)).toMatchObject({ ok: false, failure: { code: 'server-error' } });
  });

  it('is found when the clock was set back after it was sent', async () => {
    const { orders, order, workspace } = await start();
    cutAfterTaking(({ path }, response) => {
      const isList = path === '/ios/order';
      if (isList) sendJson(response, 503, {});
      return isList;
    });
    const lost = valued(await orders.submit(order));
    // The list that is fetched by itself has failed after its last try.
    const lists = () =>
      service.requests.filter(({ method, path }) => method === 'GET' && path === '/ios/order');
    await eventually(() => expect(lists()).toHaveLength(5));
    await workspace.saveSubmission({ ...lost, createdAt: new Date(Date.now() + 86_400_000).toISOString() });
    service.fault = () => false;
    expect(valued(await orders.matches(lost.id))).toMatchObject([{ matchKind: 'same-request' }]);
  });

  it('fails to list no match while the service lists an order that cannot be read', async () => {
    const { orders, order } = await start();
    cutAfterTaking(({ path }, response) => {
      const isList = path === '/ios/order';
      if (isList) sendJson(response, 200, [{ ...service.orders[0], id: null }]);
      return isList;
    });
    const { id } = valued(await orders.submit(order));
    expect(await orders.matches(id)).toMatchObject({
      ok: false,
      failure: {
        code: 'bad-response',
        message: expect.stringContaining('Order 1 of the list cannot be read'),
      },
    });
  });

  it('fails to list no match until all stored requests are compared', async () => {
    const { orders, order, workspace } = await start();
    service.fault = ({ method }, response) => {
      if (method === 'POST') response.socket?.resetAndDestroy();
      return method === 'POST';
    };
    const { id } = valued(await orders.submit(order));
    await eventually(async () => expect(valued(await orders.list()).refreshedAt).not.toBeNull());
    for (let count = 0; count < 53; count += 1) takeOrder(service, '{"descriptiveName":"Of a colleague"}');
    expect(await orders.matches(id)).toMatchObject({
      ok: false,
      failure: { code: 'bad-response', message: expect.stringMatching(/^The stored requests of 3 orders /) },
    });
    expect(valued(await orders.matches(id))).toEqual([]);
    expect((await workspace.listOrders()).filter(({ requestText }) => requestText === undefined)).toEqual([]);
  });

  it('fails to list no match while the service does not return a stored request', async () => {
    const { orders, order } = await start();
    cutAfterTaking();
    const { id } = valued(await orders.submit(order));
    const [taken] = service.orders;
    if (taken) Object.assign(taken, { descriptiveName: 'Renamed by the service' });
    service.storedRequests.clear();
    await eventually(async () => expect(valued(await orders.list()).refreshedAt).not.toBeNull());
    expect(await orders.matches(id)).toMatchObject({
      ok: false,
      failure: { code: 'bad-response', message: expect.stringMatching(/^The stored requests of 1 order /) },
    });
  });

  it('is what a submission becomes that was being sent when Sightline ended', async () => {
    const { orders, order, workspace } = await start();
    const { bodyText } = valued(await orders.preview(order.draft));
    await workspace.saveSubmission({
      id: '00000000-0000-4000-8000-000000000001',
      state: 'sending',
      descriptiveName: 'Harbour watch',
      bodyText,
      createdAt: new Date(Date.now() - 60_000).toISOString(),
    });
    takeOrder(service, bodyText);
    const { orders: next } = await start(workspace);
    const [submission] = valued(await next.list()).submissions;
    expect(submission).toMatchObject({ state: 'unknown', failure: { code: 'unknown-outcome' } });
    expect(valued(await next.matches(submission?.id ?? ''))).toMatchObject([{ matchKind: 'same-request' }]);
    expect(placedOrders()).toHaveLength(0);
  });
});

describe('the list', () => {
  it('has an order whose history has no times, and it can be placed', async () => {
    const { orders, order } = await start();
    service.fault = ({ method, path, body }, response) => {
      if (path !== '/ios/order') return false;
      if (method === 'POST') takeOrder(service, body);
      const [taken] = service.orders;
      const timeless = { ...taken, statusHistory: [{ state: 'created', when: null }, { state: 'accepted' }] };
      sendJson(response, method === 'POST' ? 201 : 200, method === 'POST' ? timeless : [timeless]);
      return true;
    };
    expect(valued(await orders.submit(order))).toMatchObject({ state: 'accepted', orderId: 'order-1' });
    const { orders: listed, problems } = valued(await orders.refresh());
    expect(problems).toEqual([]);
    expect(listed[0] && currentState(listed[0].order)).toBe('accepted');
  });

  it('follows the service, and is there when the service is not', async () => {
    const { orders, published } = await start();
    takeOrder(service, '{"descriptiveName":"One"}');
    expect(valued(await orders.list())).toMatchObject({ orders: [], refreshedAt: null });
    expect(valued(await orders.refresh()).orders).toHaveLength(1);
    expect(published).toContainEqual({ type: 'changed', topic: 'orders' });
    service.orders[0]?.statusHistory?.push({ state: 'brand-new', when: '2026-11-20T09:00:00.000Z' });
    expect(valued(await orders.pull())).toEqual({ changed: 1, mayChange: true });
    expect(valued(await orders.pull())).toEqual({ changed: 0, mayChange: true });
    service.orders[0]?.statusHistory?.push({ state: 'completed', when: '2026-11-20T10:00:00.000Z' });
    expect(valued(await orders.pull())).toEqual({ changed: 1, mayChange: false });

    await service.close();
    expect((await orders.refresh()).ok).toBe(false);
    expect(valued(await orders.list()).orders[0]?.order.statusHistory).toHaveLength(3);
    service = await startServiceServer();
  });

  it('names what it could not read', async () => {
    const { orders } = await start();
    takeOrder(service, '{"descriptiveName":"One"}');
    service.fault = (_request, response) => {
      sendJson(response, 200, [{ nonsense: true }, ...service.orders]);
      return true;
    };
    const list = valued(await orders.refresh());
    expect(list.orders).toHaveLength(1);
    expect(list.problems).toHaveLength(1);
  });

  it('of one account never reaches the workspace of another', async () => {
    const { orders, current } = await start();
    const other = await openTestWorkspace();
    takeOrder(service, '{"descriptiveName":"Of the first"}');
    service.fault = () => {
      current.workspace = other;
      return false;
    };
    expect((await orders.refresh()).ok).toBe(false);
    expect(await other.listOrders()).toEqual([]);
  });

  it('stores requests once they were fetched', async () => {
    const { orders } = await start();
    const text = '{"descriptiveName":"One", "x": 1.50}';
    takeOrder(service, text);
    await orders.refresh();
    expect(valued(await orders.request('order-1'))).toBe(text);
    const requested = service.requests.length;
    expect(valued(await orders.request('order-1'))).toBe(text);
    expect(service.requests).toHaveLength(requested);
    expect(await orders.request('nonesuch')).toMatchObject({ ok: false, failure: { code: 'not-found' } });
  });

  it('has requests also in a workspace that cannot be written', async () => {
    const { orders, current, workspace } = await start();
    const text = '{"descriptiveName":"One"}';
    takeOrder(service, text);
    await orders.refresh();
    const refuse = () => Promise.reject(new Error('being compacted'));
    current.workspace = { ...workspace, readOnly: 'being compacted', upsertOrderRequest: refuse };
    expect(valued(await orders.request('order-1'))).toBe(text);
  });
});
