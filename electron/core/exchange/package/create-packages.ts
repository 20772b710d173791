import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ExportScope } from '../../../../shared/exchange/export-request.ts';
import { formatBytes, formatQuantity } from '../../../../shared/format.ts';
import type { Job } from '../../../../shared/jobs/job.ts';
import { type Failure, fail, type Result, succeed } from '../../../../shared/result.ts';
import type { ConflictChoice, ReviewMergePreview } from '../../../../shared/review/review-merge.ts';
import { nowUtc } from '../../../../shared/time.ts';
import {
  describePackageDetections,
  type PackageCounts,
  type PackagePreview,
} from '../../../../shared/workspace/case-package.ts';
import type { PackageImport } from '../../../../shared/workspace/package-import.ts';
import type { Events } from '../../base/events.ts';
import { type ChosenFile, createFileIds } from '../../base/file-ids.ts';
import { planPart, putInPlace } from '../../base/part-files.ts';
import { isSameFile } from '../../base/replaceable-file.ts';
import { CallStopped } from '../../base/thread-protocol.ts';
import type { ToolProgress } from '../../base/tool-context.ts';
import type { ChipCache } from '../../chips/chip-cache.ts';
import type { ChipCalibrations } from '../../chips/chip-calibrations.ts';
import { JobFailure, type JobHandle, type JobRunner, newJob } from '../../jobs/job-runner.ts';
import type { Session } from '../../session/session.ts';
import {
  type GetWorkspace,
  getOpenWorkspace,
  getWritableWorkspace,
} from '../../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../../workspace/open/workspace.ts';
import type { MergeResult } from '../../workspace/tables/merge-workspace.ts';
import type { ExportTarget } from '../export-targets.ts';
import { planScope } from '../plan-scope.ts';
import { createPackageImport } from './import-package.ts';
import type { PackageBatch, PackageHead } from './package-batch.ts';
import type { PackageReadTask } from './read-package.ts';
import type { PackageTask } from './write-package.ts';

/** A chosen case package: verified, but not imported yet. */
export type InspectedPackage = {
  readonly id: string;
  readonly summary: PackagePreview;
  /** Null where no workspace is open. */
  readonly reviews: ReviewMergePreview | null;
};

type PackagesDeps = {
  readonly workspace: GetWorkspace;
  readonly jobs: Pick<JobRunner, 'start' | 'remove'>;
  readonly events: Events;
  readonly session: Pick<Session, 'state' | 'access'>;
  /** Begins an empty workspace and opens it. */
  readonly openNew: (name: string) => Promise<Result<void>>;
  /** Writes a package in a thread of its own. */
  readonly writePackage: (
    task: PackageTask,
    options: { readonly signal: AbortSignal; readonly onProgress: (progress: ToolProgress) => void },
  ) => Promise<PackageCounts>;
  /** Reads a package in a thread of its own. */
  readonly readPackage: (
    task: PackageReadTask,
    options: {
      readonly signal: AbortSignal;
      readonly onProgress: (progress: ToolProgress) => void;
      readonly onBatch: (batch: PackageBatch) => Promise<void>;
    },
  ) => Promise<Result<undefined>>;
  /** Merges reviews and corrected meanings of a workspace file into the open one; every window can undo it. */
  readonly mergeReviews: (
    workspace: Workspace,
    file: string,
    conflicts: ConflictChoice,
  ) => Promise<Result<MergeResult>>;
  readonly cache: ChipCache;
  readonly calibrations: Pick<ChipCalibrations, 'addMissing'>;
  /** `<data dir>/chips`. */
  readonly cacheFolder: string;
  /** For files that are needed for a moment; `<data dir>/incoming`. */
  readonly temporaryFolder: string;
};

