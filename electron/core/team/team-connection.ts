/**
 * Address and account of a team database. Every connection except one to a Unix socket of this computer uses TLS with a
 * checked certificate. No setting changes that. Connection URLs are not accepted, since their parameters can disable
 * the check.
 */
export type TeamConnection = {
  /** The name in the server's certificate; or a folder with a Unix socket, which begins with `/`. */
  readonly host: string;
  /** The address to connect to instead of `host`, for example the local end of an ssh tunnel. */
  readonly address?: string | undefined;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** When it is missing, the password file of PostgreSQL (`~/.pgpass`) is read. */
  readonly password?: string | undefined;
  /** A PEM file with the certificate authorities that are trusted; by default those of Node.js. */
  readonly authorityFile?: string | undefined;
  /** Maximum silence of both sides during a transaction, in milliseconds; 0 for any time. By default two minutes. */
  readonly maxSilenceMs?: number | undefined;
};

/** Returns the phrase by which messages refer to the database: its name and its address, without the user. */
export function describeTeam({ database, host, address, port }: TeamConnection): string {
  return `the team database ${database} on ${address ?? host}${host.startsWith('/') ? '' : `:${port}`}`;
}
