import { explainError } from '../../../shared/error-text.ts';
import { formatCount } from '../../../shared/format.ts';
import { type Failure, type FailureCode, fail, failBecause } from '../../../shared/result.ts';
import type { TeamHop } from '../../../shared/settings/team.ts';
import { describeTeam, type TeamConnection } from './team-connection.ts';

/** An expected failure of a team database. */
export class TeamError extends Error {
  readonly failure: Failure;
  /** PostgreSQL's code of the error (SQLSTATE), if it has one. */
  readonly sqlState: string | undefined;
  /** The hop at which the connection failed; undefined for failures after it was established. */
  readonly hop: TeamHop | undefined;

  constructor(
    code: FailureCode,
    message: string,
    options: { cause?: unknown; sqlState?: string; hop?: TeamHop } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    const { cause } = options;
    this.failure =
      cause === undefined ? fail(code, message).failure : failBecause(code, message, cause).failure;
    this.sqlState = options.sqlState;
    this.hop = options.hop;
  }
}

/** The server requests the password in a form in which it can be read or reused. */
export class UnsafePasswordRequest extends Error {
  constructor(form: string) {
    super(`The server requests the password ${form}`);
  }
}

/** The server requests a password, and there is none; the cause is why the password file was not read. */
export class MissingPassword extends Error {
  readonly file: string;

  constructor(file: string, cause?: unknown) {
    super('There is no password', { cause });
    this.file = file;
  }
}

/** The server sent nothing for so long during a transaction that the connection was ended. */
export class ServerSilent extends Error {
  readonly milliseconds: number;

  constructor(milliseconds: number) {
    super('The server does not answer');
    this.milliseconds = milliseconds;
  }
}

/**
 * Converts an error of the connection or of PostgreSQL to a `TeamError` that names the cause. Returns other errors
 * unchanged. `isLost`: whether the connection has ended. Then a `TypeError` is that of `pg-copy-streams`, which throws
 * it for a `COPY` on an ended connection. Otherwise it is a bug.
 */
export function describeTeamError(error: unknown, connection: TeamConnection, isLost: boolean): unknown {
  if (error instanceof TeamError || !(error instanceof Error)) return error;
  const team = describeTeam(connection);
  const known = explain(error, team, connection, isLost);
  if (!known) return error;
  const [code, message, hop] = known;
  const sqlState = sqlStateOf(error);
  return new TeamError(code, message, {
    cause: error,
    ...(sqlState === undefined ? {} : { sqlState }),
    ...(hop ? { hop } : {}),
  });
}

type Explanation = readonly [FailureCode, string, TeamHop?];

function explain(
  error: Error,
  team: string,
  connection: TeamConnection,
  isLost: boolean,
): Explanation | undefined {
  if (error instanceof UnsafePasswordRequest) {
    return [
      'refused',
      `${error.message}, so it was not sent to ${team}. Ask its administrator for password_encryption = scram-sha-256 and scram-sha-256 in pg_hba.conf.`,
      'sign-in',
    ];
  }
  if (error instanceof MissingPassword) {
    const { file, cause } = error;
    const unread = cause === undefined ? '' : ` ${explainError(cause, `${file} cannot be read.`).message}`;
    return [
      'wrong-credentials',
      `There is no password for ${connection.user} on ${team}. Enter it in Settings, Team; for the command line set PGPASSWORD, or add a line to ${file}.${unread}`,
      'sign-in',
    ];
  }
  if (error instanceof ServerSilent) {
    const seconds = Math.round(error.milliseconds / 1000);
    return ['unreachable', `${capitalize(team)} sent no answer for ${formatCount(seconds)} s.`, 'connection'];
  }
  const code = 'code' in error ? String(error.code) : undefined;
  const sqlState = sqlStateOf(error);
  return (
    (sqlState === undefined ? undefined : explainState(sqlState, error, team, connection)) ??
    explainConnection(code, error, team, connection, isLost)
  );
}

