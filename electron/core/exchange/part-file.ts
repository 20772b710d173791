import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** A file that is written beside its place and put there only when it is whole. */
export type PartFile = {
  /** Resolves when text or bytes have been handed to the operating system. */
  write(content: string | Uint8Array): Promise<void>;
  /** Forces the text to the disk. Nothing can be written afterwards. */
  finish(): Promise<void>;
  /** Puts the finished file into place, over one that may be there. */
  publish(): Promise<void>;
  /** Takes away whatever was written. Without effect once published. */
  discard(): Promise<void>;
};

/** Begins a hidden part file in the folder of `target`. Rejects when the folder cannot be written. */
export async function beginPartFile(target: string): Promise<PartFile> {
  const partName = `.${path.basename(target)}.part-${randomUUID().slice(0, 8)}`;
  const partPath = path.join(path.dirname(target), partName);
  let handle: FileHandle | undefined = await open(partPath, 'wx');
  const release = async () => {
    const held = handle;
    handle = undefined;
    await held?.close();
  };
  return {
    async write(content) {
      if (!handle) throw new Error(`The file ${partPath} is finished and cannot be written any more.`);
      await handle.writeFile(content);
    },
    async finish() {
      await handle?.sync();
      await release();
    },
    publish: () => rename(partPath, target),
    async discard() {
      await release();
      await rm(partPath, { force: true });
    },
  };
}

/**
 * Takes away what exports into `folder` left behind when their process was killed. To be called while nothing is
 * exported there; a folder that is not there has nothing.
 */
export async function removeLeftParts(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  const left = names.filter((name) => /^\..+\.part-[0-9a-f]{8}(-\w+)?$/.test(name));
  await Promise.all(left.map((name) => rm(path.join(folder, name), { force: true })));
}
