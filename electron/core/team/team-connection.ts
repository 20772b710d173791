/**
 * How to reach a team database. Everything but a socket of this computer is TLS with a checked certificate, so there is
 * no setting for that; addresses (URLs) are not accepted, since they can switch the check off.
 */
export type TeamConnection = {
  /** The name in the server's certificate; a folder, which begins with `/`, has a socket of this computer. */
  readonly host: string;
  /** Where to connect instead of `host`, for example the near end of an ssh tunnel. */
  readonly address?: string | undefined;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** Without one, that of the password file of PostgreSQL (`~/.pgpass`), if any. */
  readonly password?: string | undefined;
  /** A PEM file with the authorities that may have issued the server's certificate; by default those of Node.js. */
  readonly authorityFile?: string | undefined;
};

/** What messages call the database: no more than is needed to recognize it. */
export function describeTeam({ database, host, address, port }: TeamConnection): string {
  return `the team database ${database} on ${address ?? host}${host.startsWith('/') ? '' : `:${port}`}`;
}
