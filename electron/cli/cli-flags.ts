import { parseArgs } from 'node:util';
import { exportFormats } from '../../shared/exchange/export-format.ts';
import { exitCodes } from './exit-codes.ts';

/** The arguments are invalid; the message names the argument and the reason. */
export class UsageError extends Error {}

/** A flag as `parseArgs` reads it, and as the help describes it. */
type Flag = { readonly about: string } & (
  | { readonly type: 'boolean'; readonly default: false }
  | { readonly type: 'string'; readonly value: string; readonly multiple?: true }
);

const repeated = 'may be given several times';
const inUtc = "in UTC, or such as 'now - 3d' or yesterday";
const time = { type: 'string', value: 'TIME', about: inUtc } as const;
const flag = (about: string) => ({ type: 'boolean', default: false, about }) as const;
const text = <const Value extends string>(value: Value, about: string) =>
  ({ type: 'string', value, about }) as const;
const texts = <const Value extends string>(value: Value, about: string) =>
  ({ type: 'string', value, about: `${about}; ${repeated}`, multiple: true }) as const;

const conditions = {
  region: texts('NAME', 'such as "East Asia"'),
  analytic: texts('NAME', 'such as LargeVesselDetection'),
  'collected-after': time,
  'collected-before': time,
  'uploaded-after': time,
  'uploaded-before': time,
};

const dataFolder = {
  'data-dir': text('DIR', 'the folder of workspaces and settings, as for the app'),
};

const session = {
  profile: text('NAME', 'by default the last used profile'),
  ...dataFolder,
};

const workspace = {
  workspace: text('FILE', 'the workspace; by default that of the account that signed in last'),
  profile: text('NAME', '... or that of the account of this profile'),
  username: text('NAME', '... or that of this account of the profile'),
  ...dataFolder,
};

const formats = exportFormats.map(({ format, title }) => `\n  ${format.padEnd(11)} ${title}`).join('');

