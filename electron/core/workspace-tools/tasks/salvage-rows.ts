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

/** The rows of a damaged file, read from its pages by their layout, whatever SQLite would make of them. */
export class SalvagedFile {
  /** Parts of the file that could not be read as a whole. */
  readonly remarks: readonly string[];
  readonly #file: ReturnType<typeof openDamaged>;
  readonly #layouts: Map<string, TableLayout>;
  readonly #schemaTree: Tree;
  /** Root pages by the names of tables and indexes. */
  readonly #roots: ReadonlyMap<string, number>;
  readonly #trees: Map<string, Tree>;
  #orphans: ReturnType<typeof findOrphans> | undefined;

  /** Opens a copy of the file at `copy`; `descriptor` is that of `openDamaged`. */
  constructor(path: string, copy: string, layouts: ReadonlyMap<string, TableLayout>, descriptor?: number) {
    this.#file = openDamaged(path, copy, descriptor);
    this.#layouts = new Map(layouts);
    this.#schemaTree = this.#walk(schemaLayout, 1);
    this.#roots = this.#readRoots();
    this.#trees = new Map(
      [...layouts].map(([table, layout]) => [table, this.#walk(layout, this.#roots.get(table))]),
    );
    const listRemarks = this.#roots.size === 0 ? noListRemark : listRemark;
    this.remarks = [...this.#file.remarks, ...(this.#schemaTree.isWhole ? [] : [listRemarks])];
  }

  /** Makes the rows of further tables known, by their layouts. */
  addTables(added: ReadonlyMap<string, TableLayout>): void {
    for (const [table, layout] of added) {
      if (this.#layouts.has(table)) continue;
      this.#layouts.set(table, layout);
      this.#trees.set(table, this.#walk(layout, this.#roots.get(table)));
    }
    this.#orphans = undefined;
  }

  /**
   * The rows of a table, those of its tree first, then those of pages that no tree leads to. `count` is complete once all
   * are read: each row is to be read before the next one is requested.
   */
  *rows(table: string, count: SalvageCount): Generator<SalvagedRow, void> {
    const layout = this.#layouts.get(table);
    const tree = this.#trees.get(table);
    if (!layout || !tree || this.#isMissing(table)) return;
    const read = { seen: new Set<number>(), damaged: 0 };
    yield* toRows(layout, readRecords(this.#file.readPage, tree.pages), false, count, read);
    if (this.#isTorn(table)) {
      const { pages, areCurrent } = this.#orphansOf(layout);
      yield* toRows(layout, readRecords(this.#file.readPage, pages), !areCurrent, count, read);
    }
    if (!this.#isTorn(table) && read.damaged === 0) {
      // A page that was never written has its former rows, and shows no damage.
      count.lost += Math.max(0, this.#countEntries(layout) - read.seen.size);
      return;
    }
    const { missing, isExact } = this.#countMissing(layout, read.seen);
    count.lost += Math.max(missing, isExact ? 0 : read.damaged);
    count.isExact &&= isExact;
  }

  /** The entries of an index: its columns, and the row id as `rowid`. */
  index(table: string, name: string): readonly SqlRow[] {
    return this.#readIndex(table, name).entries;
  }

  close(): void {
    this.#file.close();
  }

  /** Whether a page has rows of the table; `isExact`: nothing else, with values as Sightline writes them. */
  #hasRowsOf(layout: TableLayout, page: number, isExact: boolean): boolean {
    const bytes = this.#file.readPage(page);
    if (!bytes || layout.hasRowid !== (bytes[headerOffset(page)] === pageKinds.leafTable)) return false;
    let decoded = 0;
    for (const record of readRecords(this.#file.readPage, [page])) {
      const values = record.read();
      if (!values) continue;
      decoded += 1;
      const isRow = toRow(layout, record.key, values, isExact) !== undefined;
      if (isRow !== isExact) return isRow;
    }
    return isExact ? decoded > 0 : decoded === 0;
  }

  #walk(layout: TableLayout, root: number | undefined): Tree {
    return root === undefined
      ? { pages: [], isWhole: false }
      : walkTree(this.#file.readPage, root, (page) => this.#hasRowsOf(layout, page, false));
  }

  #readRoots(): ReadonlyMap<string, number> {
    const { readPage, pages } = this.#file;
    const tree = this.#schemaTree;
    const orphans = tree.isWhole
      ? []
      : findOrphans(readPage, pages, [tree]).pages.filter((page) =>
          this.#hasRowsOf(schemaLayout, page, true),
        );
    const roots = new Map<string, number>();
    for (const record of readRecords(readPage, [...tree.pages, ...orphans])) {
      const row = toRow(schemaLayout, record.key, record.read() ?? [], false);
      if (typeof row?.name !== 'string' || typeof row.rootpage !== 'number' || row.rootpage < 2) continue;
      const isOurs = row.type === 'index' || /^CREATE TABLE /i.test(String(row.sql));
      if (isOurs && !roots.has(row.name)) roots.set(row.name, row.rootpage);
    }
    return roots;
  }

  /** A table that the file was made without is not damaged. */
  #isMissing(table: string): boolean {
    return this.#schemaTree.isWhole && this.#file.isComplete && !this.#roots.has(table);
  }

  #isTorn(table: string): boolean {
    return this.#trees.get(table)?.isWhole === false && !this.#isMissing(table);
  }

  #orphansOf(layout: TableLayout): ReturnType<typeof findOrphans> {
    const { readPage, pages } = this.#file;
    const unlisted = [...this.#roots].filter(([name]) => !this.#trees.has(name));
    this.#orphans ??= findOrphans(readPage, pages, [
      this.#schemaTree,
      ...this.#trees.values(),
      ...unlisted.map(([, root]) => walkTree(readPage, root)),
    ]);
    // A page that could be one of two tables is one of neither.
    const others = [...this.#layouts.values()].filter(
      (other) => other !== layout && this.#isTorn(other.table),
    );
    const found = this.#orphans.pages.filter(
      (page) =>
        this.#hasRowsOf(layout, page, true) && !others.some((other) => this.#hasRowsOf(other, page, true)),
    );
    return { pages: found, areCurrent: this.#orphans.areCurrent };
  }

  #readIndex(
    table: string,
    name: string,
  ): { readonly entries: readonly SqlRow[]; readonly isWhole: boolean } {
    const columns = this.#layouts.get(table)?.indexes.find((index) => index.name === name)?.columns ?? [];
    const root = this.#roots.get(name);
    if (root === undefined) return { entries: [], isWhole: false };
    const tree = walkTree(this.#file.readPage, root);
    const entries: SqlRow[] = [];
    let { isWhole } = tree;
    for (const record of readRecords(this.#file.readPage, tree.pages)) {
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
  }

  /** The largest number of entries in a whole index of all rows. Their row ids may be damaged, which shows nowhere. */
  #countEntries({ hasRowid, indexes }: TableLayout): number {
    const counts = indexes.map(({ name, isPartial }) => {
      const root = hasRowid && !isPartial ? this.#roots.get(name) : undefined;
      const tree = root === undefined ? undefined : walkTree(this.#file.readPage, root);
      return tree?.isWhole
        ? Iterator.from(readRecords(this.#file.readPage, tree.pages)).reduce((sum) => sum + 1, 0)
        : 0;
    });
    return Math.max(0, ...counts);
  }

  /** Number of rows in the indexes that were not read, and whether one of them knows all. */
  #countMissing({ table, indexes }: TableLayout, read: ReadonlySet<number>) {
    const known = new Set<number>();
    let isExact = false;
    for (const { name, isPartial } of indexes) {
      const { entries, isWhole } = this.#readIndex(table, name);
      for (const { rowid } of entries) if (!read.has(Number(rowid))) known.add(Number(rowid));
      isExact ||= isWhole && !isPartial;
    }
    return { missing: known.size, isExact };
  }
}

/** Rows of records, which are counted when they are first read; one whose key was seen before is left out. */
function* toRows(
  layout: TableLayout,
  records: Iterable<TreeRecord>,
  areDoubtful: boolean,
  count: SalvageCount,
  read: { readonly seen: Set<number>; damaged: number },
): Generator<SalvagedRow, void> {
  for (const { key, isDoubtful, read: readValues } of records) {
    if (key !== undefined && read.seen.has(key)) continue;
    let isCounted = false;
    yield {
      key,
      isDoubtful: isDoubtful || areDoubtful,
      read() {
        const values = readValues();
        const row = values && toRow(layout, key, values, false);
        if (!isCounted) {
          isCounted = true;
          if (row && key !== undefined) read.seen.add(key);
          count.rescued += row ? 1 : 0;
          read.damaged += row ? 0 : 1;
        }
        return row;
      },
    };
  }
}
