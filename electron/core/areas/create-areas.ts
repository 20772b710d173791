import { randomUUID } from 'node:crypto';
import type { Area, AreaChange, AreaSwap, ChangedArea, NewArea } from '../../../shared/areas/area.ts';
import { checkAreaShape } from '../../../shared/areas/check-area-shape.ts';
import { measureArea } from '../../../shared/areas/measure-area.ts';
import { noSoftCap, softCapSchema } from '../../../shared/areas/soft-cap.ts';
import { uniqueNames } from '../../../shared/areas/unique-names.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { nowUtc, nowUtcAfter } from '../../../shared/time.ts';
import type { Events } from '../base/events.ts';
import {
  type GetWorkspace,
  getOpenWorkspace,
  getWritableWorkspace,
  toWriteResult,
} from '../workspace/open/get-open-workspace.ts';
import type { AreaChanges } from '../workspace/tables/areas-table.ts';
import type { Areas } from './areas.ts';

/** The workspace setting that contains the soft cap, as JSON. */
const softCapKey = 'areas.soft-cap';

/** The areas of the open workspace. Every shape is validated and measured here. */
export function createAreas(workspace: GetWorkspace, events: Events): Areas {
  const notifyChanged = <T>(result: Result<T>): Result<T> => {
    if (result.ok) events.publish({ type: 'changed', topic: 'areas' });
    return result;
  };
  /** Returns the restored areas. */
  const applyChanges = async (changes: Partial<AreaChanges>): Promise<Result<readonly Area[]>> => {
    const opened = getWritableWorkspace(workspace);
    if (!opened.ok) return opened;
    const none = { put: [], remove: [], restore: [], expected: [], deletedAt: nowUtc() };
    const outcome = await toWriteResult(opened.value.changeAreas({ ...none, ...changes }));
    if (!outcome.ok) return outcome;
    if (outcome.value.done) return notifyChanged(succeed(outcome.value.restored));
    return outcome.value.reason === 'missing'
      ? fail('not-found', missing(outcome.value.id))
      : fail('conflict', 'The area has been changed since.');
  };
  const swap = async ({
    remove,
    restore,
    revert = [],
    expected = [],
  }: AreaSwap): Promise<Result<readonly Area[]>> => {
    const sound = validateShapes(revert);
    if (!sound.ok) return sound;
    const opened = getOpenWorkspace(workspace);
    if (!opened.ok) return opened;
    const known = new Map(
      revert.length === 0 ? [] : (await opened.value.listAreas()).map((area) => [area.id, area]),
    );
    const put: Area[] = [];
    for (const state of revert) {
      const area = known.get(state.id);
      if (!area) return fail('not-found', missing(state.id));
      put.push({ ...area, ...state, squareMetres: measureArea(state.shape) });
    }
    const done = await applyChanges({ put, remove, restore, expected });
    return done.ok ? succeed([...done.value, ...put]) : done;
  };

  const change = async ({ id, name, shape, expected }: AreaChange): Promise<Result<ChangedArea>> => {
    const opened = getOpenWorkspace(workspace);
    if (!opened.ok) return opened;
    const before = (await opened.value.listAreas()).find((candidate) => candidate.id === id);
    if (!before) return fail('not-found', missing(id));
    if (expected !== undefined && expected !== before.updatedAt) {
      return fail('conflict', 'The area has been changed since.');
    }
    const next = {
      ...before,
      ...(name === undefined ? {} : { name }),
      ...(shape === undefined ? {} : { shape }),
      // The time is the revision of the area: two changes never have the same.
      updatedAt: nowUtcAfter(before.updatedAt),
    };
    const sound = validateShapes([next]);
    if (!sound.ok) return sound;
    const after = { ...next, squareMetres: measureArea(next.shape) };
    const done = await applyChanges({ put: [after], expected: [{ id, updatedAt: before.updatedAt }] });
    if (done.ok) return succeed({ before, after });
    // Another window has changed it between reading and writing: this change applies to the result of that one.
    return done.failure.code === 'conflict' ? change({ id, name, shape, expected }) : done;
  };

  return {
    async list() {
      const opened = getOpenWorkspace(workspace);
      return opened.ok ? succeed(await opened.value.listAreas()) : opened;
    },
    async create(area) {
      const sound = validateShapes([area]);
      if (!sound.ok) return sound;
      const made = toNewArea(area);
      const done = await applyChanges({ put: [made] });
      return done.ok ? succeed(made) : done;
    },
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
      const done = await applyChanges({ put: add });
      return done.ok ? succeed(add) : done;
    },
    change,
    async remove(id) {
      const opened = getOpenWorkspace(workspace);
      if (!opened.ok) return opened;
      const area = (await opened.value.listAreas()).find((candidate) => candidate.id === id);
      if (!area) return fail('not-found', missing(id));
      const done = await applyChanges({ remove: [id] });
      return done.ok ? succeed(area) : done;
    },
    swap,
    async replace(ids, area) {
      const sound = validateShapes([area]);
      if (!sound.ok) return sound;
      const made = toNewArea(area);
      const done = await applyChanges({ put: [made], remove: ids });
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
