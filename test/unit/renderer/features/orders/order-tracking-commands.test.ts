import { notifications, notificationsStore } from '@mantine/notifications';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { App } from '../../../../../renderer/context/app-context.tsx';
import {
  canAllowNotifications,
  createOrderTrackingCommands,
  fetchOrderResults,
  handleOrderEvent,
  showRecordOnMap,
} from '../../../../../renderer/features/orders/order-tracking-commands.ts';
import { describeOrderSearch } from '../../../../../renderer/features/orders/tracking/order-results.tsx';
import { createStores } from '../../../../../renderer/stores/stores.ts';
import { fail, succeed } from '../../../../../shared/result.ts';
import { pageApi } from '../../../../builders/page-api.ts';

beforeEach(() => notifications.clean());
afterEach(() => {
  vi.unstubAllGlobals();
});

const job = { id: 'job-1', kind: 'fetch', state: 'running' };

/** An app whose main process fetches the results of order `a` only. Notes where the map went. */
function buildApp() {
  const zoomed: unknown[] = [];
  const app = {
    stores: createStores(),
    engine: { camera: { fitBounds: (bounds: unknown) => zoomed.push(bounds) } },
    ...pageApi({
      orderTracking: {
        fetchResults: {
          mutate: async (id: string) => (id === 'a' ? succeed(job) : fail('not-found', 'There is none.')),
        },
      },
    }),
  } as unknown as App;
  return { app, zoomed };
}

describe('the results of an order', () => {
  test('are fetched without a change of the results form', async () => {
    const { app } = buildApp();
    app.stores.search.getState().change({ regions: ['East Asia'], maxRecords: '5' });
    const { form } = app.stores.search.getState();
    expect(await fetchOrderResults(app, 'a')).toBeNull();
    expect(app.stores.search.getState().form).toBe(form);
    expect(app.stores.workspace.getState().jobs).toEqual([job]);
    expect(await fetchOrderResults(app, 'b')).toMatchObject({ code: 'not-found' });
  });

  test('what is requested is stated before', () => {
    const range = { after: '2026-10-31T23:59:59.999Z', before: '2026-11-11T00:00:00.001Z' };
    const requested = (search: object) =>
      describeOrderSearch({ search: { regions: [], analytics: ['LargeVesselDetection'], ...search } });
    expect(requested({ collectedAfter: range.after, collectedBefore: range.before })).toMatch(
      /^Asks for Large vessel, collected from 2026-11-01 00:00:00Z to 2026-11-11 00:00:00Z, in all regions/,
    );
    expect(requested({ collectedRanges: [range, range] })).toContain('in the 2 ranges of the order');
    expect(requested({ analytics: [] })).toMatch(/^Asks for all analytics, collected at any time/);
  });

  test('a pass is shown alone, where its area is', () => {
    const { app, zoomed } = buildApp();
    app.stores.results.getState().setFilter({ analytics: ['SPEX'] });
    app.stores.ui.getState().setDockOpen(false);
    showRecordOnMap(app, 'record-1', [1, 2, 3, 4]);
    expect(app.stores.results.getState().filter).toEqual({ recordId: 'record-1' });
    expect(app.stores.ui.getState().open.dock).toBe(true);
    expect(zoomed).toEqual([[1, 2, 3, 4]]);
  });
});

describe('the commands', () => {
  const commandsOf = (app: App) =>
    new Map(createOrderTrackingCommands(app).map((command) => [command.id, command]));

  test('orders are shown and hidden on the map', () => {
    const { app } = buildApp();
    const toggle = commandsOf(app).get('orders.toggle-map');
    const before = app.stores.orderList.getState().onMap;
    void toggle?.run();
    expect(app.stores.orderList.getState().onMap).toBe(!before);
  });

  test('results are fetched of an open order while signed in', () => {
    const { app } = buildApp();
    const command = commandsOf(app).get('orders.fetch-results');
    expect(command?.enabled?.()).toBe('Open an order first.');
    app.stores.orders.getState().show({ kind: 'order', id: 'a' });
    expect(command?.enabled?.()).toBe('Sign in first.');
    const signedIn = { status: 'signed-in', workspace: 'open' };
    app.stores.session.getState().setSession(signedIn as never);
    expect(command?.enabled?.()).toBe(true);
    app.stores.session.getState().setSession({ ...signedIn, workspace: 'read-only' } as never);
    expect(command?.enabled?.()).toBe('The workspace is read-only.');
  });
});

