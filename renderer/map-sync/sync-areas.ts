import type { MapApp } from './map-app.ts';
import { watch } from './watch.ts';

/** Syncs the areas to the map, and runs area commands for shapes that are drawn and changed on it. */
export function syncAreas(app: MapApp): () => void {
  const { workspace, ui } = app.stores;
  const show = () => {
    const { areas } = workspace.getState();
    app.engine.setAreas(areas.state === 'ready' ? areas.value : [], ui.getState().selectedAreaId);
  };
  const stops = [
    watch(workspace, ({ areas }) => areas, show),
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
