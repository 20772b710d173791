import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FeatureCollection } from 'geojson';
import { explainError } from '../../../shared/error-text.ts';
import type { DetectionText, DetectionTextRequest } from '../../../shared/exchange/detection-text.ts';
import { exportOptionsSchema } from '../../../shared/exchange/export-request.ts';
import { flattenGeometry } from '../../../shared/geo/flatten-geometry.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import type { MapSource } from '../../../shared/map-sources/map-source.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { JobFailure, type JobHandle, type JobRunner, newJob } from '../jobs/job-runner.ts';
import { type GetWorkspace, getOpenWorkspace } from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { ExportChips } from './export-chips.ts';
import type { PlannedScope } from './export-plan.ts';
import type { WrittenExport } from './export-rpc.ts';
import { allTargets, type ExportTargets } from './export-targets.ts';
import { toWkt } from './geometry/wkt-text.ts';
import { type ExportTask, performExport } from './perform-export.ts';
import { type PlannedExport, type PlanRequest, planExport } from './plan-export.ts';
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

type ExportRequest = PlanRequest & { readonly targets: ExportTargets };

/** Exports from the open workspace; each is a job. */
export function createExports(deps: ExportsDeps) {
  const { workspace: getWorkspace, jobs, workerUrl, journalFolder, chips } = deps;
  return {
    /** Starts a job and returns immediately; progress is published as `job` events. */
    async start({ targets, ...request }: ExportRequest): Promise<Result<Job>> {
      const opened = getOpenWorkspace(getWorkspace);
      if (!opened.ok) return opened;
      const workspace = opened.value;
      const files = allTargets(targets);
      if (new Set(files.map((file) => path.resolve(file.path))).size < files.length) {
        return fail('invalid-input', 'Each part of the export needs a separate file. Choose another name.');
      }
      const plan = await planTask(deps, workspace, request);
      if (!plan.ok) return plan;
      const { total, warnings: planWarnings, ...planned } = plan.value;
      const task = { ...planned, targets, journalFolder };
      return jobs.start({
        job: newJob({
          kind: 'export',
          title: `Export to ${path.basename(targets.detections.path)}`,
          export: { written: 0, total, files: [] },
        }),
        async run(handle) {
          if (request.options.chips === 'fetched') {
            await fetchChips(chips, workspace, await idsOf(workspace, task.scope), handle);
          }
          const outcome = await performExport(workerUrl, task, handle.signal, createProgress(handle, total));
          if (!outcome.ok) {
            throw outcome.failure.code === 'cancelled'
              ? handle.signal.reason
              : new JobFailure(outcome.failure);
          }
          const { written, warnings } = outcome.value;
          return {
            warnings: [...planWarnings, ...handle.latest().warnings, ...warnings],
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
      { options, ...request }: PlanRequest,
      signal: AbortSignal = new AbortController().signal,
    ): Promise<Result<string>> {
      const opened = getOpenWorkspace(getWorkspace);
      if (!opened.ok) return opened;
      const html = { ...options, format: 'report-html' as const };
      const task = await planTask(deps, opened.value, { ...request, options: html });
      if (!task.ok) return task;
      const exported = await exportToText(workerUrl, task.value, signal);
      return exported.ok ? succeed(exported.value.text) : exported;
    },
    /** A few detections as text, for the clipboard. */
    async text(
      request: DetectionTextRequest,
      signal: AbortSignal = new AbortController().signal,
    ): Promise<Result<DetectionText>> {
      const opened = getOpenWorkspace(getWorkspace);
      return opened.ok ? exportText(deps, opened.value, request, signal) : opened;
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

type TaskDeps = Pick<ExportsDeps, 'chips' | 'mapSources'>;

/** The plan of an export from the open workspace. */
async function planTask(
  { chips, mapSources }: TaskDeps,
  workspace: Workspace,
  request: PlanRequest,
): Promise<Result<PlannedExport & Omit<ExportTask, 'targets' | 'journalFolder'>>> {
  const sources = request.options.qgisProject ? await mapSources() : [];
  const planned = await planExport(workspace, { ...request, damage: workspace.knownDamage() }, sources);
  if (!planned.ok) return planned;
  return succeed({
    ...planned.value,
    workspacePath: workspace.path,
    chipSource: { cacheFolder: chips.cacheFolder, profileId: chips.profileId() },
  });
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
 * 32 MB, `cancelled`, and as an export.
 */
async function exportText(
  deps: TaskDeps & Pick<ExportsDeps, 'workerUrl'>,
  workspace: Workspace,
  { ids, format }: DetectionTextRequest,
  signal: AbortSignal,
): Promise<Result<DetectionText>> {
  const options = exportOptionsSchema.parse(
    format === 'wkt' ? { format: 'geojson', properties: [] } : { format },
  );
  const task = await planTask(deps, workspace, { scope: { kind: 'ids', ids: [...ids] }, options });
  if (!task.ok) return task;
  const exported = await exportToText(deps.workerUrl, task.value, signal, maxTextBytes);
  if (!exported.ok) return exported;
  const { text, written, warnings } = exported.value;
  return succeed({
    text: format === 'wkt' ? toWktLines(text) : text,
    detections: written,
    warnings: [...task.value.warnings, ...warnings],
  });
}

/** The members of a geometry collection are written on separate lines. */
function toWktLines(geojson: string): string {
  const { features } = JSON.parse(geojson) as FeatureCollection;
  return features
    .flatMap(({ geometry }) => flattenGeometry(geometry))
    .map((geometry) => `${toWkt(geometry)}\n`)
    .join('');
}
