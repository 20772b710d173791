import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { UsageError } from '../../../../electron/cli/cli-flags.ts';
import { parseCli } from '../../../../electron/cli/cli-request.ts';
import type { Workspace } from '../../../../electron/core/workspace/open/workspace.ts';
import { defaultSite } from '../../../../shared/areas/area.ts';
import { companionNames } from '../../../../shared/exchange/companion-names.ts';
import { exportRequestSchema } from '../../../../shared/exchange/export-checks.ts';
import { type ExportFormat, exportFormats } from '../../../../shared/exchange/export-format.ts';
import {
  type ExportOptions,
  type ExportScopeInput,
  exportOptionsSchema,
  type ReportOptions,
  standardReport,
} from '../../../../shared/exchange/export-request.ts';
import { nearestField } from '../../../../shared/results/detection-field.ts';
import { apiOf } from '../../../builders/api-of.ts';
import { cacheChips } from '../../../builders/cached-chips.ts';
import { buildPng } from '../../../builders/chip-png.ts';
import { beginExports, exportByCli } from '../../../builders/export-builder.ts';
import { buildArea } from '../../../builders/filled-workspace.ts';
import { buildPresenceRecords } from '../../../builders/presence-records.ts';
import { isLongRun } from '../../../builders/test-tier.ts';
import { addLayerTo } from '../../../builders/vector-layer-builder.ts';
import { valued } from '../../../builders/watch-world.ts';
import { fillWorkspace, makeTempFolder, openTestWorkspace } from '../../../builders/workspace-builder.ts';

/** An option of the app's form, and the flags that request the same. */
type Choice = {
  readonly flags: readonly string[];
  readonly options?: Partial<ExportOptions>;
  readonly report?: Partial<ReportOptions>;
  /** Whether it can only be chosen alone. */
  readonly isAlone?: boolean;
};

function optionsOf(chosen: readonly Choice[]): Partial<ExportOptions> {
  const reports = chosen.flatMap(({ report }) => report ?? []);
  const options = chosen.flatMap(({ options }) => options ?? []);
  return Object.assign(
    {},
    ...options,
    reports.length > 0 && { report: Object.assign({}, standardReport, ...reports) },
  );
}

const choices: Readonly<Record<string, Choice>> = {
  footprints: { flags: ['--footprints'], options: { footprints: true } },
  passes: { flags: ['--passes'], options: { passes: true } },
  chips: { flags: ['--chips'], options: { chips: 'cached' } },
  reviews: { flags: ['--reviews'], options: { reviews: true } },
  places: { flags: ['--places'], options: { places: true } },
  presence: { flags: ['--presence'], options: { presence: true } },
  layerFields: {
    flags: ['--layer-field', 'distance("Ports")', '--layer-field', 'nearest("Ports").name'],
    options: { layerFields: ['distance:Ports', nearestField('Ports', 'name')] },
  },
  properties: { flags: ['--property', 'length_m'], options: { properties: ['length_m'] } },
  noProperties: { flags: ['--no-properties'], options: { properties: [] }, isAlone: true },
  qgisProject: { flags: ['--qgis-project'], options: { qgisProject: true } },
  byteOrderMark: { flags: ['--bom'], options: { byteOrderMark: true } },
  separator: { flags: ['--separator', 'semicolon'], options: { separator: 'semicolon' } },
  decimal: {
    flags: ['--decimal', 'comma', '--separator', 'tab'],
    options: { decimal: 'comma', separator: 'tab' },
  },
  title: { flags: ['--title', 'On {date}'], report: { title: 'On {date}' } },
  template: { flags: ['--template', 'Own'], report: { template: 'Own' } },
  marking: { flags: ['--marking', 'DRAFT'], report: { marking: 'DRAFT' } },
  cards: { flags: ['--report', 'detection'], report: { kind: 'detection' }, isAlone: true },
  site: {
    flags: ['--report', 'site', '--site', 'Harbor', '--confirmed', '--coarse'],
    report: { kind: 'site', site: 'Harbor', counted: 'confirmed', grouping: 'mode' },
    isAlone: true,
  },
  ais: { flags: ['--report', 'ais'], report: { kind: 'ais' }, isAlone: true },
  watch: { flags: ['--report', 'watch'], report: { kind: 'watch' }, isAlone: true },
};

type Scoped = { readonly flags: readonly string[]; readonly scope: ExportScopeInput };

const byLayer: Scoped = {
  flags: ['--filter', 'near("Ports", 25 km)', '--box', '121,31,122,32', '--collected-after', '2026-10-02'],
  scope: {
    kind: 'filter',
    filter: {
      expression: 'near("Ports", 25 km)',
      boundingBox: [121, 31, 122, 32],
      collectedFrom: Date.parse('2026-10-02T00:00:00Z'),
    },
  },
};
const chosenOnes: Scoped = { flags: ['--id', '3', '--id', '1'], scope: { kind: 'ids', ids: [3, 1] } };

type World = { readonly workspace: Workspace; readonly dataDir: string };

