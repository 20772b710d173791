import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  type ExportFormat,
  exportFormatInfo,
  exportFormatOf,
  exportFormats,
} from '../../shared/exchange/export-format.ts';
import {
  type ExportOptions,
  exportOptionsSchema,
  writesPasses,
} from '../../shared/exchange/export-request.ts';
import { boundingBoxSchema } from '../../shared/geo/geometry.ts';
import { inputFailure } from '../../shared/input-failure.ts';
import { parseUtcInput } from '../../shared/parse-utc-input.ts';
import { resolveRelativeTimes } from '../../shared/relative-time.ts';
import { reportKinds } from '../../shared/reports/report-kind.ts';
import type { DetectionFilter } from '../../shared/results/detection.ts';
import { type Search, searchSchema } from '../../shared/results/search.ts';
import { type CliCommand, cliCommands } from './cli-usage.ts';

/** The parsed `export` command. Paths are absolute. */
export type ExportCommand = {
  readonly command: 'export';
  readonly out: string;
  readonly force: boolean;
  readonly options: ExportOptions;
  readonly filter: DetectionFilter;
  /** The workspace file; by default that of the profile's account. */
  readonly workspace?: string | undefined;
  readonly profile?: string | undefined;
  readonly username?: string | undefined;
  readonly dataDir?: string | undefined;
};

/** The parsed `fetch` command: a saved search by its name, or the conditions of a search. */
export type FetchCommand = {
  readonly command: 'fetch';
  readonly saved?: string | undefined;
  readonly search: Search;
  /** Whether what was fetched is published to the team database. */
  readonly toTeam?: boolean;
  /** Whether a fetch without a record is a failure. */
  readonly failsOnEmpty?: boolean;
  readonly profile?: string | undefined;
  readonly dataDir?: string | undefined;
};

/** The parsed `publish` or `follow` command, with the workspace as in `ExportCommand`. */
export type TeamCommand = Pick<ExportCommand, 'workspace' | 'profile' | 'username' | 'dataDir'> & {
  readonly command: 'publish' | 'follow';
};

/** The parsed `watch` command. Paths are absolute. */
export type WatchCommand = {
  readonly command: 'watch';
  /** Names of rules; none: all. */
  readonly rules: readonly string[];
  readonly digest?: string | undefined;
  readonly force: boolean;
  readonly profile?: string | undefined;
  readonly dataDir?: string | undefined;
};

export type CliRequest =
  | ExportCommand
  | FetchCommand
  | WatchCommand
  | TeamCommand
  | { readonly command: 'team-setup' }
  | { readonly command: 'team-qgis'; readonly out: string }
  | { readonly command: 'help'; readonly of?: CliCommand };

/** The arguments are invalid; the message names the argument and the reason. */
export class UsageError extends Error {}

const common = {
  'data-dir': { type: 'string' },
  profile: { type: 'string' },
  region: { type: 'string', multiple: true },
  analytic: { type: 'string', multiple: true },
  'collected-after': { type: 'string' },
  'collected-before': { type: 'string' },
  'uploaded-after': { type: 'string' },
  'uploaded-before': { type: 'string' },
} as const;

/** Parses the arguments after the program's name. Relative paths are resolved against `folder`. Throws `UsageError`. */
export function parseCli(args: readonly string[], folder: string): CliRequest {
  const [command, ...rest] = args;
  if (command === undefined || command === '--help' || command === 'help') return { command: 'help' };
  const of = cliCommands.find((known) => known === command);
  if (of && rest.includes('--help')) return { command: 'help', of };
  try {
    if (command === 'export') return parseExport(rest, folder);
    if (command === 'fetch') return parseFetch(rest, folder);
    if (command === 'watch') return parseWatch(rest, folder);
    if (command === 'publish' || command === 'follow') return parseTeamCommand(command, rest, folder);
    if (command === 'team-setup') return parseTeamSetUp(rest);
    if (command === 'team-qgis') return parseTeamQgis(rest, folder);
  } catch (error) {
    // Node adds a second sentence about positional arguments, which no command has.
    if (error instanceof TypeError) throw new UsageError(error.message.split('. ')[0] ?? error.message);
    throw error;
  }
  throw new UsageError(`There is no command “${command}”. Give one of: ${cliCommands.join(', ')}.`);
}

function parseTeamCommand(
  command: TeamCommand['command'],
  args: readonly string[],
  folder: string,
): CliRequest {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'data-dir': { type: 'string' },
      profile: { type: 'string' },
      workspace: { type: 'string' },
      username: { type: 'string' },
      once: { type: 'boolean', default: false },
    },
  });
  if (values.once !== (command === 'follow')) {
    throw new UsageError(
      command === 'follow'
        ? '--once is missing: follow fetches what is new once, and ends.'
        : '--once belongs to follow.',
    );
  }
  return {
    command,
    workspace: readPath('--workspace', values.workspace, folder),
    profile: values.profile,
    username: values.username,
    dataDir: readPath('--data-dir', values['data-dir'], folder),
  };
}

