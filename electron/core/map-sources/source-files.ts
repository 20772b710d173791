import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { SelectedMapFile } from '../../../shared/map-sources/map-source-state.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { ChosenFile } from '../base/file-ids.ts';
import { moveFile } from '../base/move-file.ts';
import type { StoredSource } from '../settings/stored-source.ts';
import { openPmtiles } from './pmtiles-archive.ts';
import { fileFailure, readFileRange } from './read-ranges.ts';

type SourceFile = NonNullable<StoredSource['file']>;

/**
 * Files of sources: chosen files that are not used yet, and the copies in Sightline's folder, which is created when first
 * needed.
 */
export function createSourceFiles(folder: string) {
  const inspectedFiles = new Map<string, { readonly kind: string; readonly file: ChosenFile }>();
  return {
    async inspect(kind: 'pmtiles' | 'geotiff', file: ChosenFile): Promise<Result<SelectedMapFile>> {
      try {
        const found = await stat(file.path);
        if (!found.isFile()) return fail('invalid-input', `${file.name} is no file. Choose another.`);
        const inspected = kind === 'pmtiles' ? await inspectArchive(file) : await inspectGeotiff(file);
        if (!inspected.ok) return inspected;
        const fileId = randomUUID();
        inspectedFiles.set(fileId, { kind, file });
        const { name: fileName, isTemporary: isCopied } = file;
        return succeed({ fileId, fileName, bytes: found.size, isCopied, archive: inspected.value });
      } catch (error) {
        return { ok: false, failure: fileFailure(file.name, error) };
      }
    },
    /** An inspected file of this kind. */
    find(kind: string, fileId: string): ChosenFile | undefined {
      const offer = inspectedFiles.get(fileId);
      return offer?.kind === kind ? offer.file : undefined;
    },
    /** Assigns an inspected file to a source: an uploaded one is moved into the folder. */
    async adopt(kind: string, fileId: string): Promise<Result<SourceFile>> {
      const offer = inspectedFiles.get(fileId);
      if (offer?.kind !== kind) return fail('not-found', 'The chosen file is not known. Choose it again.');
      const { file } = offer;
      if (!file.isTemporary) {
        inspectedFiles.delete(fileId);
        return succeed({ path: file.path, isOurs: false });
      }
      const target = path.join(folder, randomUUID());
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await moveFile(file.path, target);
      } catch (error) {
        await rm(target, { force: true });
        return { ok: false, failure: fileFailure(file.name, error) };
      }
      inspectedFiles.delete(fileId);
      return succeed({ path: target, isOurs: true });
    },
    /** Deletes the file if it is Sightline's copy; the user's files stay. */
    async remove(file: SourceFile): Promise<void> {
      if (file.isOurs && path.dirname(file.path) === folder) await rm(file.path, { force: true });
    },
  };
}

export type SourceFiles = ReturnType<typeof createSourceFiles>;

async function inspectArchive({ path: file, name }: ChosenFile) {
  return openPmtiles(name, readFileRange(file, name)).facts();
}

/** The first bytes of a TIFF (6.0) or BigTIFF, in either byte order. The contents are parsed by the page. */
const tiffSignatures: ReadonlySet<string> = new Set(['49492a00', '4d4d002a', '49492b00', '4d4d002b']);

async function inspectGeotiff({ path: file, name }: ChosenFile): Promise<Result<null>> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    if (bytesRead === 0) return fail('invalid-input', `${name} is empty (0 bytes). Choose another file.`);
    if (tiffSignatures.has(buffer.toString('hex'))) return succeed(null);
    return fail('invalid-input', `${name} is no TIFF. Choose a GeoTIFF, best a cloud-optimised one (COG).`);
  } finally {
    await handle.close();
  }
}
