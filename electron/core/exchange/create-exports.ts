import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Job } from '../../../shared/jobs/job.ts';
import { type Failure, fail, succeed } from '../../../shared/result.ts';
import { nowUtc } from '../../../shared/time.ts';
import { type OpenWorkspace, openedWorkspace } from '../in-workspace.ts';
import type { JobRegistry } from '../job-registry.ts';
import type { Exports, ExportTarget } from './exports.ts';
import { type ExportRun, writeDetections, writeFootprints } from './geojson-export.ts';
import { beginPartFile, type PartFile } from './part-file.ts';
import { describeWriteError } from './write-error.ts';

/** At most so often, in milliseconds, is a running export's progress told. */
const progressInterval = 200;

/** Exports from whatever workspace is open when they start; each is a job in `registry`. */
export function createExports(deps: {
  readonly workspace: OpenWorkspace;
  readonly registry: JobRegistry;
}): Exports {
  const { registry } = deps;
  return {
    async start({ scope, detections, footprints }) {
      const opened = openedWorkspace(deps.workspace);
      if (!opened.ok) return opened;
      const workspace = opened.value;
      if (footprints && path.resolve(footprints.path) === path.resolve(detections.path)) {
        return fail(
          'invalid-input',
          'Detections and footprints need two different files. Choose another name.',
        );
      }
      const total = await workspace.exportTotal(scope);
      const stop = new AbortController();
      const job = newJob(total, detections);
      registry.put(job);
      const progress = createProgress(registry, job);
      const run = { workspace, scope, signal: stop.signal, onProgress: progress };
      const ended = exportFiles({ detections, footprints }, run).then((outcome) => {
        const former = registry.get(job.id) ?? job;
        registry.put({ ...former, ...endState(former, outcome), updatedAt: nowUtc() });
      });
      registry.attach(job.id, {
        cancel() {
          stop.abort();
          return ended;
        },
      });
      return succeed(job);
    },
  };
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

function createProgress(registry: JobRegistry, first: Job): ExportRun['onProgress'] {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (written) => {
    const now = performance.now();
    if (now - toldAt < progressInterval) return;
    toldAt = now;
    const job = registry.get(first.id) ?? first;
    const total = Math.max(written, job.export?.total ?? 0);
    registry.put({ ...job, updatedAt: nowUtc(), export: { written, total, files: [] } });
  };
}

type Outcome =
  | { readonly kind: 'complete'; readonly written: number; readonly files: readonly ExportTarget[] }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly failure: Failure };

function endState(job: Job, outcome: Outcome): Pick<Job, 'state' | 'failure' | 'export'> {
  switch (outcome.kind) {
    case 'complete': {
      const files = outcome.files.map((file) => ({ name: path.basename(file.path), ...file }));
      return { state: 'complete', export: { written: outcome.written, total: outcome.written, files } };
    }
    case 'cancelled':
      return { state: 'cancelled', export: job.export };
    case 'failed':
      return { state: 'failed', failure: outcome.failure, export: job.export };
  }
}

/** Both files are put into place only when both are whole. Never rejects. */
async function exportFiles(
  targets: { readonly detections: ExportTarget; readonly footprints: ExportTarget | undefined },
  run: ExportRun,
): Promise<Outcome> {
  const parts: { readonly part: PartFile; readonly target: ExportTarget }[] = [];
  let current = targets.detections;
  const begin = async (target: ExportTarget) => {
    current = target;
    const part = await beginPartFile(target.path);
    parts.push({ part, target });
    return part;
  };
  let written = 0;
  const onProgress = (count: number) => {
    written = count;
    run.onProgress(count);
  };
  try {
    await writeDetections(await begin(targets.detections), { ...run, onProgress });
    if (targets.footprints) await writeFootprints(await begin(targets.footprints), run);
    for (const { part } of parts) await part.finish();
    run.signal.throwIfAborted();
    for (const { part, target } of parts) {
      current = target;
      await part.publish();
    }
    const files = targets.footprints ? [targets.detections, targets.footprints] : [targets.detections];
    return { kind: 'complete', written, files };
  } catch (error) {
    await Promise.allSettled(parts.map(({ part }) => part.discard()));
    if (run.signal.aborted) return { kind: 'cancelled' };
    return {
      kind: 'failed',
      failure: fail('disk', describeWriteError(error, current.path)).failure,
    };
  }
}