async function buildWorld(): Promise<World> {
  const dataDir = await makeTempFolder();
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, buildPresenceRecords(4));
  const act = { batch: crypto.randomUUID(), reviewer: 'anna', at: '2026-11-21T00:00:00.000Z' };
  await workspace.setReviews([1, 2], { verdict: 'confirmed' }, act);
  await workspace.upsertArea({ ...buildArea('Harbor'), site: defaultSite });
  await addLayerTo(
    workspace,
    'Ports',
    [{ geometries: [{ type: 'Point', coordinates: [121.2, 31.2] }], attributes: { name: 'Alpha' } }],
    { importedAt: '2026-11-20T10:00:00Z' },
  );
  valued(
    await apiOf(workspace).api.exchange.saveReportTemplate({
      ...{ id: crypto.randomUUID(), name: 'Own', title: 'Own title', logo: null },
      ...{ sections: ['detections'], properties: ['length_m'] },
    }),
  );
  for (const { region, chipIdentifier } of await workspace.chipAddresses([1, 2, 3])) {
    if (region === null) continue;
    await cacheChips(path.join(dataDir, 'chips'), [[chipIdentifier, buildPng()]], { region });
  }
  return { workspace, dataDir };
}

type Export = {
  readonly format: ExportFormat;
  readonly options: Partial<ExportOptions>;
  readonly scope: ExportScopeInput;
};

const nameOf = (format: ExportFormat) =>
  `out.${exportFormats.find((info) => info.format === format)?.extension}`;

/** The contents of the files of an export by the app. */
async function byApp({ workspace, dataDir }: World, { format, options, scope }: Export) {
  const folder = await makeTempFolder();
  const { start, ended } = beginExports(workspace, { cacheFolder: path.join(dataDir, 'chips') });
  const at = (name: string | undefined) => name && { path: path.join(folder, name) };
  const whole = exportOptionsSchema.parse({ format, ...options });
  const { footprints, chips, qgisProject } = companionNames(nameOf(format), whole);
  const targets = {
    detections: { path: path.join(folder, nameOf(format)) },
    ...{
      footprints: at(footprints) || undefined,
      chips: at(chips) || undefined,
      qgisProject: at(qgisProject) || undefined,
    },
  };
  const job = await ended((await start(scope, targets, whole)).id);
  expect(job.state, job.failure?.message).toBe('complete');
  return { contents: contentsOf(folder), warnings: job.warnings };
}

async function fromCommandLine(
  { workspace, dataDir }: World,
  format: ExportFormat,
  flags: readonly string[],
) {
  const folder = await makeTempFolder();
  const out = path.join(folder, nameOf(format));
  const { code, summary, notes } = await exportByCli({ workspace: workspace.path, out, dataDir }, ...flags);
  expect(code, notes).toBe(0);
  return { contents: contentsOf(folder), warnings: summary.warnings };
}

/** Contents of a folder's files, without the times at which they were written. */
function contentsOf(folder: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.startsWith('out'))
      .map((name) => [name, contentOf(name, readFileSync(path.join(folder, name)), folder)]),
  );
}

function contentOf(name: string, bytes: Uint8Array, folder: string): unknown {
  if (/\.(zip|kmz|docx|qgz)$/.test(name))
    return Object.fromEntries(
      Object.entries(unzipSync(bytes)).map(([entry, content]) => [entry, contentOf(entry, content, folder)]),
    );
  return name.endsWith('.gpkg')
    ? rowsOf(path.join(folder, name))
    : withoutNow(Buffer.from(bytes).toString('latin1'));
}

function rowsOf(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true });
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
  const rows = tables.map(({ name }) => [name, database.prepare(`SELECT * FROM "${name}"`).all()]);
  database.close();
  return withoutNow(JSON.stringify(rows));
}

/** Masks times within the last hour, and the id of a package. */
function withoutNow(text: string): string {
  return text
    .replace(/(?<=name="uid" value=")[-0-9a-f]{36}/, 'id')
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?=Z| UTC)/g, (time) =>
      Math.abs(Date.now() - Date.parse(`${time.replace(' ', 'T')}Z`)) < 3_600_000 ? 'now' : time,
    );
}

/** Reason why an export is refused; null when it is not. */
function refusalOf({ format, options, scope }: Export): string | null {
  const parsed = exportRequestSchema.safeParse({ scope, options: { format, ...options } });
  return parsed.error?.issues[0]?.message ?? null;
}

test.each<
  readonly [flags: readonly string[], options: Partial<ExportOptions>, scope: ExportScopeInput, RegExp[]]
