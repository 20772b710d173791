import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FeatureCollection } from 'geojson';
import { explainError } from '../../../shared/error-text.ts';
import { describeConditions } from '../../../shared/exchange/describe-conditions.ts';
import type { DetectionText, DetectionTextRequest } from '../../../shared/exchange/detection-text.ts';
import {
  type ExportOptions,
  type ExportScope,
  type ExportView,
  exportOptionsSchema,
  type ReportMap,
  writesPasses,
} from '../../../shared/exchange/export-request.ts';
import { flattenGeometry } from '../../../shared/geo/flatten-geometry.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import { describeNamedLayer } from '../../../shared/layers/describe-layer.ts';
import type { MapSource } from '../../../shared/map-sources/map-source.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { looksFields } from '../../../shared/results/builtin-fields.ts';
import { layerFieldOf } from '../../../shared/results/detection-field.ts';
import { layersInExpression } from '../../../shared/results/layer-fields.ts';
import { JobFailure, type JobHandle, type JobRunner, newJob } from '../jobs/job-runner.ts';
import { type GetWorkspace, getOpenWorkspace } from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { ExportChips } from './export-chips.ts';
import { idScope, type PlannedScope, planScope } from './export-plan.ts';
import type { WrittenExport } from './export-rpc.ts';
import { allTargets, type ExportTargets } from './export-targets.ts';
import { projectContent } from './formats/qgis/project-content.ts';
import { toWkt } from './geometry/wkt-text.ts';
import { type ExportTask, performExport } from './perform-export.ts';
import { describeCopiedDamage } from './rows/damage-note.ts';

type ExportsDeps = {
  readonly workspace: GetWorkspace;
  readonly jobs: Pick<JobRunner, 'start'>;
  /** The entry of the export worker. */
  readonly workerUrl: URL;
  /** See `publishWithJournal`. */
  readonly journalFolder: string;
  readonly chips: ExportChips;
  /** The user's basemaps. */
  readonly mapSources: () => Promise<readonly MapSource[]>;
};

type ExportRequest = {
  readonly scope: ExportScope;
  readonly options: ExportOptions;
  readonly targets: ExportTargets;
  /** For a QGIS project. */
  readonly view?: ExportView | undefined;
  /** For reports. */
  readonly reportMap?: ReportMap | undefined;
};

/** Exports from the open workspace; each is a job. */
export function createExports(deps: ExportsDeps) {
  const { workspace: getWorkspace, jobs, workerUrl, journalFolder, chips } = deps;
  return {
    /** Starts a job and returns immediately; progress is published as `job` events. */
    async start({ scope, options, targets, view, reportMap }: ExportRequest): Promise<Result<Job>> {
      const opened = getOpenWorkspace(getWorkspace);
      if (!opened.ok) return opened;
      const workspace = opened.value;
      const files = allTargets(targets);
      if (new Set(files.map((file) => path.resolve(file.path))).size < files.length) {
        return fail('invalid-input', 'Each part of the export needs a separate file. Choose another name.');
      }
      const plan = await planTask(deps, workspace, { scope, options, view, reportMap }, targets.qgisProject);
      const task = { ...plan, targets, journalFolder };
      const planned = task.scope;
      const total = planned.kind === 'ids' ? planned.ids.length : (await workspace.counts({})).detections;
      return jobs.start({
        job: newJob({
          kind: 'export',
          title: `Export to ${path.basename(targets.detections.path)}`,
          export: { written: 0, total, files: [] },
        }),
        async run(handle) {
          if (options.chips === 'fetched') {
            await fetchChips(chips, workspace, await idsOf(workspace, planned), handle);
          }
          const outcome = await performExport(workerUrl, task, handle.signal, createProgress(handle, total));
          if (!outcome.ok) {
            throw outcome.failure.code === 'cancelled'
              ? handle.signal.reason
              : new JobFailure(outcome.failure);
          }
          const { written, warnings } = outcome.value;
          return {
            warnings: [...handle.latest().warnings, ...warnings],
            export: {
              written,
              total: written,
              files: files.map((file) => ({ name: path.basename(file.path), ...file })),
            },
          };
        },
      });
    },
    /** A report as HTML, as it would be written. Fails as an export. */
    async previewReport(
      { scope, options, reportMap }: Pick<ExportRequest, 'scope' | 'options' | 'reportMap'>,
      signal: AbortSignal = new AbortController().signal,
    ): Promise<Result<string>> {
      const opened = getOpenWorkspace(getWorkspace);
      if (!opened.ok) return opened;
      const html = { ...options, format: 'report-html' as const };
      const task = await planTask(deps, opened.value, { scope, options: html, reportMap });
      const exported = await exportToText(workerUrl, task, signal);
      return exported.ok ? succeed(exported.value.text) : exported;
    },
    /** A few detections as text, for the clipboard. */
    async text(
      request: DetectionTextRequest,
      signal: AbortSignal = new AbortController().signal,
    ): Promise<Result<DetectionText>> {
      const opened = getOpenWorkspace(getWorkspace);
      return opened.ok ? exportText(workerUrl, opened.value, request, signal) : opened;
    },
    /** Sentences about detections that are copied as the page shows them, such as those on damaged pages. */
    async copyWarnings(ids: readonly number[]): Promise<Result<readonly string[]>> {
      const opened = getOpenWorkspace(getWorkspace);
      if (!opened.ok) return opened;
      const workspace = opened.value;
      const damage = workspace.knownDamage();
      if (!damage) return succeed([]);
      const contents = damage.rows && (await workspace.damagedContents(damage.rows, ids));
      return succeed([describeCopiedDamage(damage, contents)]);
    },
  };
}

