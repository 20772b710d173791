import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inProject } from '../../../scripts/lib/paths.mjs';
import { requireBuild } from '../../builders/built-app.ts';
import { makeTempFolder } from '../../builders/workspace-builder.ts';

beforeAll(requireBuild);

let folder: string;
beforeEach(async () => {
  folder = await makeTempFolder();
});

const main = (name: string) => inProject('dist', 'main', name);
const programs = [
  ['the browser host', [main('browser-host.js'), '--no-open']],
  ['sightline fetch', [main('cli.js'), 'fetch', '--region', 'East Asia']],
  ['sightline export', [main('cli.js'), 'export', '--out', 'unwritten.csv']],
] as const;

/** Runs a program as a user whom permissions bind, unlike root. */
async function run(args: readonly string[], dataDir: string) {
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(process.execPath, [...args, '--data-dir', dataDir], { ...user, cwd: '/' });
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { errors, code };
}

describe.each(programs)('%s', (_name, args) => {
  it('names a file in place of its data folder, or of one that it is in', async () => {
    const file = path.join(folder, 'taken');
    await writeFile(file, 'not a folder');
    await chmod(folder, 0o755);
    for (const dataDir of [file, path.join(file, 'below', 'it')]) {
      const { errors, code } = await run(args, dataDir);
      expect(errors.trim()).toBe(
        `The data folder ${dataDir} cannot be used: ${file} is a file, not a folder; correct that, or start Sightline with another folder (--data-dir).`,
      );
      expect(code).toBe(5);
    }
  });
});

describe.each(programs.slice(0, 2))('%s', (_name, args) => {
  it('names a data folder that cannot be created or written', async () => {
    const [parent, own] = [path.join(folder, 'parent'), path.join(folder, 'own')];
    await mkdir(parent);
    await mkdir(own);
    for (const each of [folder, parent, own]) await chmod(each, 0o555);
    const isParent = `its parent folder ${parent} may not be written`;
    for (const [dataDir, cause] of [
      [path.join(parent, 'data'), isParent],
      [path.join(parent, 'some', 'data'), isParent],
      [own, 'it or the folder that it is in may not be written'],
    ] as const) {
      const { errors, code } = await run(args, dataDir);
      expect(errors.trim()).toBe(
        `The data folder ${dataDir} cannot be used: ${cause}; correct that, or start Sightline with another folder (--data-dir).`,
      );
      expect(code).toBe(5);
    }
    await chmod(folder, 0o755);
  });
});
