import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createLogFile } from '../../../../../electron/core/base/log-file.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const now = () => new Date('2026-11-22T18:00:00Z');

async function openLog() {
  const folder = path.join(await makeTempFolder(), 'logs');
  const read = () => readFile(path.join(folder, 'app.log'), 'utf8');
  return { folder, read, log: createLogFile(folder, 'app', now) };
}

test('a line has the time, the event and its facts, in a file for the user only', async () => {
  const { folder, log, read } = await openLog();
  log.write('request', {
    method: 'GET',
    host: 'api.example.org:8443',
    ms: 12,
    status: undefined,
    code: 'tls',
  });
  expect(await read()).toBe(
    '2026-11-22T18:00:00.000Z request method=GET host=api.example.org:8443 ms=12 code=tls\n',
  );
  expect((await stat(path.join(folder, 'app.log'))).mode & 0o077).toBe(0);
});

test('a value that is no code, number or host name is not written', async () => {
  const { log, read } = await openLog();
  log.write('call', { path: 'a b', code: 'x\ny', name: 'Grüße', long: 'x'.repeat(101) });
  expect(await read()).toBe('2026-11-22T18:00:00.000Z call path=? code=? name=? long=?\n');
});

test('an error is written without its message, and without the names that the user gave', async () => {
  const { log, read } = await openLog();
  const cause = new TypeError('at 12.345678, 54.321');
  const error = Object.assign(new Error('secret-1\n    at secret-2 (secret-3', { cause }), {
    code: 'ENOSPC',
  });
  log.problem(error, 'saving “Harbour of Kim”');
  log.problem('secret-4', 'closing');
  const text = await read();
  expect(text).toContain('problem "saving …" kind=Error code=ENOSPC');
  expect(text).toContain('log-file.test.ts:');
  expect(text).toContain('caused by TypeError');
  for (const secret of ['secret', 'Kim', '12.345678', '54.321', path.dirname(import.meta.dirname)]) {
    expect(text).not.toContain(secret);
  }
});

test('the log is bounded: the oldest lines are deleted', async () => {
  const { folder, log, read } = await openLog();
  const lines = 80_000;
  for (let line = 0; line < lines; line += 1) log.write('line', { line, filler: 'x'.repeat(60) });
  const names = (await readdir(folder)).sort();
  expect(names).toEqual(['app.1.log', 'app.2.log', 'app.3.log', 'app.log']);
  for (const name of names) {
    expect((await stat(path.join(folder, name))).size).toBeLessThanOrEqual(2 ** 20);
  }
  expect(await read()).toContain(`line=${lines - 1} `);
  // A new process continues the file.
  createLogFile(folder, 'app', now).write('start');
  expect(await read()).toContain(`line=${lines - 1} `);
});

test('a log that cannot be written does not stop anything', async () => {
  const folder = path.join(await makeTempFolder(), 'file');
  await writeFile(folder, '');
  const log = createLogFile(folder, 'app', now);
  log.write('start');
  log.problem(new Error('x'), 'y');
  expect(await readFile(folder, 'utf8')).toBe('');
});

test.runIf(process.platform === 'linux')('a log whose folder cannot be created ends at once', () => {
  // Node's recursive mkdir never ends there.
  expect(() => createLogFile('/proc/sightline/logs', 'app').write('start', {})).not.toThrow();
});
