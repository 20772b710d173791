import type { Position } from 'geojson';
import { flattenGeometry } from '../../shared/geo/flatten-geometry.ts';
import type { Footprint } from '../../shared/results/detection.ts';
import type { MapFootprint } from '../map/map-types.ts';
import type { MapApp } from './map-app.ts';
import { toMapFootprint } from './sync-focus.ts';
import { watch } from './watch.ts';

/** Shows the footprints of the focused records instead of that of a detection. */
export function syncRecords({ stores: { results }, engine }: MapApp): () => void {
  return watch(
    results,
    ({ recordFootprints }) => recordFootprints,
    (footprints) => {
      const shown = toRecordFootprint(footprints);
      if (shown) {
        engine.setFootprint(shown);
        if (!engine.isInView(shown.footprint.reference)) engine.zoomToGeometry(shown.footprint.geometry);
      } else if (results.getState().focusedId === null) {
        engine.setFootprint(null);
      }
    },
  );
}

/** Several footprints as one, without a direction to a sensor; null when there is none. */
export function toRecordFootprint(footprints: readonly Footprint[]): MapFootprint | null {
  const [first] = footprints;
  if (!first) return null;
  if (footprints.length === 1) return toMapFootprint({ footprint: first }, []);
  const coordinates = footprints.flatMap(({ geometry }) => polygonsOf(geometry));
  const footprint: Footprint = {
    geometry: { type: 'MultiPolygon', coordinates },
    reference: first.reference,
    azimuthAngle: null,
    squareMetres: footprints.reduce((sum, { squareMetres }) => sum + squareMetres, 0),
  };
  return { footprint, label: null };
}

function polygonsOf(geometry: Footprint['geometry']): Position[][][] {
  return flattenGeometry(geometry).flatMap((simple) => {
    if (simple.type === 'Polygon') return [simple.coordinates];
    return simple.type === 'MultiPolygon' ? simple.coordinates : [];
  });
}
