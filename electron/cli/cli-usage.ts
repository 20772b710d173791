import { type CliCommand, cliCommands, describeFlags } from './cli-flags.ts';

/** Sentence on each command. */
const commandTexts: Readonly<Record<CliCommand, string>> = {
  export: 'writes detections of a workspace to a file; also while Sightline is open',
  fetch: 'fetches results into the workspace of an account; not while Sightline is open',
  watch:
    'fetches what is new for the rules of the watch and reports what they find; not while Sightline is open',
  publish: 'publishes what the team database lacks of a workspace; also while Sightline is open',
  follow: 'brings a workspace up to date with the team database; not while Sightline is open',
  'team-setup': 'creates or updates the tables of Sightline in the team database, as its owner',
  'team-qgis':
    'writes a file (.qlr) with which QGIS adds the layers of the team database, without a password',
};

const environment = `The token comes from the system's keychain; without one, SIGHTLINE_USERNAME and SIGHTLINE_PASSWORD in the environment
sign in. The team database is that of PGHOST, PGHOSTADDR, PGPORT, PGDATABASE, PGUSER and PGSSLROOTCERT, as for psql; its
password that of PGPASSWORD or the password file. Progress goes to standard error, a summary as one line of JSON to
standard output; of a failure it has the command, its state and a code.

Exit codes: 0 done, 1 failed, 2 wrong flags, 3 signed out or refused by the service, 4 the data folder is in use,
5 the data folder cannot be used or the team database cannot be reached, 6 nothing was fetched (--fail-on-empty),
7 the watch has found something,
130 interrupted.`;

/** The help text of the command line, which the user calls as `program`: of one command, or of all. */
export function cliUsage(program: string, command?: CliCommand): string {
  const described = (command ? [command] : cliCommands).map(
    (name) => `${name.padEnd(8)} ${commandTexts[name]}\n${describeFlags(name)}`,
  );
  return [`Usage: ${program} ${command ?? '<command>'} [flags]`, ...described, environment].join('\n\n');
}
