import type { Area } from '../../shared/areas/area.ts';
import { countVertices } from '../../shared/areas/count-vertices.ts';
import type { App } from '../app/app-context.tsx';
import { simplifyPolygon } from '../area-shapes/work-shapes.ts';
import type { Simplifying } from '../stores/areas-store.ts';
import { changeAreaShape } from './area-commands.ts';
import type { Command } from './command.ts';
import { type AreaWork, findArea } from './listed-areas.ts';

/** The fewest vertices that a polygon can have. */
export const fewestVertices = 3;

/** Why an area cannot be made simpler, or true. */
export function canSimplify({ shape }: Pick<Area, 'shape'>): true | string {
  if (shape.kind === 'circle') return 'A circle has no vertices to take away.';
  return countVertices(shape) > fewestVertices || 'A triangle cannot be simpler.';
}

/** Begins to make an area simpler, at half of its vertices. Nothing is changed until it is applied. */
export function beginSimplifying(app: Pick<App, 'stores'>, area: Area): void {
  app.stores.ui.getState().setTool('select');
  simplifyTo(app, area, Math.max(fewestVertices, Math.ceil(countVertices(area.shape) / 2)));
}

/** Works out the area with so many vertices, to be looked at. A later call takes the place of one under way. */
export function simplifyTo(app: Pick<App, 'stores'>, area: Area, vertices: number): void {
  const { areas } = app.stores;
  const { shape } = area;
  if (shape.kind === 'circle') return;
  const before = areas.getState().simplifying;
  const asked: Simplifying = {
    areaId: area.id,
    updatedAt: area.updatedAt,
    vertices,
    // What was worked out last stays on the map meanwhile.
    simpler: before?.areaId === area.id ? before.simpler : null,
    failure: null,
    isWorking: true,
  };
  areas.getState().setSimplifying(asked);
  const overtaken = new AbortController();
  const stopWatching = areas.subscribe(({ simplifying }) => {
    if (simplifying !== asked) overtaken.abort();
  });
  void simplifyPolygon(shape.polygon, vertices, overtaken.signal).then((result) => {
    stopWatching();
    if (overtaken.signal.aborted) return;
    areas
      .getState()
      .setSimplifying(
        result.ok
          ? { ...asked, simpler: result.value, isWorking: false }
          : { ...asked, simpler: null, failure: result.failure, isWorking: false },
      );
  });
}

/** Gives the area the simpler shape that is looked at; it can be taken back. */
export async function applySimplifying(app: AreaWork): Promise<void> {
  const { simplifying, setSimplifying } = app.stores.areas.getState();
  if (!simplifying?.simpler || simplifying.isWorking) return;
  setSimplifying(null);
  await changeAreaShape(app, simplifying.areaId, { kind: 'polygon', polygon: simplifying.simpler.polygon });
}

/** Puts the work down when its area has gone or become another meanwhile. */
export function dropOutdatedSimplifying(app: Pick<App, 'stores'>): void {
  const { simplifying, setSimplifying } = app.stores.areas.getState();
  if (!simplifying || app.stores.workspace.getState().areas.state !== 'ready') return;
  if (findArea(app, simplifying.areaId)?.updatedAt !== simplifying.updatedAt) setSimplifying(null);
}

/** The commands that make areas simpler. */
export function createSimplifyCommands(app: App): readonly Command[] {
  const selected = () => findArea(app, app.stores.ui.getState().selectedAreaId ?? '');
  return [
    {
      id: 'areas.simplify',
      title: 'Simplify the selected area…',
      group: 'Areas',
      enabled() {
        const area = selected();
        return area ? canSimplify(area) : 'Select an area first, on the map or in the list.';
      },
      run() {
        const area = selected();
        if (!area) return;
        app.stores.ui.getState().showPanel('areas');
        beginSimplifying(app, area);
      },
    },
  ];
}
