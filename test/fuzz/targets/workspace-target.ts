import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { readRawRecords } from '../../../electron/core/workspace/file/raw-blocks.ts';
import {
  createSql,
  explainSqliteError,
  sqliteCode,
  sqliteCodes,
} from '../../../electron/core/workspace/file/sql.ts';
import { closeWriter, findFault, openDatabase } from '../../../electron/core/workspace/open/open-database.ts';
import { findDamagedPages, readPageCheck } from '../../../electron/core/workspace/safety/page-sums.ts';
import { inspectWorkspace } from '../../../electron/core/workspace-tools/tasks/inspect-workspace.ts';
import { expectThat } from '../damage.ts';
import type { FuzzTarget } from '../fuzz-target.ts';
import { emptyScratchFolder } from '../scratch-file.ts';
import { damageWorkspace } from './damage-workspace.ts';
import { type WorkspaceSeed, workspaceSeeds } from './workspace-seeds.ts';

/**
 * Workspace files: inspected as when one is chosen, compared with the checksums of their pages, and opened as at a start.
 * Damage is noticed, no byte of a damaged file is lost, and no raw record is read other than it was.
 */
export const workspaces: FuzzTarget = {
  name: 'workspaces',
  make(random) {
    const seeds = workspaceSeeds();
    const seed = random.chance(0.02) ? 0 : random.between(1, seeds.length - 1);
    const { bytes, pageSize } = seedOf(seed);
    return { bytes: damageWorkspace(bytes, pageSize, random), extension: 'gpkg', seed };
  },
  check({ bytes, seed }) {
    const file = path.join(emptyScratchFolder(), 'input.gpkg');
    writeFileSync(file, bytes);
    const whole = seed === undefined ? undefined : seedOf(seed);
    const isDamaged = inspectWorkspace(file, true).kind !== 'workspace';
    expectThat(readFileSync(file).equals(bytes), 'inspecting has changed the file');
    const changed = whole && comparePages(file, bytes, whole);
    openAsAtStart(file, bytes, {
      raw: whole?.raw,
      isNoticed: isDamaged || (changed?.length ?? 0) > 0,
      isSuspect: changed?.includes(1) ?? false,
    });
  },
};

function seedOf(index: number): WorkspaceSeed {
  const seed = workspaceSeeds()[index];
  if (!seed) throw new Error(`There is no seed ${index}.`);
  return seed;
}

/** The pages that Sightline's checksums show as changed, which must be those that are. Undefined without checksums. */
function comparePages(file: string, bytes: Uint8Array, whole: WorkspaceSeed): readonly number[] | undefined {
  const sumsFile = `${file}.sums`;
  writeFileSync(sumsFile, whole.sums);
  const found = findChanges(sumsFile, file);
  if (!found) return undefined;
  const { pageSize } = whole;
  const changed: number[] = [];
  for (let at = 0; at < bytes.length; at += pageSize) {
    if (!whole.bytes.subarray(at, at + pageSize).equals(bytes.subarray(at, at + pageSize)))
      changed.push(at / pageSize + 1);
  }
  expectThat(found.join() === changed.join(), `pages ${changed} have changed, ${found} were found`);
  return changed;
}

function findChanges(sumsFile: string, file: string): readonly number[] | undefined {
  const descriptor = openSync(file, 'r');
  try {
    const check = readPageCheck(sumsFile, file, descriptor);
    return check && findDamagedPages(file, check, () => {});
  } finally {
    closeSync(descriptor);
  }
}

type Known = {
  /** Records as they were; undefined where that is not known. */
  readonly raw: ReadonlyMap<string, string> | undefined;
  readonly isNoticed: boolean;
  readonly isSuspect: boolean;
};

/** Creating a new workspace in place of a damaged one takes longer than all else, and is the same each time. */
const inputsPerSetAside = 50;

function openAsAtStart(file: string, bytes: Uint8Array, { raw, isNoticed, isSuspect }: Known): void {
  const fault = findFault(file, { isSuspect });
  if (fault && crc32(bytes) % inputsPerSetAside !== 0) return;
  const { database, setAside, readOnly } = openDatabase(file, { isSuspect });
  try {
    if (setAside) {
      expectThat(existsSync(setAside.path), 'the file that was set aside is gone');
      expectThat(readFileSync(setAside.path).equals(bytes), 'the file that was set aside has changed');
    } else readRecords(database, raw, isNoticed);
  } finally {
    if (readOnly === undefined) endWriting(database);
    else database.close();
  }
}

/** Damage that lies elsewhere may keep SQLite from reading a table, which it says. */
function readRecords(database: DatabaseSync, raw: Known['raw'], isNoticed: boolean): void {
  let missing = raw?.size ?? 0;
  try {
    const onDamaged = () => {
      missing -= 1;
    };
    for (const { recordId, bytes } of readRawRecords(createSql(database), 'TRUE', onDamaged)) {
      const former = raw?.get(recordId);
      missing -= 1;
      if (raw && !isNoticed)
        expectThat(former === Buffer.from(bytes).toString('latin1'), `${recordId} is another record`);
    }
  } catch (error) {
    if (!isExplained(error)) throw error;
    return;
  }
  expectThat(isNoticed || missing <= 0, `${missing} records are gone without a word`);
}

function endWriting(database: DatabaseSync): void {
  try {
    closeWriter(database);
  } catch (error) {
    if (!isExplained(error)) throw error;
  }
}

function isExplained(error: unknown): boolean {
  const explained = explainSqliteError(error);
  return explained !== error || (error instanceof Error && sqliteCode(error.cause) === sqliteCodes.corrupt);
}
