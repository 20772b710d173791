import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { closeWriter, openDatabase } from '../../../../../../electron/core/workspace/open/open-database.ts';
import {
  findDamagedPages,
  readPageCheck,
  savePageSums,
} from '../../../../../../electron/core/workspace/safety/page-sums.ts';
import { trackWrittenPages } from '../../../../../../electron/core/workspace/safety/track-written-pages.ts';
import { openToCompare } from '../../../../../builders/damage.ts';
import { seededRandom } from '../../../../../builders/seeded-random.ts';
import { makeTempFolder } from '../../../../../builders/workspace-builder.ts';

/** A closed workspace with 2,000 settings of 1,000 characters, and what it is compared with. */
async function closedFile() {
  const file = path.join(await makeTempFolder(), 'a.gpkg');
  const { database } = openDatabase(file);
  const insert = database.prepare('INSERT INTO settings VALUES (?, ?)');
  for (let key = 0; key < 2000; key += 1) insert.run(`k${key}`, 'x'.repeat(1000));
  closeWriter(database);
  const sumsFile = `${file}.sums`;
  savePageSums(sumsFile, file);
  const check = readPageCheck(sumsFile, file, openToCompare(file));
  if (!check) throw new Error('There are no checksums.');
  return { file, sumsFile, check: { ...check, writes: { kind: 'log' as const } } };
}

/** Writes one setting from another connection, and copies the log as other programs do. */
function writeElsewhere(file: string, key: number): void {
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.prepare('UPDATE settings SET value = ? WHERE key = ?').run('y'.repeat(1000), `k${key}`);
  database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  database.close();
}

/** Number that changes whenever the log begins anew. */
const saltOf = (file: string) => readFileSync(`${file}-wal`).subarray(16, 24).toString('hex');

test('every written page is marked, also when other programs write and copy the log, and when it begins anew', async () => {
  const { file, sumsFile, check } = await closedFile();
  const { database } = openDatabase(file);
  const pageWriteTracker = trackWrittenPages(file, database, check, 20);
  const { next } = seededRandom(5);
  const update = database.prepare('UPDATE settings SET value = ? WHERE key = ?');
  const salts = new Set<string>();
  for (let step = 0; step < 150; step += 1) {
    // Of half of them, so that other pages stay as they are.
    const key = Math.floor(next() * 1000);
    if (next() < 0.2) writeElsewhere(file, key);
    else update.run(String(step).repeat(200), `k${key}`);
    salts.add(saltOf(file));
    if (next() < 0.7) pageWriteTracker.update();
    expect(
      findDamagedPages(file, check, () => {}),
      `step ${step}`,
    ).toEqual([]);
  }
  expect(salts.size).toBeGreaterThan(2);
  pageWriteTracker.close();
  closeWriter(database);
  expect(findDamagedPages(file, check, () => {})).toEqual([]);
  expect(check.states).toContain(0);

  savePageSums(sumsFile, file, check);
  const again = readPageCheck(sumsFile, file, openToCompare(file));
  expect(again && findDamagedPages(file, again, () => {})).toEqual([]);
});
