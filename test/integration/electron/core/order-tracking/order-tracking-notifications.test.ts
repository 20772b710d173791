import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createEvents } from '../../../../../electron/core/base/events.ts';
import { createOrderTracking } from '../../../../../electron/core/order-tracking/create-order-tracking.ts';
import { createOrders } from '../../../../../electron/core/orders/orders.ts';
import { createServiceClient } from '../../../../../electron/core/service/service-client.ts';
import { openWorkspace } from '../../../../../electron/core/workspace/open/open-workspace.ts';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import { notifyOrderChanges } from '../../../../../electron/notify-changes.ts';
import type { AppEvent } from '../../../../../shared/events/app-event.ts';
import { fail, type Result } from '../../../../../shared/result.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { sendJson } from '../../../../builders/http-server.ts';
import { makeDraft } from '../../../../builders/order-draft-builder.ts';
import { buildUuid } from '../../../../builders/record-builder.ts';
import { buildProfile, buildServiceAccess } from '../../../../builders/service-access.ts';
import { type ServiceServer, startServiceServer, takeOrder } from '../../../../builders/service-server.ts';
import { stubHost } from '../../../../builders/stub-core.ts';
import { makeTempFolder, workspaceWorkerUrl } from '../../../../builders/workspace-builder.ts';

let service: ServiceServer;
let file: string;

beforeEach(async () => {
  service = await startServiceServer();
  onTestFinished(() => service.close());
  file = path.join(await makeTempFolder(), 'orders.gpkg');
});

type Changes = Extract<AppEvent, { type: 'order-changes' }>;

/** One run of Sightline on the file, as far as orders go. */
async function run() {
  const workspace = await openWorkspace({ path: file, workerUrl: workspaceWorkerUrl });
  const events = createEvents();
  const emitted: Changes[] = [];
  events.listen(({ event }) => {
    if (event.type === 'order-changes') emitted.push(event);
  });
  const current: { workspace: Workspace | undefined } = { workspace };
  const problems: unknown[] = [];
  const parts = {
    workspace: () => current.workspace,
    events,
    onProblem: (error: unknown) => problems.push(error),
  };
  const access = buildServiceAccess(buildProfile(service.url));
  const orders = createOrders({
    ...parts,
    client: createServiceClient(access, { retry: { wait: async () => {} } }),
  });
  const fetches = { start: async () => fail('invalid-input', 'Nothing is fetched here.') };
  const follow = createOrderTracking({ ...parts, orders, fetches });
  await orders.onWorkspaceOpened(workspace);
  await follow.onWorkspaceOpened(workspace);
  let isOpen = true;
  const end = async () => {
    if (!isOpen) return;
    isOpen = false;
    await follow.close();
    await workspace.close();
    expect(problems).toEqual([]);
  };
  onTestFinished(end);
  return {
    events,
    orders,
    follow,
    emitted,
    end,
    notifications: async () =>
      valued(await follow.notifications()).map(({ change, whileClosed }) => ({ change, whileClosed })),
    /** Asks the service, and waits until what it said was compared. */
    async look() {
      valued(await orders.refresh());
      // What is marked waits for the comparisons before it.
      await new Promise((resolve) => setTimeout(resolve, 0));
      valued(await follow.markSeen('no such order'));
    },
  };
}

