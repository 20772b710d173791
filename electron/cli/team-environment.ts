import { homedir } from 'node:os';
import { fail, type Result, succeed } from '../../shared/result.ts';
import type { TeamConnection } from '../core/team/team-connection.ts';

/**
 * How to reach the team database, from the variables that PostgreSQL's own programs read (manual, “Environment
 * Variables”): PGHOST is also the name in the certificate, PGHOSTADDR where to connect instead. A password that is not in
 * PGPASSWORD is looked up in the password file. Fails with `invalid-input`.
 */
export function readTeamEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Result<TeamConnection> {
  const { PGHOST: host, PGHOSTADDR: address, PGDATABASE: database, PGUSER: user } = environment;
  const missing = Object.entries({ PGHOST: host, PGDATABASE: database, PGUSER: user }).flatMap(
    ([name, value]) => (value ? [] : [name]),
  );
  if (!host || !database || !user) {
    return fail(
      'invalid-input',
      `Set ${missing.join(', ')} in the environment, as for psql, so that Sightline finds the team database.`,
    );
  }
  const port = Number(environment.PGPORT || 5432);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    return fail('invalid-input', `PGPORT is “${environment.PGPORT}”. Give a port from 1 to 65535.`);
  }
  const { PGPASSWORD: password, PGSSLROOTCERT: authorityFile } = environment;
  return succeed({
    ...{ host, port, database, user },
    ...(address ? { address } : {}),
    ...(password ? { password } : {}),
    ...(authorityFile ? { authorityFile: authorityFile.replace(/^~(?=\/)/, homedir()) } : {}),
  });
}
