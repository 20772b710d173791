import { z } from 'zod';
import type { Area } from './area.ts';
import { formatSquareMetres } from './area-display.ts';
import { countVertices } from './count-vertices.ts';

const limitSchema = z.number().positive().nullable();

/**
 * Sizes above which the analyst wants to be warned; null is off, as all are at first. They are the analyst's own and
 * say nothing about what the service takes.
 */
export const softCapSchema = z.object({
  /** Of one area, in m². */
  areaSquareMetres: limitSchema,
  /** Of all areas of an order together, in m². */
  orderSquareMetres: limitSchema,
  /** Of one area. */
  vertices: limitSchema,
});
export type SoftCap = z.infer<typeof softCapSchema>;

export const noSoftCap: SoftCap = { areaSquareMetres: null, orderSquareMetres: null, vertices: null };

/** What of an area lies above the analyst's own cap, one sentence each; empty when nothing does. */
export function exceedsSoftCap(area: Pick<Area, 'shape' | 'squareMetres'>, cap: SoftCap): string[] {
  const vertices = countVertices(area.shape);
  return [
    cap.areaSquareMetres !== null && area.squareMetres > cap.areaSquareMetres
      ? `${formatSquareMetres(area.squareMetres)} is above your own cap of ${formatSquareMetres(cap.areaSquareMetres)} for an area.`
      : null,
    cap.vertices !== null && vertices > cap.vertices
      ? `${vertices.toLocaleString('en-US')} vertices are above your own cap of ${cap.vertices.toLocaleString('en-US')}.`
      : null,
  ].filter((text) => text !== null);
}

/** What is said of an order whose areas together lie above the analyst's own cap; null when they do not. */
export function orderExceedsSoftCap(totalSquareMetres: number, cap: SoftCap): string | null {
  const { orderSquareMetres } = cap;
  if (orderSquareMetres === null || totalSquareMetres <= orderSquareMetres) return null;
  return `${formatSquareMetres(totalSquareMetres)} in all is above your own cap of ${formatSquareMetres(orderSquareMetres)} for an order.`;
}