function valued<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.message}`);
  return result.value;
}

function orderElsewhere(descriptiveName: string) {
  return takeOrder(service, JSON.stringify({ descriptiveName, request: {} }));
}

function moveOn(index: number, state: string): void {
  service.orders[index]?.statusHistory?.push({ state, when: '2026-11-19T10:00:00.000Z' });
}

describe('while Sightline runs', () => {
  it('a first list raises no notification, a new state does', async () => {
    orderElsewhere('One');
    orderElsewhere('Two');
    const first = await run();
    await first.look();
    expect(first.emitted).toEqual([]);
    expect(await first.notifications()).toEqual([]);

    moveOn(1, 'under-review');
    moveOn(1, 'accepted');
    await first.look();
    await first.look();
    expect(first.emitted).toMatchObject([
      {
        whileClosed: false,
        changes: [
          { orderId: 'order-2', kind: 'states', from: 'created', added: [{}, { state: 'accepted' }] },
        ],
      },
    ]);
    expect(await first.notifications()).toMatchObject([
      { whileClosed: false, change: { orderId: 'order-2' } },
    ]);
  });

  it('an order of a colleague raises a notification, a submitted one does not', async () => {
    const first = await run();
    await first.look();
    const sent = await first.orders.submit({
      draftId: buildUuid(),
      draft: makeDraft({ descriptiveName: 'Our own' }),
    });
    expect(valued(sent).state).toBe('accepted');
    await first.look();
    expect(first.emitted).toEqual([]);
    orderElsewhere('Of a colleague');
    await first.look();
    expect(first.emitted).toMatchObject([{ changes: [{ kind: 'new', descriptiveName: 'Of a colleague' }] }]);
    moveOn(0, 'under-review');
    await first.look();
    expect(first.emitted.at(-1)?.changes).toMatchObject([{ kind: 'states', descriptiveName: 'Our own' }]);
  });

  it('a list with an unreadable item does not remove the order; a complete one without it does', async () => {
    orderElsewhere('One');
    orderElsewhere('Two');
    const first = await run();
    await first.look();
    service.orders.splice(1, 1, { id: 7 } as never);
    await first.look();
    expect(first.emitted).toEqual([]);
    service.orders.splice(1, 1);
    await first.look();
    expect(first.emitted).toMatchObject([{ changes: [{ kind: 'vanished', descriptiveName: 'Two' }] }]);
  });

  it('an order that was placed while the list was being fetched does not vanish', async () => {
    const first = await run();
    await first.look();
    const held = Promise.withResolvers<void>();
    service.fault = async ({ method, path }, response) => {
      if (method !== 'GET' || path !== '/ios/order') return false;
      const listed = [...service.orders];
      await held.promise;
      sendJson(response, 200, listed);
      return true;
    };
    const polled = first.orders.refresh();
    const lists = () =>
      service.requests.filter(({ method, path }) => method === 'GET' && path === '/ios/order');
    await eventually(() => expect(lists()).toHaveLength(2));
    valued(await first.orders.submit({ draftId: buildUuid(), draft: makeDraft() }));
    held.resolve();
    valued(await polled);
    valued(await first.follow.markSeen('no such order'));
    service.fault = () => false;
    await first.look();
    expect(first.emitted).toEqual([]);
  });

  it('notifications stay until they were seen', async () => {
    orderElsewhere('One');
    orderElsewhere('Two');
    const first = await run();
    await first.look();
    moveOn(0, 'closed');
    moveOn(1, 'a-state-of-tomorrow');
    await first.look();
    expect(await first.notifications()).toHaveLength(2);
    valued(await first.follow.markSeen('order-1'));
    expect(await first.notifications()).toMatchObject([
      { change: { orderId: 'order-2', added: [{ state: 'a-state-of-tomorrow' }] } },
    ]);
    await first.end();

    const second = await run();
    expect(await second.notifications()).toHaveLength(1);
    valued(await second.follow.markSeen(null));
    expect(await second.notifications()).toEqual([]);
    await second.end();
    const third = await run();
    expect(await third.notifications()).toEqual([]);
  });

  it('missing stored requests are fetched once each, and one that does not exist is not requested again', async () => {
    for (const name of ['One', 'Two', 'Three']) orderElsewhere(name);
    service.storedRequests.delete(service.orders[1]?.request ?? '');
    const first = await run();
    await first.look();
    await eventually(async () => {
      const { orders } = valued(await first.orders.list());
      expect(orders.filter(({ requestText }) => requestText !== undefined)).toHaveLength(2);
    });
    await first.look();
    await first.look();
    const requested = service.requests.filter(({ path: requested }) =>
      requested.startsWith('/ios/order/request/'),
    );
    expect(requested).toHaveLength(3);
  });
});

describe('at the next start', () => {
  it('changes since the last run are notified once', async () => {
    orderElsewhere('One');
    orderElsewhere('Two');
    const first = await run();
    await first.look();
    await first.end();

    moveOn(0, 'under-review');
    moveOn(1, 'under-review');
    orderElsewhere('Three');
    const second = await run();
    expect(await second.notifications()).toEqual([]);
    await second.look();
    expect(second.emitted).toMatchObject([
      { whileClosed: true, changes: [{ kind: 'new' }, { kind: 'states' }, { kind: 'states' }] },
    ]);
    moveOn(2, 'under-review');
    await second.look();
    expect(second.emitted.map(({ whileClosed }) => whileClosed)).toEqual([true, false]);
    expect((await second.notifications()).map(({ whileClosed }) => whileClosed)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('the orders of a workspace without stored notifications count as notified', async () => {
    orderElsewhere('One');
    const workspace = await openWorkspace({ path: file, workerUrl: workspaceWorkerUrl });
    await workspace.upsertOrders(service.orders, '2026-11-01T00:00:00.000Z');
    await workspace.saveSetting('orders.notified', '{"version":99}');
    await workspace.close();
    moveOn(0, 'completed');
    const first = await run();
    await first.look();
    expect(first.emitted).toMatchObject([{ whileClosed: true, changes: [{ kind: 'states' }] }]);
  });
});

describe('desktop notifications', () => {
  it('one for each change, whose click shows the order; one for many', async () => {
    for (const name of ['One', 'Two', 'Three', 'Four']) orderElsewhere(name);
    const first = await run();
    const raised: { title: string; body: string; press: () => void }[] = [];
    notifyOrderChanges(first.events, {
      ...stubHost,
      notify: (notice, press) => raised.push({ ...notice, press }),
    });
    const shown: unknown[] = [];
    first.events.listen(({ event }) => {
      if (event.type === 'show-order') shown.push(event.orderId);
    });
    await first.look();
    moveOn(2, 'completed');
    await first.look();
    expect(raised).toMatchObject([
      { title: 'Three', body: 'Completed. Order was fulfilled and delivered to the customer.' },
    ]);
    raised[0]?.press();
    expect(shown).toEqual(['order-3']);

    for (const index of [0, 1, 2, 3]) moveOn(index, 'under-review');
    await first.look();
    expect(raised.slice(1)).toMatchObject([{ title: 'Orders changed', body: '4 orders now Under review.' }]);
    raised[1]?.press();
    expect(shown).toEqual(['order-3', null]);
  });
});
