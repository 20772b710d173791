import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import tls from 'node:tls';
import { Client, type ClientConfig } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { TeamConnection } from './team-connection.ts';
import { describeTeamError, UnsafePasswordRequest } from './team-failure.ts';

/** An open connection to a team database. All methods throw what `describeTeamError` explains. */
export type TeamDatabase = {
  /** Runs `action` in one transaction. Names that it does not qualify belong to PostgreSQL itself. */
  transaction<T>(action: (query: TeamQuery) => Promise<T>): Promise<T>;
};

/** What can be done within a transaction. */
export type TeamQuery = {
  /** Rows by their columns. */
  rows(text: string, ...values: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** Runs a `COPY … FROM STDIN` and resolves when the server has stored all of it. */
  copy(text: string, pieces: Iterable<Uint8Array>): Promise<void>;
};

const connectTimeoutMs = 15_000;

/** Connects, and closes the connection after `action`. Throws a `TeamError` where the reason is known. */
export async function withTeamDatabase<T>(
  connection: TeamConnection,
  action: (database: TeamDatabase) => Promise<T>,
): Promise<T> {
  let client: TeamClient | undefined;
  try {
    client = new TeamClient(clientConfig(connection));
    // It also fails what is under way, which is where the error is handled.
    client.on('error', () => {});
    await client.connect();
    const open = client;
    return await action({ transaction: (steps) => runTransaction(open, steps) });
  } catch (error) {
    throw describeTeamError(error, connection);
  } finally {
    // A connection that was lost cannot be ended in order.
    await client?.end().catch(() => {});
  }
}

/** Refuses to send a password in a form from which it could be read or used again: only SCRAM proves it without. */
class TeamClient extends Client {
  _handleAuthCleartextPassword(): void {
    this.refuse('in cleartext');
  }

  _handleAuthMD5Password(): void {
    this.refuse('as an MD5 hash');
  }

  private refuse(form: string): void {
    // The types of pg leave its connection out.
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
