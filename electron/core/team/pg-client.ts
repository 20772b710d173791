import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import tls from 'node:tls';
import { Client, type ClientConfig } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { TeamConnection } from './team-connection.ts';
import { describeTeamError, UnsafePasswordRequest } from './team-failure.ts';

/** An open connection to a team database. Its methods throw the errors of `pg`, which `withTeamDatabase` converts. */
export type TeamDatabase = {
  /** Runs `action` in one transaction. The search path is `pg_catalog`, so other names need their schema. */
  transaction<T>(action: (query: TeamQuery) => Promise<T>): Promise<T>;
};

/** The statements of one transaction. */
export type TeamQuery = {
  /** Runs one statement and returns its rows as objects with the column names as keys. */
  rows(text: string, ...values: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** Runs a `COPY … FROM STDIN` and resolves when the server has confirmed all rows. */
  copy(text: string, pieces: Iterable<Uint8Array>): Promise<void>;
};

const connectTimeoutMs = 15_000;

/** Connects, runs `action` and closes the connection. Throws a `TeamError` when the reason of a failure is known. */
export async function withTeamDatabase<T>(
  connection: TeamConnection,
  action: (database: TeamDatabase) => Promise<T>,
): Promise<T> {
  let client: TeamClient | undefined;
  let isLost = false;
  const setLost = () => {
    isLost = true;
  };
  try {
    client = new TeamClient(clientConfig(connection));
    // A lost connection also rejects the pending call, which handles the error. Without a listener it would be uncaught.
    client.on('error', setLost);
    client.on('end', setLost);
    await client.connect();
    const open = client;
    return await action({ transaction: (steps) => runTransaction(open, steps) });
  } catch (error) {
    // `pg` rejects the calls on a lost connection before it emits that it is lost.
    await setImmediate();
    throw describeTeamError(error, connection, isLost);
  } finally {
    // Ending a lost connection fails, and there is nothing left to close.
    await client?.end().catch(() => {});
  }
}

/**
 * Refuses to send a password in a form that can be read or reused. Only SCRAM proves the password without sending it.
 */
class TeamClient extends Client {
  _handleAuthCleartextPassword(): void {
    this.refuse('in cleartext');
  }

  _handleAuthMD5Password(): void {
    this.refuse('as an MD5 hash');
  }

  private refuse(form: string): void {
    // The types of pg do not declare its `connection`.
    const { connection } = this as unknown as { readonly connection: NodeJS.EventEmitter };
    connection.emit('error', new UnsafePasswordRequest(form));
  }
}

function clientConfig(connection: TeamConnection): ClientConfig {
  const { host, address, port, database, user, password, authorityFile } = connection;
  const isSocket = host.startsWith('/');
  return {
    host: address ?? host,
    port,
    database,
    user,
    ...(password === undefined ? {} : { password }),
    application_name: 'Sightline',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    ssl: isSocket
      ? false
      : {
          rejectUnauthorized: true,
          checkServerIdentity: (_address, certificate) => tls.checkServerIdentity(host, certificate),
          ...(authorityFile === undefined ? {} : { ca: readFileSync(authorityFile) }),
        },
    enableChannelBinding: !isSocket,
  };
}

async function runTransaction<T>(client: TeamClient, action: (query: TeamQuery) => Promise<T>): Promise<T> {
  await client.query('BEGIN; SET LOCAL search_path = pg_catalog');
  try {
    const result = await action({
      rows: async (text, ...values) => (await client.query(text, [...values])).rows,
      copy: (text, pieces) => pipeline(Readable.from(pieces), client.query(copyFrom(text))),
    });
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}
