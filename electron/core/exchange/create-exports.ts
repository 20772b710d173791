import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { ExportScope } from '../../../shared/exchange/export-request.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import { fail, succeed } from '../../../shared/result.ts';
import { checkScope } from '../../../shared/results/check-filter.ts';
import { nowUtc } from '../../../shared/time.ts';
import { type OpenWorkspace, openedWorkspace } from '../in-workspace.ts';
import type { JobRegistry } from '../job-registry.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { carryOutExport, type ExportOutcome, planExport } from './carry-out-export.ts';
import type { PlannedScope } from './export-plan.ts';
import { exportText } from './export-text.ts';
import type { Exports, ExportTarget, ExportTargets } from './exports.ts';

/** At most so often, in milliseconds, is a running export's progress told. */
const progressInterval = 200;

type ExportsParts = {
  readonly workspace: OpenWorkspace;
  readonly registry: JobRegistry;
  /** The entry of the exporting worker. */
  readonly workerUrl: URL;
  readonly chips: ExportChips;
};

/** What exports need of the image chips. */
export type ExportChips = {
  readonly cacheFolder: string;
  profileId(): string;
  /**
   * Fetches the chips of these detections into the cache as part of a job, which is shown as it stands meanwhile, and
   * resolves with how that ended.
   */
  fetch(
    workspace: Workspace,
    job: Job,
    ids: readonly number[],
    show: (job: Job) => void,
    signal: AbortSignal,
  ): Promise<Job>;
};

/** Exports from whatever workspace is open when they start; each is a job in `registry`. */
export function createExports({ workspace: open, registry, workerUrl, chips }: ExportsParts): Exports {
  return {
    async start({ scope, options, targets }) {
      const opened = openedWorkspace(open);
      if (!opened.ok) return opened;
      const unreadable = checkScope(scope);
      if (unreadable) return { ok: false, failure: unreadable };
      const workspace = opened.value;
      const all = targetsOf(targets);
      if (new Set(all.map((target) => path.resolve(target.path))).size < all.length) {
        return fail('invalid-input', 'Each part of the export needs a file of its own. Choose another name.');
      }
      const planned = await planScope(workspace, scope);
      const stop = new AbortController();
      const job = newJob(planned.total, targets.detections);
      registry.put(job);
      const plan = planExport(workspace.path, planned.scope, options, targets, {
        cacheFolder: chips.cacheFolder,
        profileId: chips.profileId(),
      });
      const run = async () => {
        if (options.chips === 'fetched') {
          const ids = await idsOf(workspace, planned.scope);
          await fetchChips({ workspace, chips, registry, job, ids }, stop.signal);
        }
        const outcome = await carryOutExport(workerUrl, plan, stop.signal, createProgress(registry, job));
        const former = registry.get(job.id) ?? job;
        registry.put({ ...former, ...endState(former, outcome, all), updatedAt: nowUtc() });
      };
      const ended = run();
      registry.attach(job.id, {
        cancel() {
          stop.abort();
          return ended;
        },
      });
      return succeed(job);
    },
    async text(request, signal = new AbortController().signal) {
      const opened = openedWorkspace(open);
      return opened.ok ? exportText(workerUrl, opened.value.path, request, signal) : opened;
    },
  };
}

function targetsOf({ detections, footprints, chips }: ExportTargets): readonly ExportTarget[] {
  return [detections, footprints, chips].filter((target) => target !== undefined);
}

/** Which detections are meant, settled before the export begins. */
async function planScope(
  workspace: Workspace,
  scope: ExportScope,
): Promise<{ readonly scope: PlannedScope; readonly total: number }> {
  switch (scope.kind) {
    case 'all':
      return { scope, total: (await workspace.counts({})).detections };
    case 'filter': {
      const ids = await workspace.matchingIds(scope.filter);
      return { scope: { kind: 'ids', ids }, total: ids.length };
    }
    case 'ids': {
      const ids = Uint32Array.from(new Set(scope.ids)).sort();
      return { scope: { kind: 'ids', ids }, total: ids.length };
    }
  }
}

async function idsOf(workspace: Workspace, scope: PlannedScope): Promise<readonly number[]> {
  return [...(scope.kind === 'ids' ? scope.ids : await workspace.matchingIds({}))];
}

/** Chips that cannot be had are told and left out: the export goes on with those that are there. */
async function fetchChips(
  parts: Pick<ExportsParts, 'chips' | 'registry'> & {
    readonly workspace: Workspace;
    readonly job: Job;
    readonly ids: readonly number[];
  },
  signal: AbortSignal,
): Promise<void> {
  const { chips, registry, workspace, job, ids } = parts;
  const warnings = [...job.warnings];
  try {
    const ended = await chips.fetch(workspace, job, ids, registry.put, signal);
    warnings.push(...ended.warnings);
    if (ended.failure) warnings.push(`Not all chips could be fetched: ${ended.failure.message}`);
  } catch (error) {
    warnings.push(
      `The chips could not be fetched: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  registry.put({ ...job, warnings, updatedAt: nowUtc() });
}

function newJob(total: number, target: ExportTarget): Job {
  const now = nowUtc();
  return {
    id: randomUUID(),
    kind: 'export',
    title: `Export to ${path.basename(target.path)}`,
    state: 'running',
    startedAt: now,
    updatedAt: now,
    resumable: false,
    warnings: [],
    export: { written: 0, total, files: [] },
  };
}

function createProgress(registry: JobRegistry, first: Job): (written: number) => void {
  const startedAt = performance.now();
  let toldAt = Number.NEGATIVE_INFINITY;
  return (written) => {
    const now = performance.now();
    if (now - toldAt < progressInterval) return;
    toldAt = now;
    const job = registry.get(first.id) ?? first;
    const total = Math.max(written, job.export?.total ?? 0);
    const ratePerSecond = Math.round((1000 * written) / Math.max(1, now - startedAt));
    registry.put({ ...job, updatedAt: nowUtc(), ratePerSecond, export: { written, total, files: [] } });
  };
}

function endState(
  job: Job,
  outcome: ExportOutcome,
  targets: readonly ExportTarget[],
): Pick<Job, 'state' | 'failure' | 'warnings' | 'export'> {
  const { warnings } = job;
  switch (outcome.kind) {
    case 'complete': {
      const { written } = outcome;
      const files = targets.map((file) => ({ name: path.basename(file.path), ...file }));
      return {
        state: 'complete',
        warnings: [...warnings, ...outcome.warnings],
        export: { written, total: written, files },
      };
    }
    case 'cancelled':
      return { state: 'cancelled', warnings, export: job.export };
    case 'failed':
      return { state: 'failed', warnings, failure: outcome.failure, export: job.export };
  }
}
