import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const script = new URL('../../scripts/layers.mjs', import.meta.url).pathname;

const refused = [
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
  ['electron/api/a.ts', "import { appPaths } from '../app-paths.ts';"],
  ['electron/browser-host.ts', "import { app } from 'electron/main';"],
  ['electron/browser-host.ts', "import { createMainWindow } from './desktop/main-window.ts';"],
  ['electron/main.ts', "import { a } from '../renderer/map/a.ts';"],
] as const;

const allowed = [
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
] as const;

const roots: string[] = [];
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true });
});

/** Runs the check over a project that has each text in a file of its own; files whose layer is theirs alone keep their name. */
function check(cases: readonly (readonly [string, string])[]) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'sightline-layers-'));
  roots.push(root);
  const files = cases.map(([name, text], index) => {
    const file = /(main|keytar-keychain)\.ts$/.test(name) ? name : numbered(name, index);
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), `// first line\n${text}\n`, { flag: 'wx' });
    return file;
  });
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  return { files, status, problems: stderr.trim().split('\n') };
}

function numbered(file: string, index: number): string {
  return file.replace(/\.(tsx?)$/, `-${index}.$1`);
}

describe('the dependency rule', () => {
  let outcome: ReturnType<typeof check>;
  beforeAll(() => {
    outcome = check(refused);
  });

  it.each(refused.map(([file, text], index) => [file, text, index] as const))(
    'refuses in %s: %s',
    (_file, _text, index) => {
      expect(outcome.status).toBe(1);
      expect(outcome.problems.filter((line) => line.startsWith(`${outcome.files[index]}:2: `))).toHaveLength(
        1,
      );
    },
  );

  it('allows what the layers are for', () => {
    expect(check(allowed)).toMatchObject({ status: 0, problems: [''] });
  });

  it('holds for the project itself', () => {
    const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});
