import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { draftToRequest } from '../../../../../shared/orders/draft/draft-to-request.ts';
import type { OrderDraft } from '../../../../../shared/orders/draft/order-draft.ts';
import { sendJson } from '../../../../builders/http-server.ts';
import { startOrders, valued } from '../../../../builders/order-bench.ts';
import { makeDraft } from '../../../../builders/order-draft-builder.ts';
import { rectangle } from '../../../../builders/positions.ts';
import { buildFeature, buildRecord } from '../../../../builders/record-builder.ts';
import { type ServiceServer, startServiceServer, takeOrder } from '../../../../builders/service-server.ts';
import { fillWorkspace } from '../../../../builders/workspace-builder.ts';

let service: ServiceServer;

beforeEach(async () => {
  service = await startServiceServer();
  onTestFinished(() => service.close());
});

/** A draft for a rectangle east of `west`, over the default record's time. */
function draftFor(west: number, change: Partial<OrderDraft> = {}): OrderDraft {
  return makeDraft({
    areas: [{ kind: 'polygon', name: 'Delta', polygon: rectangle(west, 31, west + 1, 32), extras: [] }],
    ...change,
  });
}

function bodyOf(draft: OrderDraft): string {
  const built = draftToRequest(draft, []);
  if (!built.ok) throw new Error(JSON.stringify(built.problems));
  return built.bodyText;
}

describe('the comparison before an order is sent', () => {
  it('finds what others of the account have ordered, with how much of it', async () => {
    const { orders } = await startOrders(service);
    takeOrder(service, bodyOf(draftFor(121.5, { descriptiveName: 'By a colleague' })));
    takeOrder(service, bodyOf(draftFor(121, { analytics: ['SPEX'] })));
    takeOrder(service, bodyOf(draftFor(10)));
    const check = valued(await orders.overlaps(draftFor(121)));
    expect(check).toMatchObject({ compared: 3, listProblem: null, unassessed: [], problems: [] });
    expect(check.overlaps).toMatchObject([
      { orderId: 'order-1', descriptiveName: 'By a colleague', commonAnalytics: ['SmallVesselDetection'] },
    ]);
    expect(check.overlaps[0]?.shareOfArea).toBeCloseTo(0.5, 2);
  });

  it('counts the results that are there for this area, time and analytic', async () => {
    const { orders, workspace } = await startOrders(service);
    const inside = buildFeature();
    const outside = buildFeature({ geometry: { type: 'Point', coordinates: [121.9, 31.9] } });
    await fillWorkspace(workspace, [
      buildRecord({ analytic: 'SmallVesselDetection', features: [inside, outside] }),
      buildRecord({ analytic: 'SPEX', features: [inside] }),
    ]);
    const nearby = makeDraft({
      areas: [{ kind: 'polygon', name: '', polygon: rectangle(121.4, 31.2, 121.6, 31.3), extras: [] }],
    });
    expect(valued(await orders.overlaps(nearby)).results).toEqual([
      { analytic: 'SmallVesselDetection', records: 1, detections: 1 },
    ]);
    // In two areas of the order, it is still one detection.
    const twice = { ...nearby, areas: [...nearby.areas, ...nearby.areas] };
    expect(valued(await orders.overlaps(twice)).results).toEqual([
      { analytic: 'SmallVesselDetection', records: 1, detections: 1 },
    ]);
    const later = { ...nearby, ranges: [{ from: '2027-01-01', to: '2027-02-01', extras: [] }] };
    expect(valued(await orders.overlaps(later)).results).toEqual([]);
  });

  it('names the orders whose request could not be had, with the reason', async () => {
    const { orders } = await startOrders(service);
    const forbidden = takeOrder(service, bodyOf(draftFor(121)));
    takeOrder(service, bodyOf(draftFor(121)));
    service.fault = ({ path }, response) => {
      const isForbidden = path.endsWith(forbidden.request ?? '');
      if (isForbidden) sendJson(response, 403, {});
      return isForbidden;
    };
    const check = valued(await orders.overlaps(draftFor(121)));
    expect(check.overlaps.map(({ orderId }) => orderId)).toEqual(['order-2']);
    expect(check.unassessed).toMatchObject([
      { orderId: 'order-1', reason: expect.stringContaining('could not be had') },
    ]);
  });

  it('names the orders of the list that cannot be read', async () => {
    const { orders } = await startOrders(service);
    service.fault = ({ path }, response) => {
      const isList = path === '/ios/order';
      if (isList) sendJson(response, 200, [{ id: null }]);
      return isList;
    };
    const { problems } = valued(await orders.overlaps(draftFor(121)));
    expect(problems).toEqual([
      expect.stringMatching(/^Order 1 of the list cannot be read: .* It was not compared\.$/),
    ]);
  });

  it('fetches fifty requests at most, reports that, and continues the next time', async () => {
    const { orders } = await startOrders(service);
    for (let count = 0; count < 53; count += 1) takeOrder(service, bodyOf(draftFor(10)));
    const requested = () =>
      service.requests.filter(({ path }) => path.startsWith('/ios/order/request/')).length;
    const first = valued(await orders.overlaps(draftFor(121)));
    expect(requested()).toBe(50);
    expect(first.unassessed).toHaveLength(3);
    expect(first.unassessed[0]?.reason).toContain('only 50 are at a time');
    expect(valued(await orders.overlaps(draftFor(121))).unassessed).toEqual([]);
    expect(requested()).toBe(53);
  });

  it('uses what is known when the service cannot be reached, and reports that', async () => {
    const { orders } = await startOrders(service);
    takeOrder(service, bodyOf(draftFor(121)));
    valued(await orders.overlaps(draftFor(121)));
    await service.close();
    const check = valued(await orders.overlaps(draftFor(121)));
    expect(check.overlaps).toHaveLength(1);
    expect(check.listProblem).not.toBeNull();
    service = await startServiceServer();
  });

  it('refuses a draft that could not be sent', async () => {
    const { orders } = await startOrders(service);
    expect(await orders.overlaps(makeDraft({ areas: [] }))).toMatchObject({
      failure: { code: 'invalid-input' },
    });
  });
});
