import { randomUUID } from 'node:crypto';
import type { Area, AreaChange, AreaSwap, ChangedArea, NewArea } from '../../../shared/areas/area.ts';
import { checkAreaShape } from '../../../shared/areas/check-area-shape.ts';
import { measureArea } from '../../../shared/areas/measure-area.ts';
import { uniqueNames } from '../../../shared/areas/unique-names.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { nowUtc, nowUtcAfter } from '../../../shared/time.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { AreaChanges } from '../workspace/tables/areas-table.ts';

/** Adds an area. Fails with `invalid-input` and the problems of its shape. */
export async function addArea(workspace: Workspace, area: NewArea): Promise<Result<Area>> {
  return replaceAreas(workspace, [], area);
}

/**
 * Adds all areas or, when one has problems or cannot be written, none. A name that another area has gets a number
 * appended. Problems name their area by its index in the list: `areas.3.shape.polygon`.
 */
export async function addAreas(
  workspace: Workspace,
  areas: readonly NewArea[],
): Promise<Result<readonly Area[]>> {
  const sound = validateShapes(areas, (index) => `areas.${index}.`);
  if (!sound.ok) return sound;
  const taken = (await workspace.listAreas()).map(({ name }) => name);
  const names = uniqueNames(
    areas.map(({ name }) => name),
    taken,
  );
  const added = areas.map((area, index) => toNewArea({ ...area, name: names[index] ?? area.name }));
  const done = await applyChanges(workspace, { upserts: added });
  return done.ok ? succeed(added) : done;
}

/** Fails with `conflict` when the area is not as expected, and like `addArea`. */
export async function changeArea(
  workspace: Workspace,
  { id, name, shape, site, expected }: AreaChange,
): Promise<Result<ChangedArea>> {
  const before = await findArea(workspace, id);
  if (!before) return missing(id);
  if (expected !== undefined && expected !== before.updatedAt) return changedSince();
  const { site: siteBefore, ...rest } = before;
  const next: Area = {
    ...rest,
    ...withSite(site === undefined ? siteBefore : site),
    ...(name === undefined ? {} : { name }),
    ...(shape === undefined ? {} : { shape }),
    // The time is the revision of the area: two changes never have the same.
    updatedAt: nowUtcAfter(before.updatedAt),
  };
  const sound = validateShapes([next]);
  if (!sound.ok) return sound;
  const after = { ...next, squareMetres: measureArea(next.shape) };
  const done = await applyChanges(workspace, {
    upserts: [after],
    expected: [{ id, updatedAt: before.updatedAt }],
  });
  if (done.ok) return succeed({ before, after });
  // Another window has changed it between reading and writing: this change applies to the result of that one.
  return done.failure.code === 'conflict' ? changeArea(workspace, { id, name, shape, site, expected }) : done;
}

/** Deletes an area, which can be restored, and returns it. Fails with `not-found`. */
export async function removeArea(workspace: Workspace, id: string): Promise<Result<Area>> {
  const area = await findArea(workspace, id);
  if (!area) return missing(id);
  const done = await applyChanges(workspace, { remove: [id] });
  return done.ok ? succeed(area) : done;
}

/**
 * Deletes areas, restores deleted ones and sets others back, all or none. Fails with `not-found`, or with `conflict` when
 * an area is not as expected. Returns the restored and reverted areas.
 */
export async function swapAreas(
  workspace: Workspace,
  { remove, restore, revert = [], expected = [] }: AreaSwap,
): Promise<Result<readonly Area[]>> {
  const sound = validateShapes(revert);
  if (!sound.ok) return sound;
  const known = new Map(
    revert.length === 0 ? [] : (await workspace.listAreas()).map((area) => [area.id, area]),
  );
  const upserts: Area[] = [];
  for (const state of revert) {
    const area = known.get(state.id);
    if (!area) return missing(state.id);
    const { site: _former, ...rest } = area;
    upserts.push({ ...rest, ...state, squareMetres: measureArea(state.shape) });
  }
  const done = await applyChanges(workspace, { upserts, remove, restore, expected });
  return done.ok ? succeed([...done.value, ...upserts]) : done;
}

/** Deletes areas, which can be restored, and adds one new area in the same transaction. */
export async function replaceAreas(
  workspace: Workspace,
  ids: readonly string[],
  area: NewArea,
): Promise<Result<Area>> {
  const sound = validateShapes([area]);
  if (!sound.ok) return sound;
  const added = toNewArea(area);
  const done = await applyChanges(workspace, { upserts: [added], remove: ids });
  return done.ok ? succeed(added) : done;
}

/** Returns the restored areas. */
async function applyChanges(
  workspace: Workspace,
  changes: Partial<AreaChanges>,
): Promise<Result<readonly Area[]>> {
  const none = { upserts: [], remove: [], restore: [], expected: [], deletedAt: nowUtc() };
  const outcome = await workspace.changeAreas({ ...none, ...changes });
  if (outcome.done) return succeed(outcome.restored);
  return outcome.reason === 'missing' ? missing(outcome.id) : changedSince();
}

async function findArea(workspace: Workspace, id: string): Promise<Area | undefined> {
  return (await workspace.listAreas()).find((area) => area.id === id);
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

function withSite(site: Area['site'] | null): Pick<Area, 'site'> {
  return site ? { site } : {};
}

function toNewArea(area: NewArea): Area {
  return { ...area, ...newIdentity(), squareMetres: measureArea(area.shape) };
}

function newIdentity(): Pick<Area, 'id' | 'createdAt' | 'updatedAt'> {
  const now = nowUtc();
  return { id: randomUUID(), createdAt: now, updatedAt: now };
}

function missing(id: string) {
  return fail('not-found', `There is no area ${id} in this workspace. It may have been deleted.`);
}

function changedSince() {
  return fail('conflict', 'The area has been changed since.');
}
