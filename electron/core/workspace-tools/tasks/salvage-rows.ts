import type { SqlRow } from '../../workspace/file/sql.ts';
import { headerOffset, pageKinds } from '../../workspace/safety/btree-pages.ts';
import type { DamagedRows } from '../../workspace/safety/damaged-rows.ts';
import { openDamaged } from './open-damaged.ts';
import { findOrphans, readRecords, type Tree, type TreeRecord, walkTree } from './salvage-trees.ts';
import { type TableLayout, toRow } from './table-layouts.ts';

/** Running totals of the rows that were read and lost; unless `isExact`, more than `lost` may be lost. */
export type SalvageCount = { rescued: number; lost: number; isExact: boolean };

/** A count of nothing. */
export function noRows(): SalvageCount {
  return { rescued: 0, lost: 0, isExact: true };
}

/** Adds what was counted elsewhere. */
export function addCount(count: SalvageCount, { rescued, lost, isExact }: SalvageCount): void {
  count.rescued += rescued;
  count.lost += lost;
  count.isExact &&= isExact;
}

/** A row of a damaged file; `read` returns undefined where its bytes are damaged. */
export type SalvagedRow = {
  /** The row id; undefined in a table without row ids. */
  readonly key: number | undefined;
  /** Whether its page is damaged or may be out of date, so that what was read may be wrong. */
  readonly isDoubtful: boolean;
  read(): SqlRow | undefined;
};

/** The rows of a damaged file. */
export type SalvagedFile = {
  readonly remarks: readonly string[];
  /** Makes the rows of further tables known, by their layouts. */
  addTables(layouts: ReadonlyMap<string, TableLayout>): void;
  /**
   * The rows of a table, those of its tree first, then those of pages that no tree leads to. `count` is complete once all
   * are read: each row is to be read before the next one is requested.
   */
  rows(table: string, count: SalvageCount): Generator<SalvagedRow, void>;
  /** The entries of an index: its columns, and the row id as `rowid`. */
  index(table: string, name: string): readonly SqlRow[];
  close(): void;
};

/** The safety copy of a damaged file. */
export type SalvagedCopy = {
  readonly file: SalvagedFile;
  /** UTC, ISO 8601. */
  readonly savedAt: string;
  /** Whether it has what the file never loses but with its log, or when an older one takes its place. */
  readonly isAhead: boolean;
};

/** A file that rows are copied from. */
export type RowSource = {
  readonly file: SalvagedFile;
  /** Rows on damaged pages, where checksums name them. */
  readonly damaged: DamagedRows;
  /** The safety copy of what exists nowhere else. */
  readonly copy: SalvagedCopy | undefined;
};

const schemaLayout: TableLayout = {
  table: 'sqlite_schema',
  hasRowid: true,
  rowidColumn: undefined,
  indexes: [],
  columns: ['type', 'name', 'tbl_name', 'rootpage', 'sql'].map((name) => ({
    name,
    fallback: undefined,
    accepts: (value) => value === null || typeof value === (name === 'rootpage' ? 'number' : 'string'),
    isTypical: (value) => name !== 'type' || ['table', 'index', 'view', 'trigger'].includes(String(value)),
  })),
};

const listRemark = 'The list of the tables was damaged; rows were found by their pages.';
const noListRemark = 'Nothing is left of the list of the tables; rows could only be found by their pages.';

