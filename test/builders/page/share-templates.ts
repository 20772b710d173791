/** Set-up of component tests: a folder for what the cores of the tests of a run start with, removed after it. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    readonly templatesFolder: string;
  }
}

export default async function shareTemplates({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sightline-templates-'));
  provide('templatesFolder', folder);
  return () => rm(folder, { recursive: true, force: true });
}
