import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { OfferedMapFile } from '../../../shared/map-sources/map-source-state.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { ChosenMapFile } from './map-sources.ts';
import { openPmtiles } from './pmtiles-archive.ts';
import { fileProblem, readFileRange } from './read-ranges.ts';
import type { StoredSource } from './stored-source.ts';

type SourceFile = NonNullable<StoredSource['file']>;

/** Files of sources: those that were chosen and not used yet, and the copies that Sightline keeps. */
export type SourceFiles = {
  offer(kind: 'pmtiles' | 'geotiff', file: ChosenMapFile): Promise<Result<OfferedMapFile>>;
  /** A file that was offered for this kind. */
  offered(kind: string, fileId: string): ChosenMapFile | undefined;
  /** Makes an offered file that of a source: one that the page has sent is moved into the folder. */
  keep(kind: string, fileId: string): Promise<Result<SourceFile>>;
  /** Removes a copy that Sightline kept; files of the user's stay. */
  drop(file: SourceFile): Promise<void>;
};

/** `folder` is made when it is first needed. */
export function createSourceFiles(folder: string): SourceFiles {
  const offers = new Map<string, { readonly kind: string; readonly file: ChosenMapFile }>();
  return {
    async offer(kind, file) {
      try {
        const found = await stat(file.path);
        if (!found.isFile()) return fail('invalid-input', `${file.name} is no file. Choose another.`);
        const looked = kind === 'pmtiles' ? await lookAtArchive(file) : await lookAtGeotiff(file);
        if (!looked.ok) return looked;
        const fileId = randomUUID();
        offers.set(fileId, { kind, file });
        const { name: fileName, isTemporary: isCopied } = file;
        return succeed({ fileId, fileName, bytes: found.size, isCopied, archive: looked.value });
      } catch (error) {
        return fail('disk', fileProblem(file.name, error));
      }
    },
    offered(kind, fileId) {
      const offer = offers.get(fileId);
      return offer?.kind === kind ? offer.file : undefined;
    },
    async keep(kind, fileId) {
      const offer = offers.get(fileId);
      if (offer?.kind !== kind)
        return fail('not-found', 'The chosen file is not known any more. Choose it again.');
      const { file } = offer;
      if (!file.isTemporary) {
        offers.delete(fileId);
        return succeed({ path: file.path, isOurs: false });
      }
      const target = path.join(folder, randomUUID());
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await moveFile(file.path, target);
      } catch (error) {
        await rm(target, { force: true });
        return fail('disk', fileProblem(file.name, error));
      }
      offers.delete(fileId);
      return succeed({ path: target, isOurs: true });
    },
    async drop(file) {
      if (file.isOurs && path.dirname(file.path) === folder) await rm(file.path, { force: true });
    },
  };
}

async function lookAtArchive({ path: file, name }: ChosenMapFile) {
  return openPmtiles(name, readFileRange(file, name)).facts();
}

/** The first bytes of a TIFF (6.0) or BigTIFF, in either byte order. What is in it the page finds out. */
const tiffBeginnings: ReadonlySet<string> = new Set(['49492a00', '4d4d002a', '49492b00', '4d4d002b']);

async function lookAtGeotiff({ path: file, name }: ChosenMapFile): Promise<Result<null>> {
  const handle = await open(file, 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    if (tiffBeginnings.has(buffer.toString('hex'))) return succeed(null);
    return fail('invalid-input', `${name} is no TIFF. Choose a GeoTIFF, best a cloud-optimised one (COG).`);
  } finally {
    await handle.close();
  }
}

async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    await copyFile(from, to);
    await rm(from, { force: true });
  }
}
