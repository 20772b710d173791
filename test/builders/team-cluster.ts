import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import type { TeamConnection } from '../../electron/core/team/team-connection.ts';
import { findFreePort } from './free-port.ts';

/** Folder of the programs of a PostgreSQL server in Debian: one folder for each version. */
const installations = '/usr/lib/postgresql';

/** The folder of the newest server programs that have PostGIS; undefined when there are none. */
function findPrograms(): string | undefined {
  if (!existsSync(installations)) return undefined;
  const versions = readdirSync(installations).sort((one, other) => Number(other) - Number(one));
  const version = versions.find(
    (name) =>
      existsSync(path.join(installations, name, 'bin', 'initdb')) &&
      existsSync(path.join('/usr/share/postgresql', name, 'extension', 'postgis.control')),
  );
  return version && path.join(installations, version, 'bin');
}

/** Reason why no team database can be started here; undefined when it can. */
export function whyNoPostgres(): string | undefined {
  return findPrograms() ? undefined : `there is no PostgreSQL with PostGIS in ${installations}`;
}

/** A database with PostGIS and nothing else, in each server of tests: a copy costs a third of the extension's creation. */
export const postgisDatabase = 'with_postgis';

type TeamRole = 'reader' | 'reviewer' | 'publisher';

/** Server on which tests create their databases. */
export type TestDatabases = {
  /** A new database, empty or with what another one holds now. */
  createDatabase(template?: string): Promise<TestDatabase>;
};

/** A PostgreSQL server of a test, on a socket and, with TLS, on a port of 127.0.0.1. */
export type TeamCluster = TestDatabases & {
  /** The connection of the superuser to the server. */
  readonly admin: TeamConnection;
  /** Lets the server show this certificate on its port from the next connections on; without one it offers no TLS. */
  setTls(certificate: KeyPair | undefined): Promise<void>;
  /** Connection of a user of the database with a password to the port. */
  overTls(connection: TeamConnection): TeamConnection;
  /** The id of the server's first process. */
  processId(): number;
  /** Ends the server at once, as a power cut does. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

type KeyPair = { readonly key: string; readonly cert: string };

export type TestDatabase = {
  readonly name: string;
  /** The connection of the superuser, who owns the database. */
  readonly owner: TeamConnection;
  /** The connection of a new user with the roles of the team that have these names. */
  createUser(...roles: readonly [TeamRole, ...TeamRole[]]): Promise<TeamConnection>;
};

/**
 * Starts a server in a temporary folder. With `access`, lines of pg_hba.conf, it listens on a port, too. `overrides`:
 * settings of postgresql.conf.
 */
