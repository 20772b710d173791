import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TeamConnection } from '../../electron/core/team/team-connection.ts';
import { postgresUser } from './team-cluster.ts';

const program = '/usr/sbin/pgbouncer';

/** Reason why no connection pooler can be started here; undefined when it can. */
export function whyNoPooler(): string | undefined {
  return existsSync(program) ? undefined : 'pgbouncer is not installed';
}

/**
 * Starts PgBouncer in transaction mode before a server, with one connection to the server for each user and database.
 * `through` returns the connection of a user by way of the pooler.
 */
export async function startPooler(users: readonly TeamConnection[]): Promise<{
  through(connection: TeamConnection): TeamConnection;
  stop(): Promise<void>;
}> {
  const [first] = users;
  if (!first) throw new Error('A pooler needs users.');
  const folder = mkdtempSync('/tmp/sl-pool-');
  const user = postgresUser();
  if (user) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o755);
  const file = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const logins = file('users.txt', users.map((each) => `"${each.user}" ""\n`).join(''));
  const settings = file(
    'pgbouncer.ini',
    `[databases]
* = host=${first.host} port=${first.port}
[pgbouncer]
listen_addr =
listen_port = ${first.port}
unix_socket_dir = ${folder}
auth_type = trust
auth_file = ${logins}
pool_mode = transaction
default_pool_size = 1
`,
  );
  const pooler: ChildProcess = spawn(program, [settings], { ...user, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  await new Promise<void>((resolve, reject) => {
    pooler.stderr?.on('data', (text: Buffer) => {
      log += text.toString();
      if (log.includes('process up')) resolve();
    });
    pooler.once('exit', () => reject(new Error(`PgBouncer ended: ${log}`)));
  });
  return {
    through: (connection) => ({ ...connection, host: folder }),
    async stop() {
      const exit = once(pooler, 'exit');
      pooler.kill('SIGQUIT');
      await exit;
      rmSync(folder, { recursive: true });
    },
  };
}