function explainState(
  state: string,
  error: Error,
  team: string,
  { user, database }: TeamConnection,
): Explanation | undefined {
  const noTables: Explanation = [
    'not-found',
    `${capitalize(team)} has no tables of Sightline. Its owner creates them with “sightline team-setup”.`,
    'tables',
  ];
  const explanations: Readonly<Record<string, Explanation>> = {
    '28P01': ['wrong-credentials', `The password of ${user} was refused by ${team}.`, 'sign-in'],
    '28000': ['forbidden', `${user} may not connect to ${team}.`, 'sign-in'],
    '3D000': ['not-found', `There is no database ${database} on the server of ${team}.`, 'database'],
    ...{ '3F000': noTables, '42P01': noTables, '42883': noTables },
    '42501': [
      'forbidden',
      `${user} does not have the privilege for this in ${team}. Ask its administrator for the role ${database}_reviewer or ${database}_publisher.`,
      'tables',
    ],
    '53100': ['disk', `The disk of ${team} is full. What was committed before is stored.`],
    '57014': ['timeout', `${capitalize(team)} cancelled a statement.`],
  };
  // The server may state any code, also the name of a member that each object has.
  if (Object.hasOwn(explanations, state)) return explanations[state];
  // PostgreSQL has no code of its own for a file that may not grow, such as one at a limit of the operating system.
  if (/^(58030|XX000)$/.test(state) && isAboutFiles(error)) {
    return ['disk', `${capitalize(team)} cannot write to its files. What was committed before is stored.`];
  }
  // Connection exceptions, insufficient resources, shutdown, a transaction that waited too long for the client.
  if (/^(08|53|57P|25P03)/.test(state)) return ['unreachable', `The connection to ${team} ended.`];
  return ['server-error', `${capitalize(team)} reported an error.`];
}

function explainConnection(
  code: string | undefined,
  error: Error,
  team: string,
  { host, authorityFile }: TeamConnection,
  isConnectionLost: boolean,
): Explanation | undefined {
  const { message } = error;
  switch (code) {
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return ['tls', `The certificate of ${team} is not for the name ${host}.`, 'tls'];
    case 'CERT_HAS_EXPIRED':
      return ['tls', `The certificate of ${team} has expired.`, 'tls'];
    case 'CERT_NOT_YET_VALID':
      return ['tls', `The certificate of ${team} is not valid yet. Check the clock of this computer.`, 'tls'];
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return [
        'tls',
        `The certificate of ${team} was issued by an authority that is not trusted${authorityFile === undefined ? '; name the file with the certificate of your authority' : ` (${authorityFile})`}.`,
        'tls',
      ];
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return ['unreachable', `The server name of ${team} cannot be resolved.`, 'name'];
    case 'ECONNREFUSED':
    case 'ENOENT':
      return ['unreachable', `${capitalize(team)} does not accept connections.`, 'connection'];
  }
  if (/^(CERT_|CRL_|UNABLE_TO_|INVALID_|ERR_SSL_|ERR_TLS_)/.test(code ?? '')) {
    return ['tls', `No secure connection to ${team} could be made, so nothing was sent to it.`, 'tls'];
  }
  if (/does not support SSL/.test(message)) {
    return ['tls', `${capitalize(team)} offers no TLS, so nothing was sent to it.`, 'tls'];
  }
  if (/^SASL/.test(message)) return ['refused', `${capitalize(team)} cannot be signed in to.`, 'sign-in'];
  if (error instanceof TypeError) {
    return isConnectionLost
      ? ['unreachable', `The connection to ${team} ended during a transfer.`, 'connection']
      : undefined;
  }
  const isLost =
    /timeout expired|Connection terminated|Connection ended|not queryable|sendCopy|socket|stream/i.test(
      message,
    );
  if (isLost || /^E[A-Z]+$/.test(code ?? '')) {
    return ['unreachable', `The connection to ${team} ended.`, 'connection'];
  }
  return undefined;
}

/** Whether an error comes from the part of PostgreSQL that reads and writes files; other than its text, this is not translated. */
function isAboutFiles(error: Error): boolean {
  return 'file' in error && ['md.c', 'fd.c', 'buffile.c', 'xlog.c'].includes(String(error.file));
}

/** Returns PostgreSQL's code of an error (SQLSTATE); undefined for other errors, such as those of the network. */
export function sqlStateOf(error: unknown): string | undefined {
  if (error instanceof TeamError) return error.sqlState;
  if (!(error instanceof Error) || !('code' in error) || !('severity' in error)) return undefined;
  return String(error.code);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