export async function startTeamCluster(
  access: readonly string[] = [],
  overrides: Readonly<Record<string, string>> = {},
): Promise<TeamCluster> {
  const programs = findPrograms();
  if (!programs) throw new Error('No PostgreSQL with PostGIS is installed.');
  // Short: the path of a socket may have 107 bytes.
  const folder = mkdtempSync('/tmp/sl-pg-');
  const data = path.join(folder, 'data');
  const user = postgresUser();
  if (user) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o755);
  const options = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } };
  const initialize = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'];
  execFileSync(path.join(programs, 'initdb'), initialize, { ...options, stdio: 'pipe' });
  const port = access.length > 0 ? await findFreePort() : 5432;
  const settings = {
    listen_addresses: access.length > 0 ? '127.0.0.1' : '',
    port,
    unix_socket_directories: folder,
    max_connections: 80,
    // Tests end the server at most, never the operating system.
    fsync: 'off',
    ...overrides,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`);
  appendFileSync(path.join(data, 'postgresql.conf'), `\n${lines.join('\n')}\n`);
  if (access.length > 0) {
    writeFileSync(path.join(data, 'pg_hba.conf'), ['local all all trust', ...access, ''].join('\n'));
  }
  let server: ChildProcess | undefined;
  const admin: TeamConnection = { host: folder, port, database: 'postgres', user: 'postgres' };

  const start = async () => {
    const started = spawn(path.join(programs, 'postgres'), ['-D', data], {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    server = started;
    let log = '';
    await new Promise<void>((resolve, reject) => {
      for (const stream of [started.stdout, started.stderr]) {
        stream.on('data', (text: Buffer) => {
          log += text.toString();
          if (log.includes('ready to accept connections')) resolve();
        });
      }
      started.once('exit', () => reject(new Error(`PostgreSQL ended: ${log}`)));
    });
  };
  const end = async (signal: NodeJS.Signals) => {
    const ended = server;
    server = undefined;
    if (!ended || ended.exitCode !== null) return;
    const exit = once(ended, 'exit');
    ended.kill(signal);
    await exit;
  };
  await start();
  await runSql(admin, `CREATE DATABASE ${postgisDatabase}`);
  await runSql({ ...admin, database: postgisDatabase }, 'CREATE EXTENSION postgis');
  return {
    admin,
    ...createDatabases(admin, 'team'),
    async setTls(certificate) {
      for (const [kind, text] of Object.entries(certificate ?? {})) {
        const file = path.join(data, `server.${kind}`);
        writeFileSync(file, text, { mode: 0o600 });
        if (user) chownSync(file, user.uid, user.gid);
      }
      const files = `ALTER SYSTEM SET ssl_cert_file = 'server.cert'; ALTER SYSTEM SET ssl_key_file = 'server.key'`;
      for (const statement of [
        ...files.split('; '),
        `ALTER SYSTEM SET ssl = ${certificate ? 'on' : 'off'}`,
      ]) {
        await runSql(admin, statement);
      }
      await runSql(admin, 'SELECT pg_reload_conf()');
    },
    overTls: (connection) => ({ ...connection, host: 'db.example', address: '127.0.0.1' }),
    processId: () => server?.pid ?? 0,
    start,
    kill: () => end('SIGQUIT'),
    async stop() {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Databases of a server whose names begin with `prefix`, and so do those of their roles and users. */
export function createDatabases(admin: TeamConnection, prefix: string): TestDatabases {
  let databases = 0;
  return {
    async createDatabase(template = 'template1') {
      databases += 1;
      const name = `${prefix}${databases}`;
      // Copies the files instead of writing every page to the log, which takes twice the processor time.
      await runSql(admin, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
      let users = 0;
      return {
        name,
        owner: { ...admin, database: name },
        async createUser(...roles) {
          users += 1;
          const login = `${name}_${roles[0]}${users}`;
          const groups = roles.map((role) => `${name}_${role}`).join(', ');
          await runSql(admin, `CREATE ROLE ${login} LOGIN IN ROLE ${groups}`);
          return { ...admin, database: name, user: login };
        },
      };
    },
  };
}

/** Runs statements and returns the rows of the last one as arrays of values. */
export async function runSql(
  { host, port, database, user }: TeamConnection,
  text: string,
  values?: readonly unknown[],
): Promise<readonly (readonly unknown[])[]> {
  const client = new Client({ host, port, database, user, ssl: false });
  client.on('error', () => {});
  await client.connect();
  try {
    const result = await client.query({ text, rowMode: 'array', ...(values ? { values: [...values] } : {}) });
    return ([result].flat().at(-1) ?? { rows: [] }).rows;
  } finally {
    await client.end();
  }
}

/** Opens a transaction with this statement, which stays open until it is ended. */
export async function openTransaction({ host, port, database, user }: TeamConnection, text: string) {
  const client = new Client({ host, port, database, user, ssl: false });
  // A later test ends the server, also when this one failed before the end of the transaction.
  client.on('error', () => {});
  await client.connect();
  await client.query(`BEGIN; ${text}`);
  const end = async (statement: string) => {
    await client.query(statement);
    await client.end();
  };
  return { commit: () => end('COMMIT'), rollBack: () => end('ROLLBACK') };
}

/** The user of Debian's package for servers, which refuse to run as root; undefined when the tests do not run as root. */
export function postgresUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
