import type { AreaShape } from '../../shared/areas/area.ts';
import { checkAreaShape } from '../../shared/areas/check-area-shape.ts';
import { summarizeRequest } from '../../shared/orders/request/request-summary.ts';

/** The areas of a stored request that can be drawn. */
export function orderShapes(requestText: string): AreaShape[] {
  const shapes = (summarizeRequest(requestText)?.aois ?? []).flatMap((aoi): AreaShape[] => {
    if (aoi.kind === 'polygon') return [{ kind: 'polygon', polygon: aoi.polygon }];
    if (aoi.kind === 'other') return [];
    const [longitude, latitude] = aoi.center;
    return [{ kind: 'circle', center: [longitude, latitude], radiusMetres: aoi.radiusKilometres * 1000 }];
  });
  return shapes.filter((shape) => checkAreaShape(shape).length === 0);
}
