import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** A hidden name beside `target` for what is not whole yet; `removeLeftParts` knows it. */
export function partNameOf(target: string): string {
  return `.${path.basename(target)}.part-${randomUUID().slice(0, 8)}`;
}

/**
 * Takes away what tools left in `folder`, with its logs, when their process was killed. To be called while none of them
 * works there; a folder that is not there has nothing.
 */
export async function removeLeftWorkspaceParts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const left = names.filter((name) => /^\..+\.part-[0-9a-f]{8}([.-].*)?$/.test(name));
  await Promise.all(left.map((name) => rm(path.join(folder, name), { force: true })));
}
