import type { Geometry } from 'geojson';

/** A feature of a record (service.md, Features). */
export type DemoFeature = {
  readonly type: 'Feature';
  readonly geometry: Geometry;
  readonly properties: Readonly<Record<string, unknown>>;
};

/** A feature at a point or over an area. */
export function createFeature(
  geometry: Geometry,
  properties: Readonly<Record<string, unknown>>,
): DemoFeature {
  return { type: 'Feature', geometry, properties };
}
