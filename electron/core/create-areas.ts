import { randomUUID } from 'node:crypto';
import type { Area, NewArea } from '../../shared/areas/area.ts';
import { areaShapeProblems } from '../../shared/areas/area-shape-problems.ts';
import { measureArea } from '../../shared/areas/measure-area.ts';
import { noSoftCap, softCapSchema } from '../../shared/areas/soft-cap.ts';
import { uniqueNames } from '../../shared/areas/unique-names.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { nowUtc } from '../../shared/time.ts';
import type { Areas } from './areas.ts';
import type { Events } from './events.ts';
import { type OpenWorkspace, openedWorkspace, writableWorkspace, written } from './in-workspace.ts';
import type { AreaChanges } from './workspace/workspace.ts';

/** Where the workspace keeps the soft cap, as JSON. */
const softCapKey = 'areas.soft-cap';

/** The areas of the open workspace. Every shape is judged and measured here, whoever drew it. */
export function createAreas(workspace: OpenWorkspace, events: Events): Areas {
  const told = <T>(result: Result<T>): Result<T> => {
    if (result.ok) events.publish({ type: 'changed', what: 'areas' });
    return result;
  };
  const put = async (draft: Omit<Area, 'squareMetres'>): Promise<Result<Area>> => {
    const sound = checked([draft]);
    if (!sound.ok) return sound;
    const opened = writableWorkspace(workspace);
    if (!opened.ok) return opened;
    const area = { ...draft, squareMetres: measureArea(draft.shape) };
    const stored = await written(opened.value.putArea(area));
    return told(stored.ok ? succeed(area) : stored);
  };
  /** The areas that were brought back. */
  const carryOut = async (changes: Omit<AreaChanges, 'deletedAt'>): Promise<Result<readonly Area[]>> => {
    const opened = writableWorkspace(workspace);
    if (!opened.ok) return opened;
    const outcome = await written(opened.value.changeAreas({ ...changes, deletedAt: nowUtc() }));
    if (!outcome.ok) return outcome;
    return outcome.value.done
      ? told(succeed(outcome.value.restored))
      : fail('not-found', missing(outcome.value.missingId));
  };

  return {
    async list() {
      const opened = openedWorkspace(workspace);
      return opened.ok ? succeed(await opened.value.listAreas()) : opened;
    },
    create: (area) => put({ ...area, ...birth() }),
    async createMany(areas) {
      const sound = checked(areas, (index) => `areas.${index}.`);
      if (!sound.ok) return sound;
      const opened = openedWorkspace(workspace);
      if (!opened.ok) return opened;
      const taken = (await opened.value.listAreas()).map(({ name }) => name);
      const names = uniqueNames(
        areas.map(({ name }) => name),
        taken,
      );
      const add = areas.map((area, index) => newborn({ ...area, name: names[index] ?? area.name }));
      const done = await carryOut({ add, remove: [], restore: [] });
      return done.ok ? succeed(add) : done;
    },
    async change({ id, name, shape }) {
      const opened = openedWorkspace(workspace);
      if (!opened.ok) return opened;
      const area = (await opened.value.listAreas()).find((candidate) => candidate.id === id);
      if (!area) return fail('not-found', missing(id));
      return put({
        ...area,
        ...(name === undefined ? {} : { name }),
        ...(shape === undefined ? {} : { shape }),
        updatedAt: nowUtc(),
      });
    },
    async remove(id) {
      const done = await carryOut({ add: [], remove: [id], restore: [] });
      return done.ok ? succeed(undefined) : done;
    },
    async restore(id) {
      const done = await carryOut({ add: [], remove: [], restore: [id] });
      if (!done.ok) return done;
      const [area] = done.value;
      return area ? succeed(area) : fail('not-found', missing(id));
    },
    exchange: ({ remove, restore }) => carryOut({ add: [], remove, restore }),
    async replace(ids, area) {
      const sound = checked([area]);
      if (!sound.ok) return sound;
      const made = newborn(area);
      const done = await carryOut({ add: [made], remove: ids, restore: [] });
      return done.ok ? succeed(made) : done;
    },
    async softCap() {
      const opened = openedWorkspace(workspace);
      if (!opened.ok) return opened;
      const text = await opened.value.getSetting(softCapKey);
      return succeed(text === undefined ? noSoftCap : softCapSchema.parse(JSON.parse(text)));
    },
    async setSoftCap(cap) {
      const opened = writableWorkspace(workspace);
      if (!opened.ok) return opened;
      return await written(opened.value.putSetting(softCapKey, JSON.stringify(cap)));
    },
  };
}

/** `invalid-input` with the problems of all shapes; `pathOf` is put before a problem's field. */
function checked(
  areas: readonly Pick<Area, 'shape'>[],
  pathOf: (index: number) => string = () => '',
): Result<void> {
  const problems = areas.flatMap(({ shape }, index) =>
    areaShapeProblems(shape).map((problem) => ({ ...problem, field: pathOf(index) + problem.field })),
  );
  const [first] = problems;
  return first ? fail('invalid-input', first.message, { problems }) : succeed(undefined);
}

function newborn(area: NewArea): Area {
  return { ...area, ...birth(), squareMetres: measureArea(area.shape) };
}

function birth(): Pick<Area, 'id' | 'createdAt' | 'updatedAt'> {
  const now = nowUtc();
  return { id: randomUUID(), createdAt: now, updatedAt: now };
}

function missing(id: string): string {
  return `There is no area ${id} in this workspace. It may have been deleted.`;
}
