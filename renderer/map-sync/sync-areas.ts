import type { SimplifiedPolygon } from '../../shared/areas/simplify-polygon.ts';
import { areaListQuery } from '../api/live-queries.ts';
import { watchQuery } from '../api/read-query.ts';
import { getAreas } from '../context/areas.ts';
import type { PreviewPolygon } from '../map/preview-layer.ts';
import type { AreasStore } from '../stores/areas-store.ts';
import type { MapApp } from './map-app.ts';
import { joinStops, watch } from './watch.ts';

/** Syncs the areas to the map, and runs area commands for shapes that are drawn and changed on it. */
export function syncAreas(app: MapApp): () => void {
  const { ui } = app.stores;
  const show = () => app.engine.setAreas(getAreas(app), ui.getState().selectedAreaId);
  return joinStops([
    watchQuery(app, areaListQuery, show),
    watch(ui, ({ selectedAreaId }) => selectedAreaId, show),
    app.engine.on({
      drawn: (shape) => void app.commands.runWith('areas.create', { shape }),
      edited: (areaId, shape) => void app.commands.runWith('areas.change-shape', { areaId, shape }),
    }),
  ]);
}

/** Syncs area editing to the map: previews, snapping and measurements. */
export function syncAreaEditing(app: MapApp): () => void {
  const { areas } = app.stores;
  const show = () => app.engine.setPreview(previewOf(areas.getState()));
  return joinStops([
    watch(areas, ({ importing }) => importing, show),
    watch(areas, ({ simplification }) => simplification, show),
    watchQuery(app, areaListQuery, (all) => all && areas.getState().dropOutdatedSimplification(all)),
    watch(
      areas,
      ({ isSnapping }) => isSnapping,
      (isOn) => app.engine.setSnapping(isOn),
    ),
    app.engine.on({ measured: (measurement) => areas.getState().setMeasurement(measurement) }),
  ]);
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
