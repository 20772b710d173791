import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FuzzInput } from './fuzz-target.ts';

/** Runs `use` on a file with these bytes, and deletes what is left of it. */
export async function withFile<T>(
  { bytes, extension }: FuzzInput,
  use: (file: string) => T | Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sightline-fuzz-'));
  try {
    const file = path.join(folder, `input.${extension}`);
    writeFileSync(file, bytes);
    return await use(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds something once, when it is first needed. */
export function once<T>(build: () => T): () => T {
  let value: { readonly built: T } | undefined;
  return () => {
    value ??= { built: build() };
    return value.built;
  };
}

/** Runs `build` with a new folder, and deletes it. */
export function inFolder<T>(build: (folder: string) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), 'sightline-fuzz-'));
  try {
    return build(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
