import { randomUUID } from 'node:crypto';
import type { Area } from '../../shared/areas/area.ts';
import { areaShapeProblems } from '../../shared/areas/area-shape-problems.ts';
import { measureArea } from '../../shared/areas/measure-area.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { nowUtc } from '../../shared/time.ts';
import type { Areas } from './areas.ts';
import type { Events } from './events.ts';
import { type OpenWorkspace, openedWorkspace, writableWorkspace, written } from './in-workspace.ts';

/** The areas of the open workspace. Every shape is judged and measured here, whoever drew it. */
export function createAreas(workspace: OpenWorkspace, events: Events): Areas {
  const put = async (draft: Omit<Area, 'squareMetres'>): Promise<Result<Area>> => {
    const problems = areaShapeProblems(draft.shape);
    const [first] = problems;
    if (first) return fail('invalid-input', first.message, { problems });
    const opened = writableWorkspace(workspace);
    if (!opened.ok) return opened;
    const area = { ...draft, squareMetres: measureArea(draft.shape) };
    const stored = await written(opened.value.putArea(area));
    if (!stored.ok) return stored;
    events.publish({ type: 'changed', what: 'areas' });
    return succeed(area);
  };

  return {
    async list() {
      const opened = openedWorkspace(workspace);
      return opened.ok ? succeed(await opened.value.listAreas()) : opened;
    },
    create({ name, shape }) {
      const now = nowUtc();
      return put({
        id: randomUUID(),
        name,
        shape,
        createdAt: now,
        updatedAt: now,
      });
    },
    async change({ id, name, shape }) {
      const opened = openedWorkspace(workspace);
      if (!opened.ok) return opened;
      const area = (await opened.value.listAreas()).find((candidate) => candidate.id === id);
      if (!area) return noSuchArea(id);
      return put({
        ...area,
        ...(name === undefined ? {} : { name }),
        ...(shape === undefined ? {} : { shape }),
        updatedAt: nowUtc(),
      });
    },
    async remove(id) {
      const opened = writableWorkspace(workspace);
      if (!opened.ok) return opened;
      const removed = await written(opened.value.deleteArea(id, nowUtc()));
      if (!removed.ok) return removed;
      if (!removed.value) return noSuchArea(id);
      events.publish({ type: 'changed', what: 'areas' });
      return succeed(undefined);
    },
    async restore(id) {
      const opened = writableWorkspace(workspace);
      if (!opened.ok) return opened;
      const restored = await written(opened.value.restoreArea(id));
      if (!restored.ok) return restored;
      if (!restored.value) return noSuchArea(id);
      events.publish({ type: 'changed', what: 'areas' });
      return succeed(restored.value);
    },
  };
}

function noSuchArea(id: string) {
  return fail('not-found', `There is no area ${id} in this workspace. It may have been deleted.`);
}
