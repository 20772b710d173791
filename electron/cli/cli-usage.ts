import { exportFormats } from '../../shared/exchange/export-format.ts';

/** Exit codes of the command line. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  refused: 3,
  inUse: 4,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const formats = exportFormats
  .map(({ format, title }) => `                           ${format.padEnd(11)} ${title}`)
  .join('\n');

/** What the command line can do, for whoever asks. */
export const cliUsage = `Usage: npm run --silent sightline -- <command> [flags]

export   writes detections of a workspace to a file; also while Sightline is open
  --out FILE             where to; an existing file is replaced with --force only
  --format FORMAT        by default what the file's name tells:
${formats}
  --filter EXPRESSION    such as 'length_m > 40 and confidence >= 0.8'
  --region, --analytic   may be given several times
  --collected-after, --collected-before, --uploaded-after, --uploaded-before TIME   in UTC
  --footprints           sensor footprints along
  --chips                cached image chips along, as a zip
  --reviews              verdicts, flags and notes as properties
  --property NAME        only these of the features' own properties; may be given several times
  --bom                  CSV with a byte order mark
  --workspace FILE       that workspace; by default the one of the account that signed in last
  --profile NAME         ... or of that profile's account; --username NAME names another of its accounts

fetch    fetches results into the workspace of an account; not while Sightline is open
  --region, --analytic   may be given several times
  --uploaded-after, --uploaded-before, --collected-after, --collected-before TIME   in UTC
  --max-records N, --page-size N
  --search NAME          runs a saved search instead
  --profile NAME         by default the one that was used last

Both     --data-dir DIR  where workspaces and settings lie, as for npm start
         --help

The token comes from the system's keychain; without one, SIGHTLINE_USERNAME and SIGHTLINE_PASSWORD in the environment
sign in. Progress goes to standard error, a summary as one line of JSON to standard output.

Exit codes: 0 done, 1 failed, 2 wrong flags, 3 signed out or refused by the service, 4 the data folder is in use,
130 interrupted.
`;
