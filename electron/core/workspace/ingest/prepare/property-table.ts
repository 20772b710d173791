import type { PropertyTable } from '../../file/columns/property-builder.ts';
import { PropertyBuilder, type PropertyCells } from '../../file/columns/property-builder.ts';

/** More columns than a workspace has, so that one that it has is hardly ever left out. */
const maxColumns = 400;
const maxOmitted = 1000;

/** Initial capacity, in features. */
const initialCapacity = 16_384;

/** Gathers properties of features. */
export function createPropertyTable() {
  const columns = new Map<string, PropertyBuilder | undefined>();
  const tooLong: string[] = [];
  const omitted: string[] = [];
  const columnOf = (name: string): PropertyBuilder | undefined => {
    if (columns.size >= maxColumns) {
      if (omitted.length < maxOmitted && !omitted.includes(name)) omitted.push(name);
      return undefined;
    }
    const column = new PropertyBuilder(initialCapacity);
    columns.set(name, column);
    return column;
  };
  // Most features have the same names in the same order as the one before.
  const recentNames: string[] = [];
  const recentColumns: (PropertyBuilder | undefined)[] = [];
  const find = (name: string): PropertyBuilder | undefined =>
    columns.get(name) ?? (columns.has(name) ? undefined : columnOf(name));
  return {
    add(at: number, properties: Readonly<Record<string, unknown>>): void {
      let slot = 0;
      for (const name in properties) {
        if (recentNames[slot] !== name) {
          recentColumns[slot] = find(name);
          recentNames[slot] = name;
        }
        const column = recentColumns[slot];
        slot += 1;
        if (column === undefined || column.set(at, properties[name])) continue;
        columns.set(name, undefined);
        tooLong.push(name);
        recentNames.length = 0;
      }
    },
    finish(): PropertyTable {
      const finished = new Map<string, PropertyCells>();
      for (const [name, column] of columns) {
        const cells = column?.cells();
        if (cells) finished.set(name, cells);
      }
      return { columns: finished, tooLong, omitted };
    },
  };
}
