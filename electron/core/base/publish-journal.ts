import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { parseBoundedJson } from './bounded-json.ts';
import { undefinedIfMissing } from './missing-file.ts';
import { discardParts, type PlannedFile, publishParts } from './part-files.ts';
import { replaceFile } from './replace-file.ts';

/** The folder of the journals in a data folder. */
export function publishJournalFolder(dataDir: string): string {
  return path.join(dataDir, 'publishing');
}

const journalSchema = z.object({
  /** The process that publishes; while it runs, it is left alone. */
  pid: z.int().positive(),
  files: z.array(z.object({ part: z.string(), target: z.string() })),
});

/**
 * Renames complete part files to their targets like `publishParts`, and notes them in a journal before. After a kill at any
 * moment, `finishInterruptedPublishing` completes the set of new files, or restores the former ones.
 */
export async function publishWithJournal(files: readonly PlannedFile[], folder: string): Promise<void> {
  // One file is replaced by one rename.
  if (files.length < 2) return publishParts(files);
  await mkdir(folder, { recursive: true });
  const journal = path.join(folder, `${randomUUID()}.json`);
  await replaceFile(journal, JSON.stringify({ pid: process.pid, files }), 'power cut');
  try {
    await publishParts(files);
  } finally {
    await rm(journal, { force: true });
  }
}

/** Renaming takes no longer. The number of a process that was killed longer ago may be that of another one. */
const maxPublishingMs = 600_000;

/**
 * Completes what killed processes were publishing. To be called at every start, before part files are deleted. Where files
 * cannot be put in place any more, the former ones are restored; `onProblem` gets the reason.
 */
export async function finishInterruptedPublishing(
  folder: string,
  onProblem: (error: unknown) => void,
): Promise<void> {
  const names = (await undefinedIfMissing(readdir(folder))) ?? [];
  for (const name of names.filter((each) => each.endsWith('.json'))) {
    const file = path.join(folder, name);
    // Another process may be finishing it.
    const [text, status] = await Promise.all([
      undefinedIfMissing(readFile(file, 'utf8')),
      undefinedIfMissing(stat(file)),
    ]);
    if (text === undefined || status === undefined) continue;
    const journal = journalSchema.safeParse(parseBoundedJson(text, { maxLength: 1_000_000 }));
    const isRecent = Math.abs(Date.now() - status.mtimeMs) < maxPublishingMs;
    if (journal.success && isRecent && isOtherProcessRunning(journal.data.pid)) continue;
    if (journal.success) await finish(journal.data.files).catch(onProblem);
    await rm(file, { force: true });
  }
}

async function finish(files: readonly PlannedFile[]): Promise<void> {
  try {
    await publishParts(files, 'interrupted');
  } catch (error) {
    await discardParts(files);
    throw error;
  }
}

function isOtherProcessRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
