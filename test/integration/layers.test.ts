import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const script = new URL('../../scripts/layers.mjs', import.meta.url).pathname;
let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'sightline-layers-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Runs the check over a project of one file. */
function check(file: string, text: string): { readonly code: number | null; readonly problems: string } {
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  return { code: status, problems: stderr };
}

describe('the dependency rule', () => {
  it.each([
    ['shared/a.ts', "import { a } from '../electron/core/core.ts';"],
    ['shared/a.ts', "import type { a } from '../electron/core/core.ts';"],
    ['shared/geo/a.ts', "export { a } from '../../renderer/map/a.ts';"],
    ['shared/a.ts', "import { readFile } from 'node:fs';"],
    ['shared/a.ts', "import { readFile } from 'fs';"],
    ['shared/a.ts', "const fs = await import('node:fs');"],
    ['renderer/a.tsx', "import { app } from 'electron';"],
    ['renderer/a.tsx', "import type { App } from 'electron/main';"],
    ['renderer/a.ts', "import path from 'node:path';"],
    ['renderer/a.ts', "import { appRouter } from '../electron/api/router.ts';"],
    ['renderer/a.ts', "import { type AppRouter } from '../electron/api/router.ts';"],
    ['renderer/a.ts', "export * from '../electron/api/router.ts';"],
    ['renderer/a.ts', "const api = await import('../electron/api/router.ts');"],
    ['renderer/a.ts', "import type { Core } from '../electron/core/core.ts';"],
    ['renderer/a.ts', "import { build } from '../test/builders/a.ts';"],
    ['electron/core/a.ts', "import { app } from 'electron';"],
    ['electron/core/a.ts', "import type { App } from 'electron/main';"],
    ['electron/core/a.ts', "import { router } from '../api/trpc.ts';"],
    ['electron/core/a.ts', "import type { HostServices } from '../host-services.ts';"],
    ['electron/core/a.ts', "import { a } from '../../renderer/map/a.ts';"],
    ['electron/core/a.ts', "import keytar from 'keytar';"],
    ['electron/core/session/session.ts', "const keytar = await import('keytar');"],
    ['electron/api/a.ts', "import { dialog } from 'electron/main';"],
    ['electron/api/a.ts', "import { lockDataDir } from '../data-dir-lock.ts';"],
    ['electron/browser-host.ts', "import { app } from 'electron/main';"],
    ['electron/browser-host.ts', "import { createMainWindow } from './desktop/main-window.ts';"],
    ['electron/main.ts', "import { a } from '../renderer/map/a.ts';"],
  ])('refuses in %s: %s', (file, text) => {
    const { code, problems } = check(file, `// first line\n${text}\n`);
    expect(problems).toContain(`${file}:2: `);
    expect(code).toBe(1);
  });

  it.each([
    ['shared/geo/a.ts', "import { z } from 'zod'; import { a } from '../result.ts';"],
    ['renderer/a.tsx', "import type { AppRouter } from '../electron/api/router.ts';"],
    ['renderer/a.ts', "export type { AppRouter } from '../electron/api/router.ts';"],
    ['renderer/map/a.ts', "import Map from 'ol/Map.js'; import { a } from '../../shared/geo/geometry.ts';"],
    [
      'electron/core/a.ts',
      "import { DatabaseSync } from 'node:sqlite'; import { a } from '../../shared/result.ts';",
    ],
    ['electron/core/session/keytar-keychain.ts', "const keytar = await import('keytar');"],
    ['electron/api/a.ts', "import type { HostServices } from '../host-services.ts';"],
    ['electron/desktop/a.ts', "import { app } from 'electron/main'; import { a } from '../app-handler.ts';"],
  ])('allows in %s: %s', (file, text) => {
    expect(check(file, text)).toEqual({ code: 0, problems: '' });
  });

  it('holds for the project itself', () => {
    const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});
