import type { SimplifiedPolygon } from '../../shared/areas/simplify-polygon.ts';
import { areaListQuery } from '../api/live-queries.ts';
import { watchQuery } from '../api/read-query.ts';
import type { PreviewPolygon } from '../map/preview-layer.ts';
import type { AreasStore } from '../stores/areas-store.ts';
import type { MapApp } from './map-app.ts';
import { watch } from './watch.ts';

/** Syncs area editing to the map: previews, snapping and measurements. */
export function syncAreaEditing(app: MapApp): () => void {
  const { areas } = app.stores;
  const show = () => app.engine.setPreview(previewOf(areas.getState()));
  const stops = [
    watch(areas, ({ importing }) => importing, show),
    watch(areas, ({ simplification }) => simplification, show),
    watchQuery(app, areaListQuery, (all) => all && areas.getState().dropOutdatedSimplification(all)),
    watch(
      areas,
      ({ isSnapping }) => isSnapping,
      (isOn) => app.engine.setSnapping(isOn),
    ),
    app.engine.on({ measured: (measurement) => areas.getState().setMeasurement(measurement) }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function previewOf({ importing, simplification }: AreasStore): readonly PreviewPolygon[] {
  if (!importing) return simplification?.result ? simplifiedPreview(simplification.result) : [];
  return importing.candidates.map(({ key, shape }) => ({
    polygon: shape.polygon,
    style: key === importing.focusedKey ? 'focused' : importing.chosenKeys.has(key) ? 'chosen' : 'skipped',
  }));
}

function simplifiedPreview({ polygon, gained, lost }: SimplifiedPolygon): readonly PreviewPolygon[] {
  return [
    ...gained.map((part): PreviewPolygon => ({ polygon: part, style: 'gained' })),
    ...lost.map((part): PreviewPolygon => ({ polygon: part, style: 'lost' })),
    { polygon, style: 'outline' },
  ];
}
