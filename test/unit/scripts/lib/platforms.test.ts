import { expect, it } from 'vitest';
import { programName } from '../../../../scripts/lib/electron-runtime.mjs';
import { npm } from '../../../../scripts/lib/packages.mjs';
import { hasDisplay } from '../../../../scripts/lib/programs.mjs';

it('Electron’s program is where its package unpacks it', () => {
  expect(programName('linux')).toBe('electron');
  expect(programName('win32')).toBe('electron.exe');
  expect(programName('darwin')).toBe('Electron.app/Contents/MacOS/Electron');
});

it('only Linux can be without a display', () => {
  expect(hasDisplay('win32', {})).toBe(true);
  expect(hasDisplay('darwin', {})).toBe(true);
  expect(hasDisplay('linux', {})).toBe(false);
  expect(hasDisplay('linux', { DISPLAY: ':0' })).toBe(true);
  expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
});

it('npm is run without a shell, which Windows needs for npm.cmd', () => {
  const script = '/usr/lib/node_modules/npm/bin/npm-cli.js';
  expect(npm('linux', { npm_execpath: script }, '/usr/bin/node')).toEqual({
    program: '/usr/bin/node',
    args: [script],
  });
  expect(npm('darwin', {}, '/usr/bin/node')).toEqual({ program: 'npm', args: [] });
  const node = 'C:\\Program Files\\nodejs\\node.exe';
  expect(npm('win32', {}, node)).toEqual({
    program: node,
    args: ['C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npm-cli.js'],
  });
  // Other package managers set the variable, too.
  expect(npm('linux', { npm_execpath: '/usr/bin/yarn.js' }, '/usr/bin/node').program).toBe('npm');
});
