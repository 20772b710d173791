import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSql } from '../../../../../../electron/core/workspace/file/sql.ts';
import { closeWriter, openDatabase } from '../../../../../../electron/core/workspace/open/open-database.ts';
import {
  findDamagedPages,
  readPageCheck,
  savePageSums,
} from '../../../../../../electron/core/workspace/safety/page-sums.ts';
import { trackJournaledPages } from '../../../../../../electron/core/workspace/safety/track-journaled-pages.ts';
import { damage, leavesOf, openToCompare } from '../../../../../builders/damage.ts';
import { seededRandom } from '../../../../../builders/seeded-random.ts';
import { makeTempFolder } from '../../../../../builders/workspace-builder.ts';

/** A closed workspace with 2,000 settings of 1,000 characters and free pages, opened with a rollback journal. */
async function journaledFile() {
  const file = path.join(await makeTempFolder(), 'a.gpkg');
  const { database: first } = openDatabase(file);
  const insert = first.prepare('INSERT INTO settings VALUES (?, ?)');
  for (let key = 0; key < 3000; key += 1) insert.run(`k${key}`, 'x'.repeat(1000));
  first.exec('DELETE FROM settings WHERE CAST(substr(key, 2) AS INTEGER) >= 2000');
  closeWriter(first);
  const sumsFile = `${file}.sums`;
  savePageSums(sumsFile, file);
  const former = readPageCheck(sumsFile, file, openToCompare(file));
  if (!former) throw new Error('There are no checksums.');
  const { database } = openDatabase(file, { isOnNetwork: true });
  onTestFinished(() => {
    if (database.isOpen) closeWriter(database);
  });
  const sql = createSql(database);
  const check = { ...former, writes: trackJournaledPages(file, sql, former).writes };
  const findDamage = () => findDamagedPages(file, check, () => {});
  return { file, sumsFile, database, sql, check, findDamage };
}

describe('the pages that are written with a rollback journal', () => {
  it('are all marked, in short and long transactions, on free pages, and after a rollback', async () => {
    const { file, sumsFile, database, sql, check, findDamage } = await journaledFile();
    // Without room for changed pages they go to the file, and its journal gets more headers, before the end.
    database.exec('PRAGMA cache_size = 10');
    const { next } = seededRandom(6);
    const write = () => {
      const key = `k${Math.floor(next() * 1000)}`;
      const choice = next();
      if (choice < 0.6) sql.run('UPDATE settings SET value = ? WHERE key = ?', 'y'.repeat(900), key);
      else if (choice < 0.8) sql.run('DELETE FROM settings WHERE key = ?', key);
      else sql.run('INSERT OR REPLACE INTO settings VALUES (?, ?)', key, 'z'.repeat(20_000));
    };
    for (let step = 0; step < 120; step += 1) {
      const choice = next();
      if (choice < 0.5) write();
      else {
        const transaction = () =>
          sql.transaction(() => {
            for (let count = 0; count < next() * 60; count += 1) write();
            if (choice > 0.9) throw new Error('enough');
          });
        if (choice > 0.9) expect(transaction).toThrow('enough');
        else transaction();
      }
      expect(findDamage(), `step ${step}`).toEqual([]);
    }
    expect(check.states).toContain(0);
    closeWriter(database);
    savePageSums(sumsFile, file, check);
    const again = readPageCheck(sumsFile, file, openToCompare(file));
    expect(again && findDamagedPages(file, again, () => {})).toEqual([]);
  });

  it('let damage of other pages be found, also when the file is opened again', async () => {
    const { file, sumsFile, database, sql, check, findDamage } = await journaledFile();
    // Of the settings in the order of their keys; what is written below lies on the first pages of these.
    const [page] = leavesOf(file, 'settings').slice(-1);
    if (!page) throw new Error('The table has no page.');
    const write = () => sql.run("UPDATE settings SET value = 'a' WHERE key < 'k11'");
    write();
    damage(file, page.end - 100);
    write();
    const found = findDamage();
    expect(found).toHaveLength(1);
    write();
    closeWriter(database);
    savePageSums(sumsFile, file, check);
    const again = readPageCheck(sumsFile, file, openToCompare(file));
    expect(again && findDamagedPages(file, again, () => {})).toEqual(found);
  });

  it('are not known any more once another program has written the file', async () => {
    const { file, sumsFile, database, sql, check, findDamage } = await journaledFile();
    sql.run("UPDATE settings SET value = 'a' WHERE key = 'k1'");
    const other = new DatabaseSync(file);
    other.exec("UPDATE settings SET value = 'b' WHERE key > 'k3'");
    other.close();
    expect(findDamage()).toEqual([]);
    sql.run("UPDATE settings SET value = 'c' WHERE key = 'k2'");
    expect(findDamage()).toEqual([]);
    closeWriter(database);
    savePageSums(sumsFile, file, check);
    const again = readPageCheck(sumsFile, file, openToCompare(file));
    expect(again && findDamagedPages(file, again, () => {})).toEqual([]);
  });
});
