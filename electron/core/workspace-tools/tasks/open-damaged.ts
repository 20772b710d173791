import {
  closeSync,
  copyFileSync,
  existsSync,
  constants as fsConstants,
  openSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { geoPackageApplicationId, geoPackageVersion } from '../../workspace/geopackage/core-tables.ts';

/** SQLite's file header (sqlite.org/fileformat2.html, 1.3). */
const magic = Buffer.from('SQLite format 3\0', 'latin1');
const headerLength = 100;
/** Every workspace has SQLite's default page size. */
const pageSize = 4096;
/** Offset of the number of pages in the header. */
const pageCountAt = 28;

/** A copy of a damaged file, opened as far as it can be. */
export type DamagedFile = { readonly database: DatabaseSync; readonly remarks: readonly string[] };

/**
 * Opens a copy of a damaged file at `copy`, which is mended where SQLite would otherwise refuse the whole: its header,
 * and the number of pages of a file that was cut. The damaged file itself is never written.
 */
export function openDamaged(path: string, copy: string): DamagedFile {
  copyFileSync(path, copy, fsConstants.COPYFILE_FICLONE);
  if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`);
  const remarks = mendHeader(copy);
  const database = new DatabaseSync(copy, { defensive: false });
  // A schema of which a part is lost is taken as far as it goes.
  database.exec('PRAGMA writable_schema = ON; PRAGMA cell_size_check = ON; PRAGMA query_only = ON;');
  return { database, remarks };
}

function mendHeader(path: string): readonly string[] {
  const { size } = statSync(path);
  const pages = Math.floor(size / pageSize);
  const handle = openSync(path, 'r+');
  try {
    const header = Buffer.alloc(headerLength);
    if (readSync(handle, header, 0, headerLength, 0) < headerLength) {
      return ['The file is shorter than the header of a database: nothing can be read of it.'];
    }
    const isWhole = header.subarray(0, magic.length).equals(magic) && header.readUInt16BE(16) === pageSize;
    if (isWhole && header.readUInt32BE(pageCountAt) <= pages) return [];
    writeSync(handle, isWhole ? withPages(header, pages) : newHeader(pages), 0, headerLength, 0);
    return [
      isWhole
        ? 'The end of the file is missing; what lay there is lost.'
        : 'The beginning of the file was destroyed and had to be made anew.',
    ];
  } finally {
    closeSync(handle);
  }
}

function withPages(header: Buffer, pages: number): Buffer {
  const mended = Buffer.from(header);
  mended.writeUInt32BE(pages, pageCountAt);
  // The count holds only while both of these are equal.
  mended.copy(mended, 92, 24, 28);
  return mended;
}

function newHeader(pages: number): Buffer {
  const header = Buffer.alloc(headerLength);
  magic.copy(header);
  header.writeUInt16BE(pageSize, 16);
  // Rollback journal; no reserved bytes; payload fractions as the format demands.
  header.set([1, 1, 0, 64, 32, 32], 18);
  header.writeUInt32BE(1, 24);
  header.writeUInt32BE(pages, pageCountAt);
  header.writeUInt32BE(1, 40);
  // Schema format 4; UTF-8.
  header.writeUInt32BE(4, 44);
  header.writeUInt32BE(1, 56);
  header.writeUInt32BE(geoPackageVersion, 60);
  header.writeUInt32BE(geoPackageApplicationId, 68);
  header.writeUInt32BE(1, 92);
  return header;
}
