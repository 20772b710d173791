import { describe, expect, it } from 'vitest';
import { checkOrderBody } from '../../../../../../electron/core/demo-service/orders/order-body.ts';
import { createSeededOrders } from '../../../../../../electron/core/demo-service/orders/state-file.ts';
import { fullOrderRequest, testNow } from '../../../../../builders/demo-service.ts';
import { positions } from '../../../../../builders/positions.ts';

/** A copy of the full request with one member, named by its dotted path, replaced or (undefined) removed. */
function changed(path: string, value: unknown): unknown {
  const body: unknown = fullOrderRequest();
  const names = path.split('.');
  const last = names.pop() ?? '';
  const owner = names.reduce(
    (object, name) => Reflect.get(object as object, name) as unknown,
    body,
  ) as object;
  if (value === undefined) Reflect.deleteProperty(owner, last);
  else Reflect.set(owner, last, value);
  return body;
}

const point = { type: 'point', latitude_deg: 1, longitude_deg: 1, radius_km: 1 };
const polygon = (...coordinates: unknown[]) => ({
  type: 'polygon',
  geojson: { type: 'Polygon', coordinates },
});

describe('checking an order request', () => {
  it('takes a request with every field', () => {
    expect(checkOrderBody(fullOrderRequest())).toMatchObject({
      ok: true,
      echo: { descriptiveName: 'Harbour watch' },
    });
  });

  it('takes the smallest request', () => {
    const { type, contactEmail, workflowRequest, schedule, aois } = fullOrderRequest().request;
    expect(checkOrderBody({ request: { type, contactEmail, workflowRequest, schedule, aois } }).ok).toBe(
      true,
    );
  });

  it('takes the change detection parameters under the other name, and checks them there as well', () => {
    const { changeDetAnalyticParams, ...request } = fullOrderRequest().request;
    expect(checkOrderBody({ request: { ...request, changeDetParameters: changeDetAnalyticParams } }).ok).toBe(
      true,
    );
    expect(checkOrderBody({ request: { ...request, changeDetParameters: {} } }).ok).toBe(false);
  });

  it('takes members that the service does not document', () => {
    expect(checkOrderBody(changed('request.priority', 3)).ok).toBe(true);
    expect(checkOrderBody({ ...fullOrderRequest(), costCentre: 'A' }).ok).toBe(true);
  });

  it('takes the orders that the service itself starts with', () => {
    for (const order of createSeededOrders(testNow)) {
      expect(checkOrderBody(JSON.parse(order.requestText)), order.id).toMatchObject({ ok: true });
    }
  });

  it.each([
    ['descriptiveName', 7],
    ['purchaseReason', null],
    ['customerNotes', {}],
    ['request', undefined],
    ['request', []],
    ['request.type', 'order'],
    ['request.contactEmail', undefined],
    ['request.contactEmail', 'nobody'],
    ['request.workflowRequest', undefined],
    ['request.workflowRequest.type', 'task'],
    ['request.workflowRequest.analytics', []],
    ['request.workflowRequest.analytics', 'SPEX'],
    ['request.workflowRequest.analytics', ['SPEX', 'Mystery']],
    ['request.schedule', undefined],
    ['request.schedule', []],
    ['request.schedule.0.type', 'once'],
    ['request.schedule.0.range', undefined],
    ['request.schedule.0.range.min', 'yesterday'],
    ['request.schedule.0.range.max', undefined],
    ['request.schedule.0.range', { min: '2026-02-01T00:00:00Z', max: '2026-01-01T00:00:00Z' }],
    ['request.aois', []],
    ['request.aois', [{ ...point, type: 'circle' }]],
    ['request.aois', [{ ...point, latitude_deg: 90.1 }]],
    ['request.aois', [{ ...point, longitude_deg: -180.5 }]],
    ['request.aois', [{ ...point, longitude_deg: '1' }]],
    ['request.aois', [{ ...point, radius_km: 0 }]],
    ['request.aois', [{ type: 'polygon' }]],
    ['request.aois', [{ type: 'polygon', geojson: { type: 'MultiPolygon', coordinates: [] } }]],
    ['request.aois', [polygon()]],
    ['request.aois', [polygon(positions('0 0, 1 0, 0 0'))]],
    ['request.aois', [polygon(positions('0 0, 1 0, 1 1, 0 1'))]],
    ['request.aois', [polygon(positions('0 0, 200 0, 1 1, 0 0'))]],
    ['request.aois', [polygon([[0, 0], [1], [1, 1], [0, 0]])]],
    ['request.changeDetAnalyticParams', {}],
    ['request.changeDetAnalyticParams.changeDetectionType', []],
    ['request.changeDetAnalyticParams.changeDetectionType', ['FLOOD']],
    ['request.changeDetAnalyticParams.maxImageWindowHrs', -1],
    ['request.changeDetAnalyticParams.recurringOrderParams.bounds', { min: '2026-01-01T00:00:00Z' }],
    ['request.changeDetAnalyticParams.recurringOrderParams.count', 1.5],
    ['request.changeDetAnalyticParams.recurringOrderParams.time', 'noon'],
    ['request.changeDetAnalyticParams.recurringOrderParams.cadence', 'yearly'],
    ['request.changeDetAnalyticParams.recurringOrderParams.minimumDaysBetweenImages', -1],
  ])('refuses %s as %j and names the field', (path, value) => {
    const check = checkOrderBody(changed(path, value));
    expect(
      check.ok ? [] : check.problems.map(({ field }) => field).filter((field) => field.startsWith(path)),
    ).not.toEqual([]);
  });

  it.each([[null], [[]], ['text'], [3]])('refuses %j as a body', (body) => {
    expect(checkOrderBody(body).ok).toBe(false);
  });
});
