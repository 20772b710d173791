import type { AreasStore } from '../stores/areas-store.ts';
import type { PreviewPolygon } from './preview-layer.ts';
import type { MapApp } from './sync.ts';
import { watch } from './watch.ts';

/** Ties work on areas to the map: what is shown before it is kept, snapping, and what is measured. */
export function syncAreaWork(app: MapApp): () => void {
  const { areas, workspace } = app.stores;
  const show = () => app.engine.setPreview(previewOf(areas.getState()));
  const stops = [
    watch(areas, ({ importing }) => importing, show),
    watch(areas, ({ simplifying }) => simplifying, show),
    watch(workspace, (state) => state.areas, show),
    watch(
      areas,
      ({ isSnapping }) => isSnapping,
      (isOn) => app.engine.setSnapping(isOn),
    ),
    app.engine.on({ measured: (measurement) => areas.setState({ measurement }) }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function previewOf({ importing }: AreasStore): readonly PreviewPolygon[] {
  if (!importing) return [];
  return importing.candidates.map(({ key, shape }) => ({
    polygon: shape.polygon,
    look: key === importing.focusedKey ? 'focused' : importing.chosen.has(key) ? 'chosen' : 'left',
  }));
}
