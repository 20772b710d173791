import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { demoCredentials } from '../../../electron/core/demo-service/demo-credentials.ts';
import { inProject } from '../../../scripts/lib/paths.mjs';
import { requireBuild } from '../../builders/built-app.ts';
import { makeTempFolder } from '../../builders/workspace-builder.ts';

beforeAll(requireBuild);

/** Runs the built main process of the desktop app, on the stub of Electron and with these arguments. */
async function runMain(args: readonly string[], cwd: string) {
  const standIn = pathToFileURL(inProject('test', 'e2e', 'electron-stand-in.ts')).href;
  const { DISPLAY: _display, ...environment } = process.env;
  const { username, password } = demoCredentials;
  const child = spawn(
    process.execPath,
    ['--import', standIn, inProject('dist', 'main', 'main.js'), ...args],
    {
      cwd,
      env: {
        ...environment,
        SIGHTLINE_KEYCHAIN: 'off',
        SIGHTLINE_USERNAME: username,
        SIGHTLINE_PASSWORD: password,
      },
    },
  );
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { output, errors, code };
}

it('prints its help with the name of the installed command', async () => {
  const { output, code } = await runMain(['--cli', '--', '--help'], await makeTempFolder());
  expect(output).toContain('Usage: sightline <command> [flags]');
  expect(code).toBe(0);
});

it('refuses wrong flags', async () => {
  const { errors, code } = await runMain(['--cli', '--', 'export', '--colour'], await makeTempFolder());
  expect(errors).toContain('--colour');
  expect(code).toBe(2);
});

it('fetches and exports without a window, with paths relative to the folder of the user', async () => {
  const folder = await makeTempFolder();
  const dataDir = path.join(folder, 'data');
  const fetched = await runMain(
    ['--cli', '--', 'fetch', '--data-dir', dataDir, '--region', 'East Asia', '--max-records', '20'],
    folder,
  );
  expect(fetched, fetched.errors).toMatchObject({ code: 0 });
  expect(JSON.parse(fetched.output)).toMatchObject({ command: 'fetch', records: 20 });
  const exported = await runMain(
    ['--cli', '--', 'export', '--data-dir', dataDir, '--out', 'ships.csv'],
    folder,
  );
  expect(exported, exported.errors).toMatchObject({ code: 0 });
  expect((await readFile(path.join(folder, 'ships.csv'), 'utf8')).split('\n').length).toBeGreaterThan(2);
});

const script = (name: string) => inProject('assets', 'command-line', name);

/** Lays out an installed app with a program that prints its arguments, each in brackets, and exits with 7. */
async function install(system: 'linux' | 'mac') {
  const folder = path.join(await makeTempFolder(), 'My apps');
  const [bin, program] =
    system === 'linux'
      ? [path.join(folder, 'resources', 'bin'), path.join(folder, 'sightline-app')]
      : [
          path.join(folder, 'Contents', 'Resources', 'bin'),
          path.join(folder, 'Contents', 'MacOS', 'Sightline'),
        ];
  await mkdir(bin, { recursive: true });
  await mkdir(path.dirname(program), { recursive: true });
  await cp(script(`sightline-${system}`), path.join(bin, 'sightline'));
  await writeFile(program, '#!/bin/sh\nprintf "[%s]" "$@"\nexit 7\n');
  await chmod(program, 0o755);
  const link = path.join(folder, 'link to sightline');
  await symlink(path.join(bin, 'sightline'), link);
  return link;
}

const run = promisify(execFile);

it.runIf(process.platform !== 'win32').each([
  ['linux', '[--no-sandbox][--cli][--]'],
  ['mac', '[--cli][--]'],
] as const)(
  'the command on %s passes arguments and the exit code, also through a link',
  async (system, before) => {
    const command = await install(system);
    const args = ['export', '--filter', 'name = "a b"', '', '*'];
    await expect(run(command, args)).rejects.toMatchObject({
      code: 7,
      stdout: `${before}[export][--filter][name = "a b"][][*]`,
    });
    // Without arguments it opens the app.
    await expect(run(command)).rejects.toMatchObject({ code: 7, stdout: '[]' });
  },
);

it('the command on Windows waits for the app and returns its exit code', async () => {
  const lines = (await readFile(script('sightline.cmd'), 'utf8')).split('\r\n');
  expect(lines.slice(-3)).toEqual([
    'start "" /b /wait "%~dp0..\\..\\Sightline.exe" --cli -- %*',
    'exit /b %errorlevel%',
    '',
  ]);
});
