import type { SimplifiedPolygon } from '../../shared/areas/simplified-polygon.ts';
import { dropOutdatedSimplifying } from '../commands/simplify-commands.ts';
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
    watch(
      workspace,
      (state) => state.areas,
      () => dropOutdatedSimplifying(app),
    ),
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

function previewOf({ importing, simplifying }: AreasStore): readonly PreviewPolygon[] {
  if (!importing) return simplifying?.simpler ? simplifiedPreview(simplifying.simpler) : [];
  return importing.candidates.map(({ key, shape }) => ({
    polygon: shape.polygon,
    look: key === importing.focusedKey ? 'focused' : importing.chosen.has(key) ? 'chosen' : 'left',
  }));
}

function simplifiedPreview({ polygon, gained, lost }: SimplifiedPolygon): readonly PreviewPolygon[] {
  return [
    ...gained.map((part): PreviewPolygon => ({ polygon: part, look: 'gained' })),
    ...lost.map((part): PreviewPolygon => ({ polygon: part, look: 'lost' })),
    { polygon, look: 'outline' },
  ];
}
