import path from 'node:path';
import { exportRequestSchema } from '../../shared/exchange/export-checks.ts';
import { type ExportFormat, exportFormatOf, exportFormats } from '../../shared/exchange/export-format.ts';
import type { ExportOptions, ExportScope } from '../../shared/exchange/export-request.ts';
import { boundingBoxSchema } from '../../shared/geo/geometry.ts';
import { inputFailure } from '../../shared/input-failure.ts';
import { readTypedTime, resolveRelativeTimes } from '../../shared/relative-time.ts';
import { reportKinds } from '../../shared/reports/report-kind.ts';
import type { FieldProblem } from '../../shared/result.ts';
import type { DetectionFilter } from '../../shared/results/detection.ts';
import { type DetectionField, layerFieldOf } from '../../shared/results/detection-field.ts';
import { fieldsOf } from '../../shared/results/expression/fields-of.ts';
import { parseExpression } from '../../shared/results/expression/parse-expression.ts';
import { type Search, searchSchema } from '../../shared/results/search.ts';
import { type CliCommand, cliCommands, type Flags, readFlags, UsageError } from './cli-flags.ts';

/** The parsed `export` command. Paths are absolute. */
export type ExportCommand = {
  readonly command: 'export';
  readonly out: string;
  readonly force: boolean;
  readonly options: ExportOptions;
  readonly scope: ExportScope;
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
  | { readonly command: 'doctor'; readonly dataDir?: string | undefined }
  | { readonly command: 'team-setup' }
  | { readonly command: 'team-qgis'; readonly out: string }
  | { readonly command: 'help'; readonly of?: CliCommand };

/** Parses the arguments after the program's name. Relative paths are resolved against `folder`. Throws `UsageError`. */
export function parseCli(args: readonly string[], folder: string): CliRequest {
  const [command, ...rest] = args;
  if (command === undefined || command === '--help' || command === 'help') return { command: 'help' };
  const of = cliCommands.find((known) => known === command);
  if (of && rest.includes('--help')) return { command: 'help', of };
  if (command === 'export') return parseExport(rest, folder);
  if (command === 'fetch') return parseFetch(rest, folder);
  if (command === 'watch') return parseWatch(rest, folder);
  if (command === 'publish' || command === 'follow') return parseTeamCommand(command, rest, folder);
  if (command === 'doctor')
    return { command, dataDir: readPath(readFlags('doctor', rest)['data-dir'], folder) };
  if (command === 'team-setup') return parseTeamSetUp(rest);
  if (command === 'team-qgis') return parseTeamQgis(rest, folder);
  throw new UsageError(`There is no command “${command}”. Give one of: ${cliCommands.join(', ')}.`);
}

function parseTeamCommand(
  command: TeamCommand['command'],
  args: readonly string[],
  folder: string,
): CliRequest {
  const values = command === 'follow' ? readFlags('follow', args) : readFlags('publish', args);
  if ('once' in values && !values.once)
    throw new UsageError('--once is missing: follow fetches what is new once, and ends.');
  return {
    command,
    workspace: readPath(values.workspace, folder),
    profile: values.profile,
    username: values.username,
    dataDir: readPath(values['data-dir'], folder),
  };
}

function parseWatch(args: readonly string[], folder: string): CliRequest {
  const values = readFlags('watch', args);
  if (!values.once) {
    throw new UsageError('--once is missing: watch fetches what is new once, and ends.');
  }
  const digest = readPath(values.digest, folder);
  if (digest !== undefined && path.extname(digest).toLowerCase() !== '.html') {
    throw new UsageError(`--digest is “${values.digest}”. Give a name that ends with .html.`);
  }
  return {
    command: 'watch',
    rules: values.rule ?? [],
    digest,
    force: values.force,
    profile: values.profile,
    dataDir: readPath(values['data-dir'], folder),
  };
}

function parseTeamSetUp(args: readonly string[]): CliRequest {
  readFlags('team-setup', args);
  return { command: 'team-setup' };
}

function parseTeamQgis(args: readonly string[], folder: string): CliRequest {
  const values = readFlags('team-qgis', args);
  if (!values.out) throw new UsageError('--out is missing. Give the .qlr file to write.');
  return { command: 'team-qgis', out: path.resolve(folder, values.out) };
}

/** The flags of members of a request that are not called as their flag, of which those that were given are named. */
const flagsOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['qgisProject', ['qgis-project']],
  ['byteOrderMark', ['bom']],
  ['chips', ['chips', 'fetch-chips']],
  ['properties', ['property', 'no-properties']],
  ['layerFields', ['layer-field']],
  ['expression', ['filter']],
  ['ids', ['id']],
  ['report', ['report', 'site', 'confirmed', 'coarse', 'title', 'template', 'marking']],
  [
    'scope',
    [
      ...['filter', 'id', 'analytic', 'region', 'box'],
      ...['collected-after', 'collected-before', 'uploaded-after', 'uploaded-before'],
    ],
  ],
]);

