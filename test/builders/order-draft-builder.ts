import type { Area, AreaShape } from '../../shared/areas/area.ts';
import { blankDraft, type OrderDraft } from '../../shared/orders/draft/order-draft.ts';
import { rectangle } from './positions.ts';

/** An area of the workspace with an id derived from its name. */
export function makeArea(name: string, shape: AreaShape, squareMetres = 1): Area {
  return { id: `id of ${name}`, name, shape, squareMetres, createdAt: '', updatedAt: '' };
}

/** A rectangle as the shape of an area. */
export function rectangleShape(west: number, south: number, east: number, north: number): AreaShape {
  return { kind: 'polygon', polygon: rectangle(west, south, east, north) };
}

/** A valid draft with one analytic, one range and one inline polygon, with changes. */
export function makeDraft(change: Partial<OrderDraft> = {}): OrderDraft {
  return {
    ...blankDraft,
    descriptiveName: 'Weekly',
    contactEmail: 'analyst@example.org',
    analytics: ['SmallVesselDetection'],
    ranges: [{ from: '2026-11-01', to: '2026-11-20 08:30', extras: [] }],
    areas: [{ kind: 'polygon', name: 'Yellow Sea', polygon: rectangle(120, 34, 124, 36), extras: [] }],
    ...change,
  };
}