/** Resolves the request to what the export thread needs. */
async function planTask(
  { chips, mapSources }: ExportsDeps,
  workspace: Workspace,
  { scope, options, view, reportMap }: Omit<ExportRequest, 'targets'>,
  qgisProject?: ExportTargets['qgisProject'],
): Promise<Omit<ExportTask, 'targets' | 'journalFolder'>> {
  const planned = { ...(await planScope(workspace, scope)), damage: workspace.knownDamage() };
  const chipSource = { cacheFolder: chips.cacheFolder, profileId: chips.profileId() };
  const inFilter = scope.kind === 'filter' ? layersInExpression(scope.filter.expression) : [];
  const conditions =
    scope.kind === 'filter' ? describeConditions(scope.filter, await workspace.listLayers()) : [];
  const { layerFields = [] } = options;
  const fields = [...(options.presence ? looksFields : []), ...layerFields];
  const inFields = layerFields.flatMap((field) => layerFieldOf(field)?.layer ?? []);
  const sources = await describeLayers(workspace, [...inFilter, ...inFields]);
  return {
    workspacePath: workspace.path,
    scope: planned,
    options,
    chipSource,
    colors: view?.colors,
    reportMap,
    computed: fields.length > 0 ? await workspace.exportedFields(fields) : undefined,
    layerSources: sources.length > 0 ? sources.join('; ') : undefined,
    passes: writesPasses(options) ? await reportPasses(workspace, scope) : undefined,
    filter: scope.kind === 'filter' ? scope.filter : scope.kind === 'all' ? {} : undefined,
    conditions,
    projectContent: projectContent(conditions, view, qgisProject ? await mapSources() : []),
  };
}

async function idsOf(workspace: Workspace, scope: PlannedScope): Promise<readonly number[]> {
  return [...(scope.kind === 'ids' ? scope.ids : await workspace.matchingIds({}))];
}

/** Failures become warnings: the export continues with the chips that are cached. */
async function fetchChips(
  chips: ExportChips,
  workspace: Workspace,
  ids: readonly number[],
  handle: JobHandle,
): Promise<void> {
  const warnings = await chips.fetch(workspace, ids, handle).catch((error: unknown) => {
    handle.signal.throwIfAborted();
    return [
      error instanceof JobFailure
        ? `Not all chips could be fetched: ${error.message}`
        : `The chips could not be fetched: ${explainError(error, 'The cache cannot be read or written.').message}`,
    ];
  });
  handle.update({
    chips: undefined,
    progress: undefined,
    warnings: [...handle.latest().warnings, ...warnings],
  });
}

function createProgress(handle: JobHandle, expected: number): (written: number) => void {
  const startedAt = performance.now();
  return (written) => {
    const ratePerSecond = Math.round((1000 * written) / Math.max(1, performance.now() - startedAt));
    handle.report({ ratePerSecond, export: { written, total: Math.max(written, expected), files: [] } });
  };
}

/** The age, license and accuracy of the layers with these names. */
async function describeLayers(workspace: Workspace, names: readonly string[]): Promise<readonly string[]> {
  const layers = names.length === 0 ? [] : await workspace.listLayers();
  return layers.filter(({ name }) => names.includes(name)).map(describeNamedLayer);
}

/** Of chosen detections the passes that they are in; else all passes of the filter's times and sensors. */
async function reportPasses(workspace: Workspace, scope: ExportScope) {
  if (scope.kind !== 'ids') return workspace.passReport(scope.kind === 'filter' ? scope.filter : {});
  return (await workspace.passReport({ ids: scope.ids })).filter(({ result }) => result === 'found');
}

/** Maximum size of text for the clipboard. */
const maxTextBytes = 32 * 1024 * 1024;

/** Runs an export in a temporary folder; the text of its file. Fails as an export, and with `too-large` above `maxBytes`. */
async function exportToText(
  workerUrl: URL,
  task: Omit<ExportTask, 'targets' | 'journalFolder'>,
  signal: AbortSignal,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Result<WrittenExport & { readonly text: string }>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sightline-text-'));
  try {
    const file = path.join(folder, 'detections');
    const targets = { detections: { path: file } };
    const exported = await performExport(
      workerUrl,
      { ...task, targets, journalFolder: folder },
      signal,
      () => {},
    );
    if (!exported.ok) return exported;
    if ((await stat(file)).size > maxBytes) {
      return fail('too-large', 'The text is too long for a clipboard. Select fewer detections, or export.');
    }
    return succeed({ ...exported.value, text: await readFile(file, 'utf8') });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Detections of a workspace as text, produced by an export so that both are identical. Fails with `too-large` above
 * 32 MB, `cancelled`, and `disk` with the file system's error.
 */
async function exportText(
  workerUrl: URL,
  workspace: Pick<Workspace, 'path' | 'knownDamage'>,
  { ids, format }: DetectionTextRequest,
  signal: AbortSignal,
): Promise<Result<DetectionText>> {
  const options = exportOptionsSchema.parse(
    format === 'wkt' ? { format: 'geojson', properties: [] } : { format },
  );
  const scope = { ...idScope(ids), damage: workspace.knownDamage() };
  const task = { workspacePath: workspace.path, scope, options };
  const exported = await exportToText(workerUrl, task, signal, maxTextBytes);
  if (!exported.ok) return exported;
  const { text, written, warnings } = exported.value;
  return succeed({ text: format === 'wkt' ? toWktLines(text) : text, detections: written, warnings });
}

/** The members of a geometry collection are written on separate lines. */
function toWktLines(geojson: string): string {
  const { features } = JSON.parse(geojson) as FeatureCollection;
  return features
    .flatMap(({ geometry }) => flattenGeometry(geometry))
    .map((geometry) => `${toWkt(geometry)}\n`)
    .join('');
}