function parseExport(args: readonly string[], folder: string): CliRequest {
  const values = readFlags('export', args);
  const { out } = values;
  if (!out) throw new UsageError('--out is missing. Give the file to write.');
  const parsed = exportRequestSchema.safeParse({
    scope: readScope(values),
    options: readOptions(values, out),
  });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const member = issue?.path.findLast((part) => typeof part === 'string' && part !== 'filter') ?? 'out';
    const flags = flagsOf.get(String(member)) ?? [String(member)];
    const given = flags.filter((flag) =>
      Object.entries(values).some(([name, value]) => name === flag && value),
    );
    throw new UsageError(
      `--${(given.length > 0 ? given : flags.slice(0, 1)).join(', --')}: ${issue?.message}`,
    );
  }
  if (values['fetch-chips'] && values.workspace !== undefined) {
    throw new UsageError(
      '--fetch-chips fetches for the account that is signed in. Leave --workspace out, or give --chips for those that are cached.',
    );
  }
  return {
    command: 'export',
    out: path.resolve(folder, out),
    force: values.force,
    options: parsed.data.options,
    scope: parsed.data.scope,
    workspace: readPath(values.workspace, folder),
    profile: values.profile,
    username: values.username,
    dataDir: readPath(values['data-dir'], folder),
  };
}

type ExportFlags = Flags<'export'>;

/** Form in which detections are written, before it is checked whether the format can have it. */
function readOptions(values: ExportFlags, out: string) {
  const { property: properties = [], 'no-properties': hasNone, 'layer-field': columns = [] } = values;
  if (hasNone && properties.length > 0)
    throw new UsageError('--no-properties writes none. Leave it or --property out.');
  const format = readFormat(values.format, out);
  return {
    format,
    footprints: values.footprints,
    passes: values.passes,
    chips: values['fetch-chips'] ? 'fetched' : values.chips ? 'cached' : 'none',
    reviews: values.reviews,
    places: values.places,
    presence: values.presence,
    qgisProject: values['qgis-project'],
    byteOrderMark: values.bom,
    separator: values.separator,
    decimal: values.decimal,
    ...readReport(values),
    ...(columns.length > 0 ? { layerFields: columns.map(readLayerField) } : {}),
    ...(hasNone || properties.length > 0 ? { properties } : {}),
  };
}

/** A column about a layer, written as in a filter expression: `distance("Ports")`. */
function readLayerField(text: string): DetectionField {
  const parsed = parseExpression(`${text} is not empty`);
  const [field, more] = parsed.ok ? fieldsOf(parsed.expression) : [];
  if (field !== undefined && more === undefined && layerFieldOf(field) !== undefined) return field;
  throw new UsageError(
    `--layer-field is “${text}”. Give inside("Name"), distance("Name"), edge("Name") or nearest("Name").attribute.`,
  );
}

