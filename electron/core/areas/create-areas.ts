import { randomUUID } from 'node:crypto';
import type { Area, NewArea } from '../../../shared/areas/area.ts';
import { checkAreaShape } from '../../../shared/areas/check-area-shape.ts';
import { measureArea } from '../../../shared/areas/measure-area.ts';
import { noSoftCap, softCapSchema } from '../../../shared/areas/soft-cap.ts';
import { uniqueNames } from '../../../shared/areas/unique-names.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { Events } from '../base/events.ts';
import {
  type GetWorkspace,
  getOpenWorkspace,
  getWritableWorkspace,
  toWriteResult,
} from '../workspace/get-open-workspace.ts';
import type { AreaChanges } from '../workspace/workspace.ts';
import type { Areas } from './areas.ts';

/** The workspace setting that contains the soft cap, as JSON. */
const softCapKey = 'areas.soft-cap';

/** The areas of the open workspace. Every shape is validated and measured here. */
export function createAreas(workspace: GetWorkspace, events: Events): Areas {
  const notifyChanged = <T>(result: Result<T>): Result<T> => {
    if (result.ok) events.publish({ type: 'changed', topic: 'areas' });
    return result;
  };
  const save = async (draft: Omit<Area, 'squareMetres'>): Promise<Result<Area>> => {
    const sound = validateShapes([draft]);
    if (!sound.ok) return sound;
    const opened = getWritableWorkspace(workspace);
    if (!opened.ok) return opened;
    const area = { ...draft, squareMetres: measureArea(draft.shape) };
    const stored = await toWriteResult(opened.value.upsertArea(area));
    return notifyChanged(stored.ok ? succeed(area) : stored);
  };
  /** Returns the restored areas. */
  const applyChanges = async (changes: Omit<AreaChanges, 'deletedAt'>): Promise<Result<readonly Area[]>> => {
    const opened = getWritableWorkspace(workspace);
    if (!opened.ok) return opened;
    const outcome = await toWriteResult(opened.value.changeAreas({ ...changes, deletedAt: nowUtc() }));
    if (!outcome.ok) return outcome;
    return outcome.value.done
      ? notifyChanged(succeed(outcome.value.restored))
      : fail('not-found', missing(outcome.value.missingId));
  };

  return {
    async list() {
      const opened = getOpenWorkspace(workspace);
      return opened.ok ? succeed(await opened.value.listAreas()) : opened;
    },
    create: (area) => save({ ...area, ...newIdentity() }),
    async createMany(areas) {
      const sound = validateShapes(areas, (index) => `areas.${index}.`);
      if (!sound.ok) return sound;
      const opened = getOpenWorkspace(workspace);
      if (!opened.ok) return opened;
      const taken = (await opened.value.listAreas()).map(({ name }) => name);
      const names = uniqueNames(
        areas.map(({ name }) => name),
        taken,
      );
      const add = areas.map((area, index) => toNewArea({ ...area, name: names[index] ?? area.name }));
      const done = await applyChanges({ add, remove: [], restore: [] });
      return done.ok ? succeed(add) : done;
    },
    async change({ id, name, shape }) {
      const opened = getOpenWorkspace(workspace);
      if (!opened.ok) return opened;
      const area = (await opened.value.listAreas()).find((candidate) => candidate.id === id);
      if (!area) return fail('not-found', missing(id));
      return save({
        ...area,
        ...(name === undefined ? {} : { name }),
        ...(shape === undefined ? {} : { shape }),
        updatedAt: nowUtc(),
      });
    },
    async remove(id) {
      const done = await applyChanges({ add: [], remove: [id], restore: [] });
      return done.ok ? succeed(undefined) : done;
    },
    async restore(id) {
      const done = await applyChanges({ add: [], remove: [], restore: [id] });
      if (!done.ok) return done;
      const [area] = done.value;
      return area ? succeed(area) : fail('not-found', missing(id));
    },
    swap: ({ remove, restore }) => applyChanges({ add: [], remove, restore }),
    async replace(ids, area) {
      const sound = validateShapes([area]);
      if (!sound.ok) return sound;
      const made = toNewArea(area);
      const done = await applyChanges({ add: [made], remove: ids, restore: [] });
      return done.ok ? succeed(made) : done;
    },
    async softCap() {
      const opened = getOpenWorkspace(workspace);
      if (!opened.ok) return opened;
      const text = await opened.value.getSetting(softCapKey);
      return succeed(text === undefined ? noSoftCap : softCapSchema.parse(JSON.parse(text)));
    },
    async setSoftCap(cap) {
      const opened = getWritableWorkspace(workspace);
      if (!opened.ok) return opened;
      return await toWriteResult(opened.value.saveSetting(softCapKey, JSON.stringify(cap)));
    },
  };
}

/** Fails with `invalid-input` and the problems of all shapes; `pathOf` returns a prefix for the field of a problem. */
function validateShapes(
  areas: readonly Pick<Area, 'shape'>[],
  pathOf: (index: number) => string = () => '',
): Result<void> {
  const problems = areas.flatMap(({ shape }, index) =>
    checkAreaShape(shape).map((problem) => ({ ...problem, field: pathOf(index) + problem.field })),
  );
  const [first] = problems;
  return first ? fail('invalid-input', first.message, { problems }) : succeed(undefined);
}

function toNewArea(area: NewArea): Area {
  return { ...area, ...newIdentity(), squareMetres: measureArea(area.shape) };
}

function newIdentity(): Pick<Area, 'id' | 'createdAt' | 'updatedAt'> {
  const now = nowUtc();
  return { id: randomUUID(), createdAt: now, updatedAt: now };
}

function missing(id: string): string {
  return `There is no area ${id} in this workspace. It may have been deleted.`;
}
