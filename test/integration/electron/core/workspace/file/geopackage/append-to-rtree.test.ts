import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { appendToRtree } from '../../../../../../../electron/core/workspace/file/geopackage/append-to-rtree.ts';
import { closeDatabase, createSql } from '../../../../../../../electron/core/workspace/file/sql.ts';
import { type SeededRandom, seededRandom } from '../../../../../../builders/seeded-random.ts';

/** An R-tree, and a plain table with the same entries. */
function openIndex() {
  const database = new DatabaseSync(':memory:');
  database.exec(`CREATE VIRTUAL TABLE rtree_layer_geom USING rtree(id, minx, maxx, miny, maxy);
    CREATE TABLE entries (id INTEGER PRIMARY KEY, minx, maxx, miny, maxy)`);
  onTestFinished(() => closeDatabase(database));
  const sql = createSql(database);
  const numberOf = (query: string, ...values: number[]) => Number(sql.arrays(query, ...values)[0]?.[0]);
  let last = 0;
  return {
    /** Adds boxes near the middle of the map, of which some are points. */
    append(count: number, random: SeededRandom): void {
      const ids = new Float64Array(count);
      const boxes = new Float64Array(4 * count);
      for (let entry = 0; entry < count; entry += 1) {
        last += 1;
        ids[entry] = last;
        const [x, y, size] = [
          random.next() * 20 - 10,
          random.next() * 20 - 10,
          random.chance(0.5) ? 0 : random.next() / 10,
        ];
        boxes.set([x, x + size, y, y + size], 4 * entry);
      }
      sql.transaction(() => {
        appendToRtree(sql, 'layer', { count, ids, boxes });
        for (const [entry, id] of ids.entries())
          sql.run(
            'INSERT INTO entries VALUES (?, ?, ?, ?, ?)',
            id,
            ...boxes.subarray(4 * entry, 4 * entry + 4),
          );
      });
    },
    run: (text: string) => sql.run(text),
    depth: () => numberOf('SELECT rtreedepth(data) FROM rtree_layer_geom_node WHERE nodeno = 1'),
    check: () => sql.arrays(`SELECT rtreecheck('rtree_layer_geom')`)[0]?.[0],
    /** Numbers of the entries, of those that are in both tables, and of those that a search by boxes misses. */
    compare(random: SeededRandom) {
      const missed = Array.from({ length: 30 }, () => {
        const [x, y] = [random.next() * 20 - 10, random.next() * 20 - 10];
        return numberOf(
          `SELECT count(*) FROM entries WHERE maxx >= ?1 AND minx <= ?1 + 1 AND maxy >= ?2 AND miny <= ?2 + 1 AND id NOT IN
             (SELECT id FROM rtree_layer_geom WHERE maxx >= ?1 AND minx <= ?1 + 1 AND maxy >= ?2 AND miny <= ?2 + 1)`,
          x,
          y,
        );
      });
      return {
        inTree: numberOf('SELECT count(*) FROM rtree_layer_geom'),
        inBoth: numberOf('SELECT count(*) FROM entries JOIN rtree_layer_geom USING (id)'),
        missed: missed.reduce((sum, count) => sum + count),
      };
    },
  };
}

test('leaves that are appended make a tree of several levels that SQLite finds valid and searches as a scan does', () => {
  const random = seededRandom(1);
  const index = openIndex();
  let total = 0;
  // The root becomes a node above leaves, then is lowered twice: 51 cells fit into a node.
  for (const count of [150, 10, 199, 3000, 20_000, 60_000, 60_000]) {
    index.append(count, random);
    total += count;
    expect(index.check()).toBe('ok');
  }
  expect(index.depth()).toBe(3);
  expect(index.compare(random)).toEqual({ inTree: total, inBoth: total, missed: 0 });
});

test('SQLite changes such a tree, and leaves are appended to what it made of it', () => {
  const random = seededRandom(2);
  const index = openIndex();
  index.append(300, random);
  index.append(5000, random);
  for (const condition of ['id % 3 = 0', 'id < 4000', 'id % 50 > 0']) {
    index.run(`DELETE FROM rtree_layer_geom WHERE ${condition}`);
    index.run(`DELETE FROM entries WHERE ${condition}`);
    expect(index.check()).toBe('ok');
    index.append(2000, random);
    index.append(20, random);
    expect(index.check()).toBe('ok');
    const { inTree, inBoth, missed } = index.compare(random);
    expect([inBoth, missed]).toEqual([inTree, 0]);
  }
});

test('a tree that SQLite has emptied takes leaves again', () => {
  const random = seededRandom(3);
  const index = openIndex();
  index.append(300, random);
  index.append(3000, random);
  index.run('DELETE FROM rtree_layer_geom');
  index.run('DELETE FROM entries');
  index.append(1000, random);
  expect(index.check()).toBe('ok');
  expect(index.compare(random)).toEqual({ inTree: 1000, inBoth: 1000, missed: 0 });
});