/** The flags of each command: those that it accepts, and those that its help lists. */
export const commandFlags = {
  export: {
    out: text('FILE', 'the file to write; an existing file is replaced with --force only'),
    force: flag('replaces existing files'),
    format: text('FORMAT', `by default from the extension of the file:${formats}`),
    filter: text('EXPRESSION', "such as 'length_m > 40 and confidence >= 0.8'"),
    box: text('W,S,E,N', 'in degrees; west is greater than east across the antimeridian'),
    ...conditions,
    id: texts('N', 'only this detection, without other conditions'),
    footprints: flag('also writes sensor footprints'),
    passes: flag('GeoPackage only: also writes the passes with their results'),
    chips: flag('also writes cached image chips, as a zip or into the file of the format'),
    'fetch-chips': flag('the same, fetching those that are missing first; not while Sightline is open'),
    reviews: flag('verdicts, flags and notes as properties'),
    places: flag('the nearest named port within 25 nm as a property'),
    presence: flag('presence at the same place in several passes as properties'),
    'layer-field': texts('FIELD', 'a column about a layer, such as \'distance("Ports")\''),
    'qgis-project': flag('GeoPackage only: also writes a QGIS project (.qgz) that shows it'),
    property: texts('NAME', 'only these properties of the features'),
    'no-properties': flag('no properties of the features'),
    bom: flag('CSV with a byte order mark'),
    separator: text('SIGN', 'of a table in CSV: comma (by default), semicolon or tab'),
    decimal: text('SIGN', 'of a table in CSV: point (by default) or comma'),
    report: text('KIND', 'of a report: pass (by default), detection (cards), site, ais or watch'),
    site: text('NAME', 'of a site report: an area of the workspace'),
    confirmed: flag('of a site report: counts confirmed detections only'),
    coarse: flag('of a site report: compares passes by sensor type and mode only, whatever their angles'),
    title: text('TEXT', 'of a report; may have {workspace}, {date}, {detections}, {passes}, {conditions}'),
    template: text('NAME', 'of a report: a template of the workspace'),
    marking: text('TEXT', 'of a report, in place of that of the workspace'),
    ...workspace,
  },
  fetch: {
    ...conditions,
    'max-records': text('N', 'ends after so many records'),
    'page-size': text('N', 'how many records are requested at once'),
    search: text('NAME', 'runs a saved search instead'),
    'fail-on-empty': flag(
      `ends with exit code ${exitCodes.empty} when the service has no record for the query`,
    ),
    to: text('team', 'then publishes the workspace to the team database'),
    ...session,
  },
  watch: {
    once: flag('ends when the rules are evaluated'),
    rule: texts('NAME', 'only this rule'),
    digest: text('FILE.html', 'writes what was found, and what was not watched'),
    force: flag('replaces an existing digest'),
    ...session,
  },
  publish: workspace,
  follow: {
    once: flag('ends when the workspace is up to date'),
    ...workspace,
    workspace: text('FILE', 'the workspace, as for export; it is created when it does not exist'),
  },
  doctor: dataFolder,
  'team-setup': {},
  'team-qgis': { out: text('FILE', 'the file to write; an existing file is not replaced') },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Flag>>>>;

export type CliCommand = keyof typeof commandFlags;

/** The commands of the command line. */
export const cliCommands = Object.keys(commandFlags) as readonly CliCommand[];

/** The values of a command's flags. */
export type Flags<Command extends CliCommand> = ReturnType<
  typeof parseArgs<{ args: string[]; options: (typeof commandFlags)[Command] }>
>['values'];

/** The values of flags. An empty variable in a script must not stand for the default. Throws `UsageError`. */
export function readFlags<const Command extends CliCommand>(
  command: Command,
  args: readonly string[],
): Flags<Command> {
  const options: Readonly<Record<string, Flag>> = commandFlags[command];
  let values: Flags<Command>;
  try {
    ({ values } = parseArgs({ args: joinValues(args, options), options: commandFlags[command] }));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Node adds a second sentence about positional arguments, which no command has.
    throw new UsageError(`${error.message.split('. ')[0] ?? error.message}.`);
  }
  for (const [name, given] of Object.entries(values)) {
    const isEmpty = [given].flat().some((value) => typeof value === 'string' && value.trim() === '');
    if (isEmpty) throw new UsageError(`--${name} is empty. Give a value, or leave it out.`);
  }
  return values;
}

/** Joins each value to its flag, since Node refuses a value that begins with “-”, such as a negative number. */
function joinValues(args: readonly string[], options: Readonly<Record<string, Flag>>): string[] {
  const joined: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    const [name = '', given] = argument.startsWith('--') ? argument.slice(2).split(/=(.*)/s) : [];
    const known = Object.hasOwn(options, name) ? options[name] : undefined;
    if (known?.type === 'boolean' && given !== undefined)
      throw new UsageError(`--${name} is “${given}”, but takes no value. Give --${name} alone.`);
    if (known?.type !== 'string' || given !== undefined) {
      joined.push(argument);
      continue;
    }
    index += 1;
    const value = args[index];
    if (value === undefined) throw new UsageError(`--${name} has no value. Give ${known.value} after it.`);
    if (value.startsWith('--')) {
      throw new UsageError(
        `--${name} is followed by the flag “${value}”. Give ${known.value} after it, or --${name}=${value} if that is its value.`,
      );
    }
    joined.push(`${argument}=${value}`);
  }
  return joined;
}

const columns = 33;

/** The lines of the help about a command's flags. */
export function describeFlags(command: CliCommand): string {
  const flags: Readonly<Record<string, Flag>> = commandFlags[command];
  const all = { ...flags, help: { ...flag('shows this help') } };
  return Object.entries<Flag>(all)
    .map(([name, of]) => {
      const call = of.type === 'string' ? `--${name} ${of.value}` : `--${name}`;
      return `  ${call.padEnd(columns)}${of.about.replaceAll('\n', `\n${' '.repeat(columns + 2)}`)}`;
    })
    .join('\n');
}
