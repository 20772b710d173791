import type { Area } from '../../../shared/areas/area.ts';
import { countVertices } from '../../../shared/areas/count-vertices.ts';
import type { App } from '../../context/app-context.tsx';
import { type AreaCommandContext, findArea } from '../../context/areas.ts';
import type { Command } from '../../context/command.ts';
import type { AreaSimplification } from '../../stores/areas-store.ts';
import { changeAreaShape } from './area-commands.ts';
import { simplifyPolygonInWorker } from './shapes/shape-operations.ts';
import { texts } from './texts.ts';

/** The minimum number of vertices of a polygon. */
export const minVertices = 3;

/** Reason why an area cannot be simplified, or true. */
export function canSimplify({ shape }: Pick<Area, 'shape'>): true | string {
  if (shape.kind === 'circle') return texts.simplify.circle;
  return countVertices(shape) > minVertices || texts.simplify.triangle;
}

/** Starts simplifying an area to half of its vertices. The area is unchanged until it is applied. */
export function startSimplification(app: Pick<App, 'stores'>, area: Area): void {
  app.stores.ui.getState().setTool('select');
  simplifyTo(app, area, Math.max(minVertices, Math.ceil(countVertices(area.shape) / 2)));
}

/** Computes a preview of the area with this number of vertices. A later call replaces a running one. */
export function simplifyTo(app: Pick<App, 'stores'>, area: Area, vertices: number): void {
  const { areas } = app.stores;
  const { shape } = area;
  if (shape.kind === 'circle') return;
  const before = areas.getState().simplification;
  const requested: AreaSimplification = {
    areaId: area.id,
    updatedAt: area.updatedAt,
    vertices,
    // The last preview stays on the map in the meantime.
    result: before?.areaId === area.id ? before.result : null,
    failure: null,
    isWorking: true,
  };
  areas.getState().setSimplification(requested);
  const replaced = new AbortController();
  const stopWatching = areas.subscribe(({ simplification }) => {
    if (simplification !== requested) replaced.abort();
  });
  void simplifyPolygonInWorker(shape.polygon, vertices, replaced.signal).then((result) => {
    stopWatching();
    if (replaced.signal.aborted) return;
    areas
      .getState()
      .setSimplification(
        result.ok
          ? { ...requested, result: result.value, isWorking: false }
          : { ...requested, result: null, failure: result.failure, isWorking: false },
      );
  });
}

/** Applies the previewed shape to the area; can be undone. */
export async function applySimplification(app: AreaCommandContext): Promise<void> {
  const { simplification, setSimplification } = app.stores.areas.getState();
  if (!simplification?.result || simplification.isWorking) return;
  setSimplification(null);
  const { areaId, result } = simplification;
  await changeAreaShape(app, areaId, { kind: 'polygon', polygon: result.polygon }, simplification);
}

/** The commands about simplifying areas. */
export function createSimplifyCommands(app: App): readonly Command[] {
  const selected = () => findArea(app, app.stores.ui.getState().selectedAreaId ?? '');
  return [
    {
      id: 'areas.simplify',
      title: texts.simplify.command,
      group: 'Areas',
      enabled() {
        const area = selected();
        return area ? canSimplify(area) : texts.commands.selectFirst;
      },
      run() {
        const area = selected();
        if (!area) return;
        app.stores.ui.getState().showPanel('areas');
        startSimplification(app, area);
      },
    },
  ];
}
