import { changeAreaShape, createArea } from '../commands/area-commands.ts';
import type { MapApp } from './sync.ts';
import { watch } from './watch.ts';

/** Ties the areas to the map, and what is drawn and changed on it to the commands about areas. */
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
      drawn: (shape) => void createArea(app, shape),
      edited: (id, shape) => void changeAreaShape(app, id, shape),
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
