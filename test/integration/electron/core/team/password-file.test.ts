import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readPasswordFile } from '../../../../../electron/core/team/connection-files.ts';
import type { TeamConnection } from '../../../../../electron/core/team/team-connection.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const connection: TeamConnection = {
  ...{ host: 'db.example', address: '127.0.0.1', port: 6543, database: 'imagery', user: 'anna' },
};

async function writePasswords(...lines: readonly string[]): Promise<string> {
  const file = path.join(await makeTempFolder(), 'pgpass');
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  return file;
}

test('has the password of the first line for the connection', async () => {
  const file = await writePasswords(
    '# db.example:6543:imagery:anna:of a comment',
    '127.0.0.1:6543:imagery:anna:of the address',
    'db.example:5432:imagery:anna:of another port',
    'db.example:6543:imagery:ben:of another user',
    'db.example:6543:*:anna:first',
    '*:*:*:*:last\r',
  );
  expect(await readPasswordFile(file, connection)).toBe('first');
  expect(await readPasswordFile(file, { ...connection, user: 'carla' })).toBe('last');
});

test('reads escaped characters, and the port as text', async () => {
  const file = await writePasswords(
    String.raw`db.example:6543:a\:b\\:anna:with \: and \\`,
    'db.example:*:imagery:anna:any',
  );
  const other = { ...connection, database: 'a:b\\' };
  expect(await readPasswordFile(file, other)).toBe('with : and \\');
  expect(await readPasswordFile(file, connection)).toBe('any');
});

test('calls the default folders of a socket localhost', async () => {
  const file = await writePasswords('localhost:6543:imagery:anna:local', '/srv/pg:6543:*:*:by folder');
  expect(await readPasswordFile(file, { ...connection, host: '/var/run/postgresql' })).toBe('local');
  expect(await readPasswordFile(file, { ...connection, host: '/srv/pg' })).toBe('by folder');
});

test('has none without a file or a line, and refuses a file that others may read', async () => {
  const file = await writePasswords('db.example:6543:imagery:ben:secret', 'db.example:6543:imagery:anna');
  expect(await readPasswordFile(file, connection)).toBeUndefined();
  expect(await readPasswordFile(`${file} too`, connection)).toBeUndefined();
  await chmod(file, 0o640);
  await expect(readPasswordFile(file, connection)).rejects.toThrow(`run “chmod 600 ${file}”`);
});