describe('notifications', () => {
  test('a clicked one shows its order, or the list', () => {
    const { app } = buildApp();
    handleOrderEvent(app, { type: 'show-order', orderId: 'a' });
    expect(app.stores.ui.getState().panel).toBe('orders');
    expect(app.stores.orders.getState().view).toEqual({ kind: 'order', id: 'a' });
    handleOrderEvent(app, { type: 'show-order', orderId: null });
    expect(app.stores.orders.getState().view).toEqual({ kind: 'list' });
  });

  test('under Electron the page raises none', () => {
    const { app } = buildApp();
    const raised = vi.fn();
    vi.stubGlobal('Notification', Object.assign(raised, { permission: 'granted' }));
    const event = {
      type: 'order-changes',
      whileClosed: false,
      changes: [{ kind: 'new', orderId: 'a', descriptiveName: null, state: null }],
    } as const;
    app.queryClient.setQueryData(app.queries.host.queryKey(), { kind: 'electron' });
    handleOrderEvent(app, event);
    expect(raised).not.toHaveBeenCalled();
    app.queryClient.setQueryData(app.queries.host.queryKey(), { kind: 'browser' });
    handleOrderEvent(app, event);
    expect(raised).toHaveBeenCalledOnce();
  });

  test('a sent order is waited for until it is completed, or needs the user', () => {
    const { app } = buildApp();
    const { workspace } = app.stores;
    const sent = { kind: 'order-sent', orderId: 'a' } as const;
    const change = (orderId: string, state: string) => {
      const changed = { orderId, descriptiveName: null, kind: 'states', from: null } as const;
      const changes = [{ ...changed, added: [{ state, when: '2026-11-29T00:00:00Z' }] }];
      handleOrderEvent(app, { type: 'order-changes', whileClosed: false, changes });
    };
    workspace.getState().setCompleted(sent);
    change('a', 'accepted');
    change('b', 'cancelled');
    expect(workspace.getState().completed).toEqual(sent);
    for (const end of ['cancelled', 'closed', 'payment-pending', 'a state that is not documented']) {
      workspace.getState().setCompleted(sent);
      change('a', end);
      expect(workspace.getState().completed).toBeNull();
    }
    change('a', 'completed');
    expect(workspace.getState().completed).toEqual({ kind: 'order-completed', orderId: 'a' });
  });

  test('one replaces the former one of its order only, and a summary none, since it may be of other orders', () => {
    const { app } = buildApp();
    app.queryClient.setQueryData(app.queries.host.queryKey(), { kind: 'browser' });
    const change = (orderId: string) =>
      ({ kind: 'new', orderId, descriptiveName: orderId, state: null }) as const;
    const handleAll = () => {
      for (const ids of [['a'], ['a'], ['b', 'c', 'd', 'e'], ['f', 'g', 'h', 'i']]) {
        handleOrderEvent(app, { type: 'order-changes', whileClosed: false, changes: ids.map(change) });
      }
    };
    const raised = vi.fn(class {});
    vi.stubGlobal('Notification', Object.assign(raised, { permission: 'granted' }));
    handleAll();
    const tags = (raised.mock.calls as unknown[][]).map(([, options]) => (options as { tag?: string }).tag);
    expect(tags).toEqual(['a', 'a', undefined, undefined]);

    vi.stubGlobal('Notification', { permission: 'denied' });
    handleAll();
    const { notifications, queue } = notificationsStore.getState();
    expect([...notifications, ...queue].map(({ title }) => title)).toHaveLength(3);
  });

  test('permission is requested only where it can be granted', () => {
    const { app } = buildApp();
    app.queryClient.setQueryData(app.queries.host.queryKey(), { kind: 'browser' });
    expect(canAllowNotifications(app)).toBe('This browser does not support notifications.');
    for (const [permission, response] of [
      ['default', true],
      ['granted', 'Desktop notifications are already allowed.'],
      ['denied', expect.stringContaining('Allow them in its site settings')],
    ]) {
      vi.stubGlobal('Notification', { permission });
      expect(canAllowNotifications(app)).toEqual(response);
    }
    app.queryClient.setQueryData(app.queries.host.queryKey(), { kind: 'electron' });
    expect(canAllowNotifications(app)).toMatch(/automatically/);
  });
});
