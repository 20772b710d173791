import { shapeToPolygon } from '../../../shared/areas/measure-area.ts';
import type { App } from '../../context/app-context.tsx';
import { getAreas } from '../../context/areas.ts';
import type { LayerItem } from '../../stores/layers-store.ts';
import { texts } from './texts.ts';

type LayerCommandContext = Pick<App, 'api' | 'queries' | 'engine' | 'queryClient' | 'stores'>;

/** Moves a layer up (−1) or down (1) by one, and returns a message with its new position. */
export function moveLayer({ stores: { layers } }: LayerCommandContext, id: string, steps: -1 | 1): string {
  const before = layers.getState().layers;
  const index = before.findIndex((layer) => layer.id === id);
  const neighbor = before[index - steps];
  const layer = before[index];
  if (!layer) return '';
  if (!neighbor) {
    return steps === -1 ? texts.moved.alreadyOnTop(layer.name) : texts.moved.alreadyAtBottom(layer.name);
  }
  layers.getState().move(id, steps === -1 ? { above: neighbor.id } : { below: neighbor.id });
  const position = before.length - (index - steps);
  return texts.moved.to(layer.name, position, before.length);
}

/** Whether a layer has content to zoom to. */
export function canZoomToLayer(app: LayerCommandContext, { id, bounds }: LayerItem): boolean {
  const { feed } = app.stores.workspace.getState();
  if (bounds) return true;
  switch (id) {
    case 'detections':
    case 'detection-areas':
      return feed.state === 'ready' && feed.value.count > 0;
    case 'areas':
      return getAreas(app).length > 0;
    case 'orders':
    case 'footprints':
      return true;
    default:
      return false;
  }
}

/** Zooms the map to a layer. Does nothing if it is empty. */
export function zoomToLayer(app: LayerCommandContext, { id, bounds }: LayerItem): void {
  const { engine } = app;
  if (bounds) engine.camera.fitBounds(bounds);
  else if (id === 'detections') engine.zoomToDetections();
  else if (id === 'areas') {
    engine.zoomToGeometry({
      type: 'GeometryCollection',
      geometries: getAreas(app).map(({ shape }) => shapeToPolygon(shape)),
    });
  } else engine.zoomToLayer(id);
}
