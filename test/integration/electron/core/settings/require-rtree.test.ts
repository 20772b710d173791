import { constants, DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { requireRTree, SqliteUnusable } from '../../../../../electron/core/settings/require-rtree.ts';

it('accepts the SQLite of this Node.js', () => {
  expect(requireRTree()).toBeUndefined();
});

it('names a SQLite that creates no R-tree', () => {
  const database = new DatabaseSync(':memory:');
  database.setAuthorizer((action) =>
    action === constants.SQLITE_CREATE_VTABLE ? constants.SQLITE_DENY : constants.SQLITE_OK,
  );
  expect(() => requireRTree(database)).toThrow(SqliteUnusable);
  expect(database.isOpen).toBe(false);
});
