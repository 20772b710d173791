import { describe, expect, it } from 'vitest';
import type { Area, AreaShape } from '../../shared/areas/area.ts';
import { buildOrderRequest } from '../../shared/orders/build-order-request.ts';
import { formFromRequest } from '../../shared/orders/form-from-request.ts';
import type { OrderForm } from '../../shared/orders/order-form.ts';

const circle = makeArea('circle', { kind: 'circle', center: [122.1, 29.9], radiusMetres: 12_500 });
const square = makeArea('square', rectangle(120, 30, 121, 31));
const overTheAntimeridian = makeArea('pacific', rectangle(178, -10, 183, -5));
const areas = [circle, square, overTheAntimeridian];

const form: OrderForm = {
  descriptiveName: 'Ningbo weekly',
  purchaseReason: 'Port traffic',
  customerNotes: '',
  contactEmail: 'analyst@example.org',
  analytics: ['SmallVesselDetection', 'LargeVesselDetection'],
  ranges: [{ from: '2026-11-01T00:00:00.000Z', to: '2026-11-08T00:00:00.000Z' }],
  areaIds: areas.map(({ id }) => id),
};

describe('formFromRequest', () => {
  it('gives back the form that the request was built from, with an area that was split', () => {
    expect(formFromRequest(bodyOf(form), areas)).toEqual({ form, missingShapes: [], losses: [] });
  });

  it('builds the same body again', () => {
    const again = formFromRequest(bodyOf(form), areas);
    expect(again && bodyOf(again.form)).toBe(bodyOf(form));
  });

  it('names the shapes that the workspace has no area for any more', () => {
    const reused = formFromRequest(bodyOf({ ...form, areaIds: [circle.id, square.id] }), [square]);
    expect(reused?.form.areaIds).toEqual([square.id]);
    expect(reused?.missingShapes).toEqual([circle.shape]);
  });

  it('does not take half of a split area for the whole', () => {
    const body = JSON.parse(bodyOf({ ...form, areaIds: [overTheAntimeridian.id] }));
    body.request.aois.pop();
    const reused = formFromRequest(JSON.stringify(body), areas);
    expect(reused?.form.areaIds).toEqual([]);
    expect(reused?.missingShapes).toHaveLength(1);
  });

  it('says what the form cannot hold', () => {
    const body = JSON.parse(bodyOf(form));
    body.request.changeDetParameters = { changeDetectionType: ['OBJECT_LEVEL'] };
    body.request.aois.push({ type: 'corridor' });
    const losses = formFromRequest(JSON.stringify(body), areas)?.losses ?? [];
    expect(losses).toHaveLength(2);
    expect(losses[0]).toMatch(/change detection/);
    expect(losses[1]).toMatch(/1 of its areas/);
  });

  it('refuses text that is no request', () => {
    expect(formFromRequest('{"hello":1}', areas)).toBeNull();
  });
});

function bodyOf(of: OrderForm): string {
  const built = buildOrderRequest(of, areas);
  if (!built.ok) throw new Error(built.problems.map(({ message }) => message).join(' '));
  return built.bodyText;
}

function makeArea(name: string, shape: AreaShape): Area {
  return { id: `id of ${name}`, name, shape, squareMetres: 1, createdAt: '', updatedAt: '' };
}

function rectangle(west: number, south: number, east: number, north: number): AreaShape {
  const coordinates: [number, number][][] = [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ];
  return { kind: 'polygon', polygon: { type: 'Polygon', coordinates } };
}
