import { createHash, type Hash, hash } from 'node:crypto';
import type { Pieces, ZipWriter } from '../files/zip-writer.ts';

/** The manifest's record of an entry. */
export type HashedEntry = { readonly name: string; readonly bytes: number; readonly sha256: string };

/** Adds entries to a zip, and collects their sizes and hashes for the manifest. */
export type HashedEntries = {
  readonly list: readonly HashedEntry[];
  add(name: string, pieces: Pieces): Promise<void>;
  /** Adds an entry from memory, uncompressed. */
  addWhole(name: string, bytes: Uint8Array): void;
};

export function createHashedEntries(zip: ZipWriter): HashedEntries {
  const list: HashedEntry[] = [];
  return {
    list,
    async add(name, pieces) {
      const sum = { hash: createHash('sha256'), bytes: 0 };
      await zip.add(name, hashing(pieces, sum));
      list.push({ name, bytes: sum.bytes, sha256: sum.hash.digest('hex') });
    },
    addWhole(name, bytes) {
      zip.addWhole(name, bytes);
      list.push({ name, bytes: bytes.length, sha256: hash('sha256', bytes, 'hex') });
    },
  };
}

async function* hashing(pieces: Pieces, sum: { readonly hash: Hash; bytes: number }) {
  for await (const piece of pieces) {
    sum.hash.update(piece);
    sum.bytes += piece.length;
    yield piece;
  }
}