function parseWatch(args: readonly string[], folder: string): CliRequest {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'data-dir': { type: 'string' },
      profile: { type: 'string' },
      once: { type: 'boolean', default: false },
      rule: { type: 'string', multiple: true },
      digest: { type: 'string' },
      force: { type: 'boolean', default: false },
    },
  });
  if (!values.once) {
    throw new UsageError('--once is missing: watch fetches what is new once, and ends.');
  }
  const digest = readPath('--digest', values.digest, folder);
  if (digest !== undefined && path.extname(digest).toLowerCase() !== '.html') {
    throw new UsageError(`--digest is “${values.digest}”. Give a name that ends with .html.`);
  }
  return {
    command: 'watch',
    rules: values.rule ?? [],
    digest,
    force: values.force,
    profile: values.profile,
    dataDir: readPath('--data-dir', values['data-dir'], folder),
  };
}

function parseTeamSetUp(args: readonly string[]): CliRequest {
  parseArgs({ args: [...args], options: {} });
  return { command: 'team-setup' };
}

function parseTeamQgis(args: readonly string[], folder: string): CliRequest {
  const { values } = parseArgs({
    args: [...args],
    options: { out: { type: 'string' } },
  });
  if (!values.out) throw new UsageError('--out is missing. Give the .qlr file to write.');
  return { command: 'team-qgis', out: path.resolve(folder, values.out) };
}

function parseExport(args: readonly string[], folder: string): CliRequest {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...common,
      format: { type: 'string' },
      out: { type: 'string' },
      force: { type: 'boolean', default: false },
      filter: { type: 'string' },
      box: { type: 'string' },
      footprints: { type: 'boolean', default: false },
      passes: { type: 'boolean', default: false },
      chips: { type: 'boolean', default: false },
      reviews: { type: 'boolean', default: false },
      places: { type: 'boolean', default: false },
      presence: { type: 'boolean', default: false },
      'qgis-project': { type: 'boolean', default: false },
      property: { type: 'string', multiple: true },
      bom: { type: 'boolean', default: false },
      report: { type: 'string' },
      site: { type: 'string' },
      confirmed: { type: 'boolean', default: false },
      title: { type: 'string' },
      template: { type: 'string' },
      marking: { type: 'string' },
      workspace: { type: 'string' },
      username: { type: 'string' },
    },
  });
  const { out, filter: expression, property: properties, workspace } = values;
  if (!out) throw new UsageError('--out is missing. Give the file to write.');
  // An empty variable in a script must not select everything.
  if (expression?.trim() === '')
    throw new UsageError('--filter is empty. Give an expression, or leave it out.');
  const parsed = exportOptionsSchema.safeParse({
    format: readFormat(values.format, out),
    footprints: values.footprints,
    passes: values.passes,
    chips: values.chips ? 'cached' : 'none',
    reviews: values.reviews,
    places: values.places,
    presence: values.presence,
    qgisProject: values['qgis-project'],
    byteOrderMark: values.bom,
    ...readReport(values),
    ...(properties ? { properties } : {}),
  });
  if (!parsed.success) {
    // A text that is too long, or a title with a placeholder that is not known.
    const [issue] = parsed.error.issues;
    throw new UsageError(`--${String(issue?.path.at(-1))} cannot be used. ${issue?.message}`);
  }
  const options = parsed.data;
  if (options.passes && !writesPasses(options)) {
    throw new UsageError(
      '--passes belongs to a GeoPackage. Give a name that ends with .gpkg or .passes.csv.',
    );
  }
  if (options.qgisProject && options.format !== 'gpkg') {
    throw new UsageError('--qgis-project belongs to a GeoPackage. Give a name that ends with .gpkg.');
  }
  if (options.report && !exportFormatInfo(options.format).isReport) {
    throw new UsageError(
      '--report, --site, --confirmed, --title, --template and --marking belong to a report. Give a name that ends with .html or .docx.',
    );
  }
  return {
    command: 'export',
    out: path.resolve(folder, out),
    force: values.force,
    options,
    filter: {
      ...(values.analytic ? { analytics: values.analytic } : {}),
      ...(values.region ? { regions: values.region } : {}),
      ...(expression === undefined ? {} : { expression: resolveRelativeTimes(expression, Date.now()) }),
      ...(values.box === undefined ? {} : { boundingBox: readBox(values.box) }),
      ...readSpan('collected', values['collected-after'], values['collected-before']),
      ...readSpan('uploaded', values['uploaded-after'], values['uploaded-before']),
    },
    workspace: readPath('--workspace', workspace, folder),
    profile: values.profile,
    username: values.username,
    dataDir: readPath('--data-dir', values['data-dir'], folder),
  };
}

