import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import tls from 'node:tls';
import { Client, type ClientConfig } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { CallStopped } from '../base/thread-protocol.ts';
import { passwordFile, readAuthorities, readPasswordFile } from './connection-files.ts';
import { versionChannel } from './migrations/0001-results.ts';
import type { TeamConnection } from './team-connection.ts';
import {
  describeTeamError,
  MissingPassword,
  ServerSilent,
  sqlStateOf,
  UnsafePasswordRequest,
} from './team-failure.ts';

/** An open connection to a team database. Its methods throw the errors of `pg`, which `withTeamDatabase` converts. */
export type TeamDatabase = {
  /**
   * Runs one statement as a transaction of its own. It may only name functions and types with their schema: the search path
   * is that of the user.
   */
  readonly rows: TeamQuery['rows'];
  /** Runs `COPY … TO STDOUT`, also as a transaction of its own, and returns all that the server sends. */
  copyOut(text: string): Promise<Uint8Array>;
  /** Runs `action` in one transaction. The search path is `pg_catalog`, so other names need their schema. */
  transaction<T>(action: (query: TeamQuery) => Promise<T>): Promise<T>;
};

/** The statements of one transaction. */
export type TeamQuery = {
  /** Runs one statement and returns its rows as objects with the column names as keys. */
  rows(text: string, ...values: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** Runs a `COPY … FROM STDIN` and resolves to the number of rows when the server has confirmed all of them. */
  copy(text: string, pieces: Iterable<Uint8Array>): Promise<number>;
};

const connectTimeoutMs = 15_000;
/** SQLSTATE of a statement that a standby server does not perform. */
const refusedByStandby = '25006';
/** Maximum silence of both sides during a transaction: longer than any statement takes. */
const defaultMaxSilenceMs = 120_000;
/** Maximum time for the server to respond to a probe, for which it does nothing. */
const maxProbeMs = 5_000;

/** A connection that stays open between the calls of a thread. */
type KeptConnection = {
  readonly key: string;
  readonly client: TeamClient;
  /** Reports a version, unless it was the last one that was reported. */
  reportVersion(version: number): void;
};
let kept: KeptConnection | undefined;

/**
 * Connects, runs `action` and closes the connection. Uses the connection of `keepConnection` when there is one to the
 * same database. When `signal` aborts, it ends the connection at once, also while the server or the network does not
 * respond, and throws `CallStopped`. The server rolls back. Throws a `TeamError` when the reason of another failure is
 * known.
 */
export async function withTeamDatabase<T>(
  { connection, signal }: { readonly connection: TeamConnection; readonly signal?: AbortSignal },
  action: (database: TeamDatabase) => Promise<T>,
): Promise<T> {
  const pooled = kept?.key === JSON.stringify(connection) ? kept : undefined;
  return describeFailures(connection, async (onLost) => {
    if (pooled) {
      const { client: pooledClient, reportVersion } = pooled;
      const database = reportingVersion(databaseOf(pooledClient, connection), reportVersion);
      pooledClient.once('end', onLost);
      try {
        return await endOnAbort(pooledClient, signal, () => action(database));
      } finally {
        // A listener that was removed at once would miss the end of a connection that has failed.
        void setImmediate().then(() => pooledClient.off('end', onLost));
      }
    }
    const client = new TeamClient(await clientConfig(connection));
    client.on('error', onLost);
    client.on('end', onLost);
    try {
      return await endOnAbort(client, signal, async () => {
        await client.connect();
        return action(databaseOf(client, connection));
      });
    } finally {
      // Ending a lost connection fails, and there is nothing left to close.
      await client.end().catch(() => {});
    }
  });
}

/**
 * A database whose version is reported after each `copyOut`: `pg-copy-streams` discards the notifications that come
 * before what it copies.
 */
function reportingVersion(database: TeamDatabase, reportVersion: (version: number) => void): TeamDatabase {
  return {
    ...database,
    async copyOut(text) {
      const copied = await database.copyOut(text);
      const [row] = await database.rows('SELECT version FROM sightline.team_state()');
      reportVersion(Number(row?.version));
      return copied;
    },
  };
}

/** Events that a pooled connection reports. */
export type KeptConnectionEvents = {
  /** The database has this version now. Connection poolers in transaction mode and standby servers report none. */
  onVersion(version: number): void;
  /** The connection has ended. */
  onEnd(): void;
};

/**
 * Opens a connection that `withTeamDatabase` uses in this thread until it ends, and listens to the versions of the team
 * database. Throws `TeamError`.
 */
export async function keepConnection(
  connection: TeamConnection,
  { onVersion, onEnd }: KeptConnectionEvents,
): Promise<void> {
  await describeFailures(connection, async (onLost) => {
    const client = new TeamClient(await clientConfig(connection));
    const onClientEnd = () => {
      onLost();
      // A connection that failed to open ends, too.
      if (kept?.client !== client) return;
      kept = undefined;
      onEnd();
    };
    client.on('error', onLost);
    client.once('end', onClientEnd);
    let reported: number | undefined;
    const report = (version: number) => {
      reported = version;
      onVersion(version);
    };
    const reportVersion = (version: number) => {
      if (version !== reported) report(version);
    };
    client.on('notification', ({ payload }) => report(Number(payload)));
    try {
      await client.connect();
      await databaseOf(client, connection)
        .rows(`LISTEN ${versionChannel}`)
        .catch((error: unknown) => {
          if (sqlStateOf(error) !== refusedByStandby) throw error;
        });
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    kept = { key: JSON.stringify(connection), client, reportVersion };
  });
}

/** Ends the connection of `keepConnection`, if there is one. */
export async function endKeptConnection(): Promise<void> {
  const client = kept?.client;
  kept = undefined;
  // Ending a lost connection fails, and there is nothing left to close.
  await client?.end().catch(() => {});
}

/**
 * Whether the connection of `keepConnection` still works; one that does not is ended. A link can be cut without notice, such
 * as by a firewall that forgets an idle connection.
 */
export async function pingConnection(): Promise<boolean> {
  const client = kept?.client;
  if (!client) return false;
  try {
    await limitSilence(client, maxProbeMs, () => client.query('SELECT 1'));
    return true;
  } catch {
    // The caller opens another connection, which names what is wrong.
    client.socket.destroy();
    return false;
  }
}

/** Runs `action`. Ends the connection when `signal` aborts, and throws `CallStopped`. */
async function endOnAbort<T>(
  client: TeamClient,
  signal: AbortSignal | undefined,
  action: () => Promise<T>,
): Promise<T> {
  if (signal?.aborted) throw new CallStopped();
  const end = () => client.socket.destroy(new CallStopped());
  signal?.addEventListener('abort', end);
  try {
    return await action();
  } catch (error) {
    throw signal?.aborted ? new CallStopped() : error;
  } finally {
    signal?.removeEventListener('abort', end);
  }
}

/** Runs `action` and converts its errors. `action` is given what to call when the connection is lost. */
async function describeFailures<T>(
  connection: TeamConnection,
  action: (onLost: () => void) => Promise<T>,
): Promise<T> {
  let isLost = false;
  try {
    // A lost connection also rejects the pending call, which handles the error. Without a listener it would be uncaught.
    return await action(() => {
      isLost = true;
    });
  } catch (error) {
    // `pg` rejects the calls on a lost connection before it emits that it is lost.
    await setImmediate();
    throw describeTeamError(error, connection, isLost);
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

  /** The socket of the open connection, which the types of pg do not declare either. */
  get socket(): Socket {
    return (this as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream;
  }
}

async function clientConfig(connection: TeamConnection): Promise<ClientConfig> {
  const { host, address, port, database, user, authorityFile } = connection;
  const isSocket = host.startsWith('/');
  return {
    host: address ?? host,
    port,
    database,
    user,
    password: () => findPassword(connection),
    application_name: 'Sightline',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    ssl: isSocket
      ? false
      : {
          rejectUnauthorized: true,
          checkServerIdentity: (_address, certificate) => tls.checkServerIdentity(host, certificate),
          ...(authorityFile === undefined ? {} : { ca: await readAuthorities(authorityFile) }),
        },
    enableChannelBinding: !isSocket,
  };
}

/** Called when the server requests a password. */
async function findPassword(connection: TeamConnection): Promise<string> {
  if (connection.password !== undefined) return connection.password;
  const file = passwordFile();
  const found = await readPasswordFile(file, connection).catch((error: unknown) => {
    throw new MissingPassword(file, error);
  });
  if (found === undefined) throw new MissingPassword(file);
  return found;
}

function databaseOf(
  client: TeamClient,
  { maxSilenceMs = defaultMaxSilenceMs }: TeamConnection,
): TeamDatabase {
  const rows: TeamQuery['rows'] = async (text, ...values) => (await client.query(text, [...values])).rows;
  return {
    rows: (text, ...values) => limitSilence(client, maxSilenceMs, () => rows(text, ...values)),
    copyOut: (text) =>
      limitSilence(client, maxSilenceMs, async () =>
        Buffer.concat(await client.query(copyTo(text)).toArray()),
      ),
    transaction: (steps) =>
      limitSilence(client, maxSilenceMs, () =>
        runTransaction(client, maxSilenceMs, () =>
          steps({
            rows,
            async copy(text, pieces) {
              const stream = client.query(copyFrom(text));
              await pipeline(Readable.from(pieces, { highWaterMark: 1 }), stream);
              return stream.rowCount;
            },
          }),
        ),
      ),
  };
}

/** Ends the connection when neither side sends anything for so long during `action`. 0 permits any silence. */
async function limitSilence<T>(
  { socket }: TeamClient,
  maxSilenceMs: number,
  action: () => Promise<T>,
): Promise<T> {
  const endSilence = () => socket.destroy(new ServerSilent(maxSilenceMs));
  socket.setTimeout(maxSilenceMs, endSilence);
  try {
    return await action();
  } finally {
    socket.setTimeout(0, endSilence);
  }
}

/** Runs a transaction. When the link is cut without notice, the limits that it sets let the server end it as well. */
async function runTransaction<T>(
  client: TeamClient,
  maxSilenceMs: number,
  action: () => Promise<T>,
): Promise<T> {
  try {
    await client.query(
      `BEGIN; SET LOCAL search_path = pg_catalog; SET LOCAL idle_in_transaction_session_timeout = ${maxSilenceMs};
       SET LOCAL tcp_keepalives_idle = 30; SET LOCAL tcp_keepalives_interval = 10; SET LOCAL tcp_keepalives_count = 6`,
    );
    const result = await action();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}
