import { expect, test } from 'vitest';
import { carriedKinds } from '../../../../../../electron/core/workspace/carried/carried-kinds.ts';
import {
  type RoleTable,
  roleOf,
  tablesWith,
} from '../../../../../../electron/core/workspace/file/schema/table-roles.ts';

const kinds = Object.entries(carriedKinds);
const waysOf = (table: RoleTable) => [
  ...new Set(kinds.flatMap(([, { ways, tables }]) => (tables.includes(table) ? ways : []))),
];

test.each(tablesWith(({ passedOn }) => passedOn !== undefined))(
  'rows of %s travel on each way that its role states, by a kind',
  (table) => {
    expect(waysOf(table)).toEqual(expect.arrayContaining([...(roleOf(table)?.passedOn ?? [])]));
  },
);

test.each(kinds)('%s travel on no way that no role of their tables states', (_kind, { ways, tables }) => {
  // Raw records are no role's: all that is derived follows them.
  const stated = tables.flatMap((table) =>
    roleOf(table)?.isDerived ? ways : (roleOf(table)?.passedOn ?? []),
  );
  expect(stated).toEqual(expect.arrayContaining([...ways]));
});
