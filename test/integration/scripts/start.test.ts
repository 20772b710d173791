import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const script = new URL('../../../scripts/start.mjs', import.meta.url).pathname;

function start(...flags: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...flags], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('flags of npm start', () => {
  it.each([
    [['--prot', '0'], "Unknown option '--prot'"],
    [['extra'], "Unexpected argument 'extra'"],
    [['--host', 'firefox'], '--host is "firefox". Give electron or browser.'],
    [['--port', '70000'], '--port is "70000". Give a number from 0 to 65535'],
    [['--port', 'any'], '--port is "any"'],
    [['--data-dir', ''], '--data-dir is empty. Give a folder.'],
    [['--host', 'electron', '--no-open'], '--port and --no-open belong to the browser host'],
  ])('refuses %j before it does anything', (flags, message) => {
    const { status, stdout, stderr } = start(...flags);
    expect(stderr).toContain(message);
    expect(stderr).toContain('Usage: npm start -- [flags]');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });

  it('explains itself', () => {
    const { status, stdout } = start('--help');
    expect(stdout).toContain('Usage: npm start -- [flags]');
    expect(status).toBe(0);
  });
});
