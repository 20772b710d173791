import type { Area } from '../../shared/areas/area.ts';
import { shapeToPolygon } from '../../shared/areas/measure-area.ts';
import { areaListQuery } from '../api/live-queries.ts';
import { type QuerySource, readQuery } from '../api/read-query.ts';
import type { App } from './app-context.tsx';

/** The parts of the app that commands about areas use. */
export type AreaCommandContext = Pick<App, 'api' | 'queries' | 'queryClient' | 'stores'>;

/** The loaded areas of the workspace; none without a workspace. */
export function getAreas(app: QuerySource): readonly Area[] {
  return readQuery(app, areaListQuery) ?? [];
}

/** The area with an id, if there is one. */
export function findArea(app: QuerySource, id: string): Area | undefined {
  return getAreas(app).find((area) => area.id === id);
}

/** Zooms the map to an area. */
export function zoomToArea({ engine }: Pick<App, 'engine'>, { shape }: Pick<Area, 'shape'>): void {
  engine.zoomToGeometry(shapeToPolygon(shape));
}