/** Opens a copy of a damaged file at `copy` for reading its pages by their layout, whatever SQLite would make of it. */
export function salvageFile(
  path: string,
  copy: string,
  knownLayouts: ReadonlyMap<string, TableLayout>,
  descriptor?: number,
): SalvagedFile {
  const { readPage, pages, remarks, isComplete, close } = openDamaged(path, copy, descriptor);
  const layouts = new Map(knownLayouts);

  /** Whether a page has rows of the table; `isExact`: nothing else, with values as Sightline writes them. */
  const hasRowsOf = (layout: TableLayout, page: number, isExact: boolean): boolean => {
    const bytes = readPage(page);
    if (!bytes || layout.hasRowid !== (bytes[headerOffset(page)] === pageKinds.leafTable)) return false;
    let decoded = 0;
    for (const record of readRecords(readPage, [page])) {
      const values = record.read();
      if (!values) continue;
      decoded += 1;
      const isRow = toRow(layout, record.key, values, isExact) !== undefined;
      if (isRow !== isExact) return isRow;
    }
    return isExact ? decoded > 0 : decoded === 0;
  };

  const walk = (layout: TableLayout, root: number | undefined): Tree =>
    root === undefined
      ? { pages: [], isWhole: false }
      : walkTree(readPage, root, (page) => hasRowsOf(layout, page, false));

  const schemaTree = walk(schemaLayout, 1);
  const schemaPages = schemaTree.isWhole
    ? schemaTree.pages
    : [
        ...schemaTree.pages,
        ...findOrphans(readPage, pages, [schemaTree]).pages.filter((page) =>
          hasRowsOf(schemaLayout, page, true),
        ),
      ];
  /** Root pages by the names of tables and indexes. */
  const roots = new Map<string, number>();
  for (const record of readRecords(readPage, schemaPages)) {
    const row = toRow(schemaLayout, record.key, record.read() ?? [], false);
    if (typeof row?.name !== 'string' || typeof row.rootpage !== 'number' || row.rootpage < 2) continue;
    const isOurs = row.type === 'index' || /^CREATE TABLE /i.test(String(row.sql));
    if (isOurs && !roots.has(row.name)) roots.set(row.name, row.rootpage);
  }
  const trees = new Map([...layouts].map(([table, layout]) => [table, walk(layout, roots.get(table))]));
  /** A table that the file was made without is not damaged. */
  const isMissing = (table: string) => schemaTree.isWhole && isComplete && !roots.has(table);
  const isTorn = (table: string) => trees.get(table)?.isWhole === false && !isMissing(table);

  let orphans: ReturnType<typeof findOrphans> | undefined;
  const orphansOf = (layout: TableLayout) => {
    const torn = [...layouts.values()].filter(({ table }) => isTorn(table));
    orphans ??= findOrphans(readPage, pages, [
      schemaTree,
      ...trees.values(),
      ...[...roots].filter(([name]) => !trees.has(name)).map(([, root]) => walkTree(readPage, root)),
    ]);
    // A page that could be one of two tables is one of neither.
    const others = torn.filter((other) => other !== layout);
    const found = orphans.pages.filter(
      (page) => hasRowsOf(layout, page, true) && !others.some((other) => hasRowsOf(other, page, true)),
    );
    return { pages: found, areCurrent: orphans.areCurrent };
  };

  const readIndex = (table: string, name: string) => {
    const columns = layouts.get(table)?.indexes.find((index) => index.name === name)?.columns ?? [];
    const root = roots.get(name);
    const tree: Tree = root === undefined ? { pages: [], isWhole: false } : walkTree(readPage, root);
    const entries: SqlRow[] = [];
    let { isWhole } = tree;
    for (const record of readRecords(readPage, tree.pages)) {
      const values = record.read();
      const rowid = values?.at(-1);
      if (values?.length === columns.length && typeof rowid === 'number') {
        entries.push({
          ...Object.fromEntries(columns.map((column, at) => [column, values[at] ?? null])),
          rowid,
        });
      } else isWhole = false;
    }
    return { entries, isWhole };
  };

  /** How many rows the indexes know that were not read, and whether one of them knows all. */
  const countMissing = ({ table, indexes }: TableLayout, read: ReadonlySet<number>) => {
    const known = new Set<number>();
    let isExact = false;
    for (const { name, isPartial } of indexes) {
      const { entries, isWhole } = readIndex(table, name);
      for (const { rowid } of entries) if (!read.has(Number(rowid))) known.add(Number(rowid));
      isExact ||= isWhole && !isPartial;
    }
    return { missing: known.size, isExact };
  };

  return {
    addTables(added) {
      for (const [table, layout] of added) {
        if (layouts.has(table)) continue;
        layouts.set(table, layout);
        trees.set(table, walk(layout, roots.get(table)));
      }
      orphans = undefined;
    },
    remarks: [...remarks, ...(schemaTree.isWhole ? [] : [roots.size === 0 ? noListRemark : listRemark])],
    *rows(table, count) {
      const layout = layouts.get(table);
      const tree = trees.get(table);
      if (!layout || !tree || isMissing(table)) return;
      const seen = new Set<number>();
      let damaged = 0;
      const read = function* (
        records: Iterable<TreeRecord>,
        areDoubtful: boolean,
      ): Generator<SalvagedRow, void> {
        for (const { key, isDoubtful, read: readValues } of records) {
          if (key !== undefined && seen.has(key)) continue;
          let isCounted = false;
          yield {
            key,
            isDoubtful: isDoubtful || areDoubtful,
            read() {
              const values = readValues();
              const row = values && toRow(layout, key, values, false);
              if (!isCounted) {
                isCounted = true;
                if (row && key !== undefined) seen.add(key);
                count.rescued += row ? 1 : 0;
                damaged += row ? 0 : 1;
              }
              return row;
            },
          };
        }
      };
      yield* read(readRecords(readPage, tree.pages), false);
      if (isTorn(table)) {
        const { pages: found, areCurrent } = orphansOf(layout);
        yield* read(readRecords(readPage, found), !areCurrent);
      }
      if (!isTorn(table) && damaged === 0) return;
      const { missing, isExact } = countMissing(layout, seen);
      count.lost += Math.max(missing, isExact ? 0 : damaged);
      count.isExact &&= isExact;
    },
    index: (table, name) => readIndex(table, name).entries,
    close,
  };
}
