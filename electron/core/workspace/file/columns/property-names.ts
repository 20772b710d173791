import { numberCell, textCell } from '../cells.ts';
import type { Sql } from '../sql.ts';

/**
 * Maximum number of properties with columns: most belong to few products, and each costs a column in every chunk it is
 * in.
 */
export const maxColumns = 200;
/** Maximum number listed by name. */
const maxListed = 1000;
const maxNameLength = 200;

type Known = { readonly id: number; hasChunks: boolean };

/** Reads the list of properties. */
export function createPropertyNames(sql: Sql) {
  const known = new Map<string, Known>();
  const names = new Map<number, string>();
  let columns = 0;
  const register = (name: string, id: number, hasChunks: boolean) => {
    known.set(name, { id, hasChunks });
    names.set(id, name);
    if (hasChunks) columns += 1;
  };
  for (const row of sql.all('SELECT id, name, has_chunks FROM properties')) {
    register(textCell(row, 'name'), numberCell(row, 'id'), numberCell(row, 'has_chunks') === 1);
  }
  let isUnlistedKnown = false;
  const markUnlisted = () => {
    if (!isUnlistedKnown)
      sql.run("INSERT OR REPLACE INTO app_meta (key, value) VALUES ('properties_unlisted', '1')");
    isUnlistedKnown = true;
    return false;
  };
  return {
    /** Whether the property has columns. A new name gets them while there are few enough. */
    isColumn(name: string): boolean {
      const found = known.get(name);
      if (found) return found.hasChunks;
      if (known.size >= maxListed || name.length > maxNameLength) return markUnlisted();
      const hasChunks = columns < maxColumns;
      const row = sql.get`
        INSERT INTO properties (name, has_chunks) VALUES (${name}, ${hasChunks ? 1 : 0}) RETURNING id`;
      if (!row) throw new Error('The workspace did not number the property it wrote.');
      register(name, numberCell(row, 'id'), hasChunks);
      return hasChunks;
    },
    /** Key of a property that has columns. */
    keyOf(name: string): number {
      const found = known.get(name);
      if (!found) throw new Error(`The property ${name} has no columns.`);
      return found.id;
    },
    nameOf: (key: number) => names.get(key),
    /** Takes a property's columns away for good: they could not hold all of its values. */
    drop(name: string): void {
      const found = known.get(name);
      if (!found?.hasChunks) return;
      found.hasChunks = false;
      columns -= 1;
      sql.run`UPDATE properties SET has_chunks = 0 WHERE id = ${found.id}`;
      sql.run`DELETE FROM property_chunks WHERE property_id = ${found.id}`;
    },
  };
}

/** Properties with columns, for one transaction that writes. */
export type PropertyNames = ReturnType<typeof createPropertyNames>;