/** The options of a report; none where none of its flags is given. */
function readReport({
  report,
  site,
  confirmed,
  title,
  template,
  marking,
}: {
  readonly report?: string | undefined;
  readonly site?: string | undefined;
  readonly confirmed: boolean;
  readonly title?: string | undefined;
  readonly template?: string | undefined;
  readonly marking?: string | undefined;
}) {
  const given = [report, site, title, template, marking].some((value) => value !== undefined);
  if (!given && !confirmed) return {};
  const kind = report === undefined ? 'pass' : reportKinds.find((known) => known === report);
  if (!kind) throw new UsageError(`--report is “${report}”. Give one of: ${reportKinds.join(', ')}.`);
  if (kind === 'site' && !site) throw new UsageError('--site is missing. Give the name of an area.');
  if (kind !== 'site' && (site !== undefined || confirmed))
    throw new UsageError('--site and --confirmed belong to --report site.');
  return { report: { kind, site, counted: confirmed ? 'confirmed' : 'all', title, template, marking } };
}

/** A box may cross the antimeridian: `170,-10,-170,10` and `170,-10,190,10` are the same one. */
function readBox(text: string): NonNullable<DetectionFilter['boundingBox']> {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = numbers;
  const isOnEarth = south >= -90 && north <= 90 && Math.abs(west) <= 360 && Math.abs(east) <= 360;
  if (numbers.length === 4 && south <= north && isOnEarth) {
    return boundingBoxSchema.parse([west, south, east, north]);
  }
  throw new UsageError(
    `--box is “${text}”. Give west, south, east and north in degrees, such as 128.5,34.5,129.5,35.5.`,
  );
}

/** An empty variable in a script must not stand for the default. */
function readPath(flag: string, given: string | undefined, folder: string): string | undefined {
  if (given === '') throw new UsageError(`${flag} is empty. Give a path, or leave it out.`);
  return given === undefined ? undefined : path.resolve(folder, given);
}

function readFormat(given: string | undefined, out: string): ExportFormat {
  const known =
    given === undefined ? exportFormatOf(out) : exportFormats.find(({ format }) => format === given)?.format;
  if (known) return known;
  const all = exportFormats.map(({ format }) => format).join(', ');
  if (given !== undefined) throw new UsageError(`--format is “${given}”. Give one of: ${all}.`);
  throw new UsageError(
    `--format is missing, and the name ${path.basename(out)} has no known extension. Give one of: ${all}.`,
  );
}

/** Bounds in epoch milliseconds, as members of a filter: from inclusive, to exclusive. */
function readSpan(what: 'collected' | 'uploaded', after: string | undefined, before: string | undefined) {
  return {
    ...(after === undefined ? {} : { [`${what}From`]: readTime(`--${what}-after`, after) }),
    ...(before === undefined ? {} : { [`${what}To`]: readTime(`--${what}-before`, before) }),
  };
}

function readTime(flag: string, text: string): number {
  const isUtc = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/.test(text);
  // It also refuses days and hours that do not exist.
  const read = parseUtcInput(text);
  if (isUtc && read.ok) return Date.parse(read.value);
  throw new UsageError(
    `${flag} is “${text}”. Give a time in UTC, such as 2026-11-18 or 2026-11-18T21:14:00Z.`,
  );
}

function parseFetch(args: readonly string[], folder: string): CliRequest {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...common,
      search: { type: 'string' },
      'max-records': { type: 'string' },
      'page-size': { type: 'string' },
      to: { type: 'string' },
      'fail-on-empty': { type: 'boolean', default: false },
    },
  });
  if (values.to !== undefined && values.to !== 'team')
    throw new UsageError(`--to is “${values.to}”. Give team, or leave it out.`);
  const time = (flag: keyof typeof values & `${string}-${'after' | 'before'}`, member: string) => {
    const text = values[flag];
    return text === undefined ? {} : { [member]: new Date(readTime(`--${flag}`, text)).toISOString() };
  };
  const search = {
    regions: values.region ?? [],
    analytics: values.analytic ?? [],
    ...time('uploaded-after', 'uploadedAfter'),
    ...time('uploaded-before', 'uploadedBefore'),
    ...time('collected-after', 'collectedAfter'),
    ...time('collected-before', 'collectedBefore'),
    ...readCount('maxRecords', '--max-records', values['max-records']),
    ...readCount('pageSize', '--page-size', values['page-size']),
  };
  if (values.search !== undefined && JSON.stringify(search) !== '{"regions":[],"analytics":[]}') {
    throw new UsageError(
      '--search names a saved search, which has conditions of its own. Leave the other conditions out.',
    );
  }
  const judged = searchSchema.safeParse(search);
  if (!judged.success) {
    const { problems = [] } = inputFailure(judged.error, search);
    throw new UsageError(problems.map(({ field, message }) => `${field}: ${message}`).join('\n'));
  }
  return {
    command: 'fetch',
    saved: values.search,
    search: judged.data,
    toTeam: values.to === 'team',
    failsOnEmpty: values['fail-on-empty'],
    profile: values.profile,
    dataDir: readPath('--data-dir', values['data-dir'], folder),
  };
}

function readCount(member: string, flag: string, text: string | undefined) {
  if (text === undefined) return {};
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new UsageError(`${flag} is “${text}”. Give a whole number above 0.`);
  return { [member]: Number(text) };
}
