import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { formatUtc } from '../../../shared/format.ts';
import { toSingleLine } from '../../../shared/printable-text.ts';
import { nowUtc } from '../../../shared/time.ts';
import { acquireLock } from '../settings/lock-data-dir.ts';
import { followLink } from './replace-workspace-file.ts';

/** Another Sightline has the workspace file open. */
export class WorkspaceInUse extends Error {
  constructor(file: string, holder: string) {
    super(`Another Sightline${holder} has ${file} open. Close it there first.`);
  }
}

/**
 * Locks a workspace file against other Sightlines, by whatever name or link they come to it. Without write permission for
 * the folder no lock is needed. Returns a function that unlocks it. Throws `WorkspaceInUse`.
 */
export function lockWorkspaceFile(file: string): () => void {
  const real = followLink(file);
  const locks = [path.join(path.dirname(real), `.${path.basename(real)}.lock`), ...locksOfOtherNames(real)];
  const releases: (() => void)[] = [];
  const releaseAll = () => {
    for (const release of releases.toReversed()) release();
  };
  try {
    for (const lock of locks) releases.push(holdLock(lock, file));
  } catch (error) {
    releaseAll();
    throw error;
  }
  return releaseAll;
}

/** A lock for all hard links to a file, of which each could be in another folder, and made while it is open. */
function locksOfOtherNames(file: string): readonly string[] {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
  if (!stats) return [];
  return [path.join(os.tmpdir(), `sightline-${stats.dev}-${stats.ino}.lock`)];
}

function holdLock(lock: string, file: string): () => void {
  const holderFile = `${lock}.json`;
  let unlock: ReturnType<typeof acquireLock>;
  try {
    unlock = acquireLock(lock);
  } catch {
    return () => {};
  }
  if (typeof unlock !== 'function') throw new WorkspaceInUse(file, describeHolder(holderFile));
  const release = unlock;
  noteHolder(holderFile);
  return () => {
    remove(holderFile);
    // Removed after the release, it could be the file of another Sightline that has locked it by then.
    const isRemoved = remove(lock);
    release();
    // Windows removes no open file: neither ours before the release, nor one that another Sightline has open.
    if (!isRemoved) remove(lock);
  };
}

const shortText = z.string().max(100).transform(toSingleLine);
const holderSchema = z.object({ pid: z.int(), host: shortText, user: shortText, since: shortText });

/** Records who has a lock, for the messages of others, which are shorter without it. */
function noteHolder(holderFile: string): void {
  try {
    const { username: user } = os.userInfo();
    const holder = { pid: process.pid, host: os.hostname(), user, since: nowUtc() };
    // Never through a link that somebody else has put there.
    rmSync(holderFile, { force: true });
    writeFileSync(holderFile, JSON.stringify(holder), { flag: 'wx' });
  } catch {}
}

/** ` (user ana on desk-3, process 4711, since 2026-11-18 21:14:07Z)`; empty where that is not known. */
function describeHolder(holderFile: string): string {
  try {
    const holder = holderSchema.parse(JSON.parse(readFileSync(holderFile, 'utf8')));
    return ` (user ${holder.user} on ${holder.host}, process ${holder.pid}, since ${formatUtc(holder.since)})`;
  } catch {
    return '';
  }
}

function remove(file: string): boolean {
  try {
    rmSync(file, { force: true });
    return true;
  } catch {
    return false;
  }
}