>([
  [
    ['--id', '3', '--id', '99999999'],
    {},
    { kind: 'ids', ids: [3, 99_999_999] },
    [/^1 of 2 chosen detections is not in this workspace and left out: id 99999999\.$/],
  ],
  [
    ['--region', 'Eats Asia', '--analytic', 'Mars'],
    {},
    { kind: 'filter', filter: { regions: ['Eats Asia'], analytics: ['Mars'] } },
    [/the analytic “Mars”\.$/, /the region “Eats Asia”\. Did you mean “East Asia”\?$/],
  ],
  [
    ['--filter', 'sensor in ("X") or not region = "Mars" or region = "east asia"'],
    {},
    {
      kind: 'filter',
      filter: { expression: 'sensor in ("X") or not region = "Mars" or region = "east asia"' },
    },
    [/the region “Mars”\.$/, /the sensor “X”\.$/],
  ],
  [
    ['--filter', 'class = "Zeppelin" or presence in ("gon", "Gone") or not ais = "matchd"'],
    {},
    {
      kind: 'filter',
      filter: { expression: 'class = "Zeppelin" or presence in ("gon", "Gone") or not ais = "matchd"' },
    },
    [
      /the ais “matchd”\. Did you mean “matched”\?$/,
      /the presence “gon”\. Did you mean “gone”\?$/,
      /the class “Zeppelin”\.$/,
    ],
  ],
  [['--property', 'nope'], { properties: ['nope'] }, { kind: 'all' }, [/the property “nope”\.$/]],
])(
  '%j names what the workspace does not have, in the app and on the command line',
  async (flags, options, scope, named) => {
    const world = await buildWorld();
    for (const format of ['csv', 'geojson', 'gpkg'] as const) {
      const { warnings } = await byApp(world, { format, options, scope });
      expect(warnings).toEqual(named.map((text) => expect.stringMatching(text)));
      expect((await fromCommandLine(world, format, flags)).warnings).toEqual(warnings);
    }
  },
);

test('an export of detections of which the workspace has none is refused with their ids', async () => {
  const { workspace, dataDir } = await buildWorld();
  const message = 'No chosen detection is in this workspace: ids 99999999, 99999998.';
  const ids = [99_999_999, 99_999_998];
  await expect(
    beginExports(workspace).start({ kind: 'ids', ids }, path.join(dataDir, 'a.csv')),
  ).rejects.toThrow(message);
  const out = path.join(dataDir, 'b.csv');
  const flags = ids.flatMap((id) => ['--id', String(id)]);
  expect(await exportByCli({ workspace: workspace.path, out, dataDir }, ...flags)).toMatchObject({
    code: 1,
    summary: { state: 'failed', failure: { code: 'not-found', message } },
  });
  expect(readdirSync(dataDir).filter((name) => name.endsWith('.csv'))).toEqual([]);
});

const formats = exportFormats.map(({ format }) => format);

const isAccepted = (format: ExportFormat, choice: Choice, scope: ExportScopeInput) =>
  refusalOf({ format, options: optionsOf([choice]), scope }) === null;

// One workspace for all exports of a test, which only read it.
test('an export is the same in the app and on the command line, in every format', async () => {
  const world = await buildWorld();
  for (const format of formats) {
    const fitting = Object.values(choices).filter(
      (choice) => !choice.isAlone && isAccepted(format, choice, byLayer.scope),
    );
    // The scope is planned in one way for all formats.
    const scopes = isLongRun || format === 'csv' ? [byLayer, chosenOnes] : [byLayer];
    for (const { scope, flags } of scopes) {
      const app = await byApp(world, { format, options: optionsOf(fitting), scope });
      const given = [...flags, ...fitting.flatMap((choice) => choice.flags)];
      expect(await fromCommandLine(world, format, given), `${format} ${given.join(' ')}`).toEqual(app);
    }
  }
}, 600_000);

test.each(formats)(
  'an option of an export to %s is refused in both for one reason, or in neither',
  (format) => {
    for (const [name, choice] of Object.entries(choices)) {
      const refusal = refusalOf({ format, options: optionsOf([choice]), scope: { kind: 'all' } });
      const parse = () => parseCli(['export', '--out', nameOf(format), ...choice.flags], '/');
      if (refusal === null) expect(parse, name).not.toThrow();
      else {
        expect(parse, name).toThrow(UsageError);
        expect(parse, name).toThrow(refusal);
      }
    }
  },
);

/** In the usual run in the first format that accepts it, since every format is exported above with all options. */
const formatsOf = (choice: Choice) =>
  formats
    .filter((format) => isAccepted(format, choice, { kind: 'all' }))
    .slice(0, isLongRun ? formats.length : 1);

test('each option is in the files of an export', async () => {
  const world = await buildWorld();
  const scope = { kind: 'all' } as const;
  const plain = new Map<ExportFormat, Awaited<ReturnType<typeof byApp>>>();
  for (const [name, choice] of Object.entries(choices)) {
    for (const format of formatsOf(choice)) {
      const without = plain.get(format) ?? (await byApp(world, { format, options: {}, scope }));
      plain.set(format, without);
      // These formats write it in any case.
      const isAlways = (format === 'coco' && name === 'chips') || (format === 'passes' && name === 'passes');
      const app = await byApp(world, { format, options: optionsOf([choice]), scope });
      if (!isAlways) expect(app.contents, `${format}: ${name} changes nothing`).not.toEqual(without.contents);
      if (choice.isAlone)
        expect(await fromCommandLine(world, format, choice.flags), `${format} ${name}`).toEqual(app);
    }
  }
}, 600_000);
