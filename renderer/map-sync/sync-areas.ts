import { areaListQuery } from '../api/live-queries.ts';
import { watchQuery } from '../api/read-query.ts';
import { getAreas } from '../context/areas.ts';
import type { MapApp } from './map-app.ts';
import { watch } from './watch.ts';

/** Syncs the areas to the map, and runs area commands for shapes that are drawn and changed on it. */
export function syncAreas(app: MapApp): () => void {
  const { ui } = app.stores;
  const show = () => app.engine.setAreas(getAreas(app), ui.getState().selectedAreaId);
  const stops = [
    watchQuery(app, areaListQuery, show),
    watch(ui, ({ selectedAreaId }) => selectedAreaId, show),
    app.engine.on({
      drawn: (shape) => void app.commands.runWith('areas.create', { shape }),
      edited: (areaId, shape) => void app.commands.runWith('areas.change-shape', { areaId, shape }),
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