/** Case packages of the open workspace; writing and importing are jobs. */
export function createPackages(deps: PackagesDeps) {
  const { workspace: getWorkspace, jobs, events, session, cache, calibrations, cacheFolder } = deps;
  const ids = createFileIds();

  return {
    async write({
      scope,
      scopeWords,
      withChips,
      target,
    }: {
      readonly scope: ExportScope;
      /** The description of the scope for the manifest. */
      readonly scopeWords: string;
      readonly withChips: boolean;
      readonly target: ExportTarget;
    }): Promise<Result<Job>> {
      const opened = getOpenWorkspace(getWorkspace);
      if (!opened.ok) return opened;
      const workspace = opened.value;
      if (await isSameFile(target.path, workspace.path)) {
        return fail('invalid-input', 'This is the open workspace itself. Choose another name.');
      }
      const chosen = await planScope(workspace, scope);
      const title = `Case package ${path.basename(target.path)}`;
      return jobs.start({
        job: newJob({ kind: 'export', title }),
        async run({ signal, progress, commit }) {
          const planned = planPart(target.path);
          const to = planned.part;
          try {
            const task = {
              workspacePath: workspace.path,
              to,
              scope: chosen,
              scopeWords,
              chips: withChips ? { cacheFolder, profileId: session.access.profile().id } : null,
              madeAt: nowUtc(),
              madeBy: session.state().username ?? '',
            };
            const counts = await deps.writePackage(task, { signal, onProgress: progress });
            commit();
            await putInPlace(planned);
            const { size } = await stat(target.path);
            const missing = counts.missingChips;
            return {
              outcome: `${formatQuantity(counts.records, 'record')}, ${describePackageDetections(counts)}, ${formatQuantity(counts.reviews, 'review')} and ${formatQuantity(counts.chips, 'image chip')} in ${formatBytes(size)}.`,
              warnings:
                withChips && missing > 0
                  ? [
                      `${formatQuantity(missing, 'image chip')} of these detections are not on this disk; the package lists them as missing.`,
                    ]
                  : [],
              files: [{ name: path.basename(target.path), ...target }],
            };
          } finally {
            await rm(to, { force: true });
          }
        },
      });
    },
    /**
     * Verifies the whole file (hashes, sizes, names) and previews the import. Shown as a job while it runs; `signal` cancels
     * it, too.
     */
    async inspect(chosen: ChosenFile, signal?: AbortSignal): Promise<Result<InspectedPackage>> {
      const inspected = Promise.withResolvers<Result<InspectedPackage>>();
      const job = newJob({ kind: 'check', title: `Check ${chosen.name}` });
      const started = await jobs.start({
        job,
        async run(handle) {
          try {
            inspected.resolve(await preview(chosen, handle, signal));
          } catch (error) {
            if (error instanceof CallStopped || handle.signal.aborted || signal?.aborted) {
              inspected.resolve(fail('cancelled', `The check of ${chosen.name} was cancelled.`));
            } else inspected.reject(error);
          }
          return {};
        },
        // The caller shows how it ended.
        onEnded: () => jobs.remove(job.id),
      });
      return started.ok ? inspected.promise : started;
    },
    async import({ fileId, into, conflicts }: PackageImport): Promise<Result<Job>> {
      const chosen = ids.findFile(fileId);
      if (!chosen) return fail('not-found', 'This package was chosen too long ago. Choose it again.');
      if (into.kind === 'new') {
        const opened = await deps.openNew(into.name);
        if (!opened.ok) return opened;
      }
      const writable = getWritableWorkspace(getWorkspace);
      if (!writable.ok) return writable;
      const workspace = writable.value;
      return jobs.start({
        job: newJob({ kind: 'import', title: `Import ${chosen.name}` }),
        async run(handle) {
          const { signal, progress } = handle;
          const reviewsFile = await planReviewsFile();
          const mergeReviews = () => deps.mergeReviews(workspace, reviewsFile, conflicts);
          const profileId = session.access.profile().id;
          const running = createPackageImport(
            { workspace, mergeReviews, cache, calibrations, profileId },
            handle,
          );
          try {
            const read = await deps.readPackage(
              { path: chosen.path, parts: 'everything', reviewsFile },
              { signal, onProgress: progress, onBatch: running.apply },
            );
            if (!read.ok) throw new JobFailure(nameFile(chosen, read.failure));
            if (chosen.isTemporary) await rm(chosen.path, { force: true });
            return running.describe();
          } finally {
            await rm(reviewsFile, { force: true });
            for (const topic of ['results', 'reviews', 'areas', 'searches', 'chips'] as const) {
              events.publish({ type: 'changed', topic });
            }
          }
        },
      });
    },
  };

  async function preview(
    chosen: ChosenFile,
    { signal, progress }: JobHandle,
    requestSignal: AbortSignal | undefined,
  ): Promise<Result<InspectedPackage>> {
    const workspace = getWorkspace();
    const reviewsFile = await planReviewsFile();
    let head: PackageHead | undefined;
    let reviews: ReviewMergePreview | null = null;
    try {
      const read = await deps.readPackage(
        { path: chosen.path, parts: 'reviews', reviewsFile },
        {
          signal: requestSignal ? AbortSignal.any([signal, requestSignal]) : signal,
          onProgress: progress,
          async onBatch(batch) {
            if (batch.kind === 'verified') head = batch.head;
            if (batch.kind === 'reviews' && workspace) reviews = await previewReviews(workspace, reviewsFile);
          },
        },
      );
      if (!read.ok) return { ok: false, failure: nameFile(chosen, read.failure) };
    } finally {
      await rm(reviewsFile, { force: true });
    }
    if (!head) throw new Error('The package was read without its manifest.');
    const { size } = await stat(chosen.path);
    return succeed({
      id: ids.getId(chosen),
      summary: { ...head, fileName: chosen.name, bytes: size },
      reviews,
    });
  }

  async function planReviewsFile(): Promise<string> {
    await mkdir(deps.temporaryFolder, { recursive: true, mode: 0o700 });
    return path.join(deps.temporaryFolder, `${randomUUID()}.gpkg`);
  }
}

/** Case packages: one zip with everything that belongs to a case, for transfer or archiving. */
export type Packages = ReturnType<typeof createPackages>;

/** Previews a merge with a file that this Sightline has written a moment ago. */
async function previewReviews(workspace: Workspace, file: string): Promise<ReviewMergePreview> {
  const preview = await workspace.previewMerge(file);
  if (preview.kind === 'refused') throw new Error(`The reviews cannot be read: ${preview.reason}`);
  return preview.value;
}

function nameFile({ name }: ChosenFile, failure: Failure): Failure {
  return { ...failure, message: `${name} cannot be opened. ${failure.message}` };
}
