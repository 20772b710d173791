import type { Area } from '../../shared/areas/area.ts';
import { shapeToPolygon } from '../../shared/areas/measure-area.ts';
import type { App } from './app-context.tsx';

/** The parts of the app that commands about areas use. */
export type AreaCommandContext = Pick<App, 'api' | 'stores'>;

/** The loaded areas of the workspace; none without a workspace. */
export function getAreas(app: Pick<App, 'stores'>): readonly Area[] {
  const { areas } = app.stores.workspace.getState();
  return areas.state === 'ready' ? areas.value : [];
}

/** The area with an id, if there is one. */
export function findArea(app: Pick<App, 'stores'>, id: string): Area | undefined {
  return getAreas(app).find((area) => area.id === id);
}

/** Zooms the map to an area. */
export function zoomToArea({ engine }: Pick<App, 'engine'>, { shape }: Pick<Area, 'shape'>): void {
  engine.zoomToGeometry(shapeToPolygon(shape));
}