function readScope(values: ExportFlags) {
  const { filter: expression, id: ids = [] } = values;
  const now = Date.now();
  const filter: DetectionFilter = {
    ...(values.analytic ? { analytics: values.analytic } : {}),
    ...(values.region ? { regions: values.region } : {}),
    ...(expression === undefined ? {} : { expression: resolveRelativeTimes(expression, now) }),
    ...(values.box === undefined ? {} : { boundingBox: readBox(values.box) }),
    ...readSpan('collected', values['collected-after'], values['collected-before'], now),
    ...readSpan('uploaded', values['uploaded-after'], values['uploaded-before'], now),
  };
  const isFiltered = Object.keys(filter).length > 0;
  if (ids.length === 0) return isFiltered ? { kind: 'filter', filter } : { kind: 'all' };
  if (isFiltered) throw new UsageError('--id names detections one by one. Leave the other conditions out.');
  return { kind: 'ids', ids: ids.map((id) => readNumber('--id', id)) };
}

/** The options of a report; none where none of its flags is given. */
function readReport({ report, site, confirmed, coarse, title, template, marking }: ExportFlags) {
  const given = [report, site, title, template, marking].some((value) => value !== undefined);
  if (!given && !confirmed && !coarse) return {};
  const kind = report === undefined ? 'pass' : reportKinds.find((known) => known === report);
  if (!kind) throw new UsageError(`--report is “${report}”. Give one of: ${reportKinds.join(', ')}.`);
  if (kind === 'site' && !site) throw new UsageError('--site is missing. Give the name of an area.');
  if (kind !== 'site' && (site !== undefined || confirmed || coarse))
    throw new UsageError('--site, --confirmed and --coarse belong to --report site.');
  const counted = confirmed ? 'confirmed' : 'all';
  const grouping = coarse ? 'mode' : 'geometry';
  return { report: { kind, site, counted, grouping, title, template, marking } };
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

function readPath(given: string | undefined, folder: string): string | undefined {
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
function readSpan(
  what: 'collected' | 'uploaded',
  after: string | undefined,
  before: string | undefined,
  now: number,
) {
  return {
    ...(after === undefined ? {} : { [`${what}From`]: Date.parse(readTime(`--${what}-after`, after, now)) }),
    ...(before === undefined ? {} : { [`${what}To`]: Date.parse(readTime(`--${what}-before`, before, now)) }),
  };
}

function readTime(flag: string, text: string, now: number): string {
  const read = readTypedTime(text, now);
  if (read.ok) return read.value;
  throw new UsageError(`${flag}: ${read.failure.message}`);
}

function parseFetch(args: readonly string[], folder: string): CliRequest {
  const values = readFlags('fetch', args);
  if (values.to !== undefined && values.to !== 'team')
    throw new UsageError(`--to is “${values.to}”. Give team, or leave it out.`);
  const now = Date.now();
  const time = (flag: keyof typeof values & `${string}-${'after' | 'before'}`, member: string) => {
    const text = values[flag];
    return text === undefined ? {} : { [member]: readTime(`--${flag}`, text, now) };
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
    throw new UsageError(problems.map(describeProblem).join('\n'));
  }
  return {
    command: 'fetch',
    saved: values.search,
    search: judged.data,
    toTeam: values.to === 'team',
    failsOnEmpty: values['fail-on-empty'],
    profile: values.profile,
    dataDir: readPath(values['data-dir'], folder),
  };
}

/** A problem of a member of a search, with the flag in place of the member. */
function describeProblem({ field, message }: FieldProblem): string {
  const [member = ''] = field.split('.');
  const flag = `--${member.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return message.startsWith(`“${field}”`)
    ? `${flag}${message.slice(field.length + 2)}`
    : `${flag}: ${message}`;
}

function readCount(member: string, flag: string, text: string | undefined) {
  return text === undefined ? {} : { [member]: readNumber(flag, text) };
}

function readNumber(flag: string, text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new UsageError(`${flag} is “${text}”. Give a whole number above 0.`);
}
