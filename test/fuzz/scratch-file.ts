import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FuzzInput } from './fuzz-target.ts';

let scratch: string | undefined;

/** A folder of this process, deleted when it ends; `run.ts` deletes it where the process is killed. */
export function scratchFolder(): string {
  if (scratch === undefined) {
    const folder = mkdtempSync(path.join(tmpdir(), 'sightline-fuzz-'));
    process.once('exit', removeScratchFolder);
    scratch = folder;
  }
  return scratch;
}

/** Deletes that folder. A worker of the tests ends without the event `exit`. */
export function removeScratchFolder(): void {
  if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true });
  scratch = undefined;
}

/** Writes the input to a file that the process uses for all of them: creating a folder for each takes longer. */
export function writeScratch({ bytes, extension }: FuzzInput): string {
  const file = path.join(scratchFolder(), `input.${extension}`);
  writeFileSync(file, bytes);
  return file;
}

/** An empty folder whose contents the next call deletes. */
export function emptyScratchFolder(): string {
  const folder = path.join(scratchFolder(), 'work');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  return folder;
}

/** Builds something once, when it is first needed. */
export function once<T>(build: () => T): () => T {
  let value: { readonly built: T } | undefined;
  return () => {
    value ??= { built: build() };
    return value.built;
  };
}
