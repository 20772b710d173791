import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { explainError } from '../../../shared/error-text.ts';
import { undefinedIfMissing } from '../base/missing-file.ts';
import { parseCertificates, readCertificateFile } from '../network/certificate-files.ts';
import type { TeamConnection } from './team-connection.ts';
import { TeamError } from './team-failure.ts';

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

/** Returns the certificates of the authorities in a PEM or DER file, each as PEM. Throws a `TeamError` that names the file. */
export async function readAuthorities(file: string): Promise<string[]> {
  try {
    return parseCertificates(await readCertificateFile(file)).map(String);
  } catch (error) {
    const { message } = explainError(error, 'It cannot be read.');
    throw new TeamError(
      'invalid-input',
      `The file of the certificate authority of the team database cannot be used: ${file}. ${message} Choose another file in Settings, Team; for the command line set PGSSLROOTCERT.`,
      { cause: error, hop: 'tls' },
    );
  }
}
