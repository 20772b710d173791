import { exportFormats } from '../../shared/exchange/export-format.ts';

/** Exit codes of the command line. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  refused: 3,
  inUse: 4,
  unusable: 5,
  empty: 6,
  found: 7,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const formats = exportFormats
  .map(({ format, title }) => `                           ${format.padEnd(11)} ${title}`)
  .join('\n');

/** The commands of the command line. */
export const cliCommands = [
  'export',
  'fetch',
  'watch',
  'publish',
  'follow',
  'team-setup',
  'team-qgis',
] as const;
export type CliCommand = (typeof cliCommands)[number];

/** What each command does and its flags. */
const commandTexts: Readonly<Record<CliCommand, { readonly about: string; readonly flags: string }>> = {
  export: {
    about: 'writes detections of a workspace to a file; also while Sightline is open',
    flags: `  --out FILE             the file to write; an existing file is replaced with --force only
  --format FORMAT        by default from the extension of the file:
${formats}
  --filter EXPRESSION    such as 'length_m > 40 and confidence >= 0.8'
  --box W,S,E,N          in degrees; west is greater than east across the antimeridian
  --region, --analytic   may be given several times
  --collected-after, --collected-before, --uploaded-after, --uploaded-before TIME
                         in UTC, or such as 'now - 3d' or yesterday
  --id N                 only this detection; may be given several times, without other conditions
  --footprints           also writes sensor footprints
  --passes               GeoPackage only: also writes the passes with their results
  --chips                also writes cached image chips, as a zip or into the file of the format
  --fetch-chips          the same, fetching those that are missing first; not while Sightline is open
  --reviews              verdicts, flags and notes as properties
  --places               the nearest named port within 25 nm as a property
  --presence             presence at the same place in several looks as properties
  --layer-field FIELD    a column about a layer, such as 'distance("Ports")'; may be given several times
  --qgis-project         GeoPackage only: also writes a QGIS project (.qgz) that shows it
  --property NAME        only these properties of the features; may be given several times; --no-properties writes none
  --bom                  CSV with a byte order mark
  --report KIND          of a report: pass (by default), detection (cards), site, ais or watch
  --site NAME            of a site report: an area of the workspace; --confirmed counts confirmed detections only,
                         --coarse compares looks by sensor type and mode only, whatever their angles
  --title                of a report; may have {workspace}, {date}, {detections}, {passes}, {conditions}
  --template             of a report: the name of one in the workspace
  --marking              of a report, in place of that of the workspace
  --workspace FILE       the workspace; by default that of the account that signed in last
  --profile NAME         ... or that of the profile's account; --username NAME selects another of its accounts`,
  },
  fetch: {
    about: 'fetches results into the workspace of an account; not while Sightline is open',
    flags: `  --region, --analytic   may be given several times
  --uploaded-after, --uploaded-before, --collected-after, --collected-before TIME
                         in UTC, or such as 'now - 3d' or yesterday
  --max-records N, --page-size N
  --search NAME          runs a saved search instead
  --fail-on-empty        ends with exit code ${exitCodes.empty} when the service has no record for the query
  --profile NAME         by default the last used profile
  --to team              then publishes the workspace to the team database`,
  },
  watch: {
    about:
      'fetches what is new for the rules of the watch and reports what they find; not while Sightline is open',
    flags: `  --once                 ends when the rules are evaluated
  --rule NAME            only this rule; may be given several times
  --digest FILE.html     writes what was found, and what was not watched; replaced with --force only
  --profile NAME         by default the last used profile`,
  },
  publish: {
    about: 'publishes what the team database lacks of a workspace; also while Sightline is open',
    flags: `  --workspace FILE       the workspace, as for export
  --profile NAME, --username NAME   as for export`,
  },
  follow: {
    about: 'brings a workspace up to date with the team database; not while Sightline is open',
    flags: `  --once                 ends when the workspace is up to date
  --workspace FILE       the workspace, as for export; it is created when it does not exist
  --profile NAME, --username NAME   as for export`,
  },
  'team-setup': {
    about: 'creates or updates the tables of Sightline in the team database, as its owner',
    flags: '',
  },
  'team-qgis': {
    about: 'writes a file (.qlr) with which QGIS adds the layers of the team database, without a password',
    flags: '  --out FILE             the file to write; an existing file is not replaced',
  },
};

const commonFlags = `All      --data-dir DIR  the folder of workspaces and settings, as for the app
         --help          after a command: its flags`;

const environment = `The token comes from the system's keychain; without one, SIGHTLINE_USERNAME and SIGHTLINE_PASSWORD in the environment
sign in. The team database is that of PGHOST, PGHOSTADDR, PGPORT, PGDATABASE, PGUSER and PGSSLROOTCERT, as for psql; its
password that of PGPASSWORD or the password file. Progress goes to standard error, a summary as one line of JSON to
standard output (fetch --to team: two); of a failure it has the command, its state and a code.

Exit codes: 0 done, 1 failed, 2 wrong flags, 3 signed out or refused by the service, 4 the data folder is in use,
5 the data folder cannot be used or the team database cannot be reached, 6 nothing was fetched (--fail-on-empty),
7 the watch has found something,
130 interrupted.`;

/** The help text of the command line, which the user calls as `program`: of one command, or of all. */
export function cliUsage(program: string, command?: CliCommand): string {
  const described = (command ? [command] : cliCommands).map((name) => {
    const { about, flags } = commandTexts[name];
    return `${name.padEnd(8)} ${about}${flags === '' ? '' : `\n${flags}`}`;
  });
  return [`Usage: ${program} ${command ?? '<command>'} [flags]`, ...described, commonFlags, environment].join(
    '\n\n',
  );
}
