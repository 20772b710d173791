import { z } from 'zod';
import { formatCount } from '../format.ts';
import type { Area } from './area.ts';
import { countVertices } from './count-vertices.ts';
import { formatSquareMetres } from './format-square-metres.ts';

const limitSchema = z.number().positive().nullable();

/**
 * The analyst's caps on sizes, above which a warning is shown; null (the default) means no cap. They are not limits
 * of the service.
 */
export const softCapSchema = z.object({
  /** Cap for one area, in m². */
  areaSquareMetres: limitSchema,
  /** Cap for all areas of an order together, in m². */
  orderSquareMetres: limitSchema,
  /** Cap for one area. */
  vertices: limitSchema,
});
export type SoftCap = z.infer<typeof softCapSchema>;

export const noSoftCap: SoftCap = { areaSquareMetres: null, orderSquareMetres: null, vertices: null };

/** Returns a sentence for each of the analyst's caps that an area exceeds. */
export function softCapWarnings(area: Pick<Area, 'shape' | 'squareMetres'>, cap: SoftCap): string[] {
  const vertices = countVertices(area.shape);
  return [
    cap.areaSquareMetres !== null && area.squareMetres > cap.areaSquareMetres
      ? `${formatSquareMetres(area.squareMetres)} is above your own cap of ${formatSquareMetres(cap.areaSquareMetres)} for an area.`
      : null,
    cap.vertices !== null && vertices > cap.vertices
      ? `${formatCount(vertices)} vertices are above your own cap of ${formatCount(cap.vertices)}.`
      : null,
  ].filter((text) => text !== null);
}

/** Returns the warning for an order whose areas together exceed the analyst's cap; null when they do not. */
export function orderSoftCapWarning(
  totalSquareMetres: number,
  cap: SoftCap,
  unionSquareMetres = totalSquareMetres,
): string | null {
  const { orderSquareMetres } = cap;
  if (orderSquareMetres === null || totalSquareMetres <= orderSquareMetres) return null;
  const total = formatSquareMetres(totalSquareMetres);
  const isSum = total !== formatSquareMetres(unionSquareMetres);
  return `${total} in all${isSum ? ', with overlaps counted for each area,' : ''} is above your own cap of ${formatSquareMetres(orderSquareMetres)} for an order.`;
}
