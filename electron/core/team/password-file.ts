import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { undefinedIfMissing } from '../base/missing-file.ts';
import type { TeamConnection } from './team-connection.ts';

/** The default folders of PostgreSQL's socket. A line of the password file calls them `localhost`. */
const defaultSocketFolders = ['/tmp', '/run/postgresql', '/var/run/postgresql'];

/** The password file of PostgreSQL's own programs. */
export function passwordFile(): string {
  if (process.env.PGPASSFILE) return process.env.PGPASSFILE;
  return process.platform === 'win32'
    ? path.join(process.env.APPDATA ?? homedir(), 'postgresql', 'pgpass.conf')
    : path.join(homedir(), '.pgpass');
}

/**
 * Returns the password for a connection in a password file, like `psql`: by `host`, also when the connection has an
 * `address` (manual of PostgreSQL, “The Password File”). Undefined when the file does not exist or has none. Throws, with a
 * reason for the user, when others can read the file.
 */
export async function readPasswordFile(
  file: string,
  { host, port, database, user }: TeamConnection,
): Promise<string | undefined> {
  const stats = await undefinedIfMissing(stat(file));
  if (!stats) return undefined;
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0) {
    throw new Error(`${file} is not read, since others may read it, too: run “chmod 600 ${file}”.`);
  }
  const name = defaultSocketFolders.includes(host) ? 'localhost' : host;
  const requested = [name, String(port), database, user];
  for (const line of (await readFile(file, 'utf8')).split(/\r?\n/)) {
    if (line === '' || line.startsWith('#')) continue;
    const fields = splitFields(line);
    const isMatch = requested.every((value, index) => {
      const field = fields[index];
      return field === '*' || (field !== undefined && unescapeField(field) === value);
    });
    const secret = fields[requested.length];
    if (isMatch && secret) return unescapeField(secret);
  }
  return undefined;
}

/** The fields between colons; a backslash escapes the next character. */
function splitFields(line: string): readonly string[] {
  return [...line.matchAll(/((?:\\.|[^:])*)(?::|$)/g)].map(([, field = '']) => field);
}

function unescapeField(field: string): string {
  return field.replace(/\\(.)/g, '$1');
}
