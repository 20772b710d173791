import { shapeToPolygon } from '../../../shared/areas/measure-area.ts';
import type { App } from '../../context/app-context.tsx';
import type { LayerItem } from '../../stores/layers-store.ts';

type LayerCommandContext = Pick<App, 'engine' | 'stores'>;

/** Moves a layer up (−1) or down (1) by one, and returns a message with its new position. */
export function moveLayer({ stores: { layers } }: LayerCommandContext, id: string, steps: -1 | 1): string {
  const before = layers.getState().layers;
  const index = before.findIndex((layer) => layer.id === id);
  const neighbour = before[index - steps];
  const layer = before[index];
  if (!layer) return '';
  if (!neighbour) return `${layer.name} is ${steps === -1 ? 'on top' : 'at the bottom'} already.`;
  layers.getState().move(id, steps === -1 ? { above: neighbour.id } : { below: neighbour.id });
  const position = before.length - (index - steps);
  return `${layer.name} is layer ${position} of ${before.length} from the top.`;
}

/** Whether a layer has content to zoom to. */
export function canZoomToLayer({ stores }: LayerCommandContext, { id, bounds }: LayerItem): boolean {
  const { feed, areas } = stores.workspace.getState();
  if (bounds) return true;
  switch (id) {
    case 'detections':
    case 'detection-areas':
      return feed.state === 'ready' && feed.value.count > 0;
    case 'areas':
      return areas.state === 'ready' && areas.value.length > 0;
    case 'orders':
    case 'footprints':
      return true;
    default:
      return false;
  }
}

/** Zooms the map to a layer. Does nothing if it is empty. */
export function zoomToLayer({ engine, stores }: LayerCommandContext, { id, bounds }: LayerItem): void {
  const { areas } = stores.workspace.getState();
  if (bounds) engine.zoomToBounds(bounds);
  else if (id === 'detections') engine.zoomToDetections();
  else if (id === 'areas' && areas.state === 'ready') {
    engine.zoomToGeometry({
      type: 'GeometryCollection',
      geometries: areas.value.map(({ shape }) => shapeToPolygon(shape)),
    });
  } else engine.zoomToLayer(id);
}
