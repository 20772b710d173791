import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { createEvents } from '../../electron/core/base/events.ts';
import { createChipCalibrations } from '../../electron/core/chips/chip-calibrations.ts';
import {
  createPackageImport,
  type ImportTarget,
} from '../../electron/core/exchange/package/import-package.ts';
import type { PackageBatch } from '../../electron/core/exchange/package/package-batch.ts';
import { readPackage } from '../../electron/core/exchange/package/read-package.ts';
import type { JobEnd } from '../../electron/core/jobs/job-runner.ts';
import type { Workspace } from '../../electron/core/workspace/open/workspace.ts';
import type { ConflictChoice, ReviewMergePreview } from '../../shared/review/review-merge.ts';
import { valued } from './fetch-core.ts';
import { reviewsOf } from './review-builder.ts';
import { buildToolRun } from './tool-run.ts';
import { makeTempFolder } from './workspace-builder.ts';

export const keepMine: ConflictChoice = { winner: 'present', except: [] };

/** Imports a package in this thread. Rejects with the message of a refusal; `afterBatch` may reject to stop. */
export async function importTestPackage(
  file: string,
  target: Omit<ImportTarget, 'calibrations' | 'mergeReviews'>,
  conflicts: ConflictChoice = keepMine,
  afterBatch: (batch: PackageBatch) => void = () => {},
): Promise<JobEnd> {
  const { workspace } = target;
  const calibrations = createChipCalibrations(() => workspace, createEvents());
  const { reviews } = reviewsOf(workspace);
  const reviewsFile = await planReviewsFile();
  const mergeReviews = () => reviews.mergePackaged(workspace, reviewsFile, conflicts);
  const running = createPackageImport({ ...target, mergeReviews, calibrations }, { progress: () => {} });
  const onBatch = async (batch: PackageBatch) => {
    await running.apply(batch);
    afterBatch(batch);
  };
  valued(await readPackage({ path: file, parts: 'everything', reviewsFile }, buildToolRun({ onBatch })));
  return running.describe();
}

/** Compares the reviews of a package with those of a workspace. */
export async function previewTestPackage(file: string, workspace: Workspace): Promise<ReviewMergePreview> {
  const reviewsFile = await planReviewsFile();
  valued(await readPackage({ path: file, parts: 'reviews', reviewsFile }, buildToolRun()));
  const preview = await workspace.previewMerge(reviewsFile);
  if (preview.kind === 'refused') throw new Error(preview.reason);
  return preview.value;
}

async function planReviewsFile(): Promise<string> {
  return path.join(await makeTempFolder(), `${randomUUID()}.gpkg`);
}
