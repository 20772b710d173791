import { createEvents } from '../../electron/core/base/events.ts';
import { createChipCalibrations } from '../../electron/core/chips/chip-calibrations.ts';
import {
  createPackageImport,
  type ImportTarget,
} from '../../electron/core/exchange/package/import-package.ts';
import type { PackageBatch } from '../../electron/core/exchange/package/package-batch.ts';
import { createReviewPreview } from '../../electron/core/exchange/package/package-reviews.ts';
import { readPackage } from '../../electron/core/exchange/package/read-package.ts';
import type { JobEnd } from '../../electron/core/jobs/job-runner.ts';
import type { Workspace } from '../../electron/core/workspace/open/workspace.ts';
import type { PackageImport, PackageReviewsPreview } from '../../shared/workspace/package-import.ts';
import { buildToolRun } from './tool-run.ts';

export const keepMine: PackageImport['conflicts'] = { winner: 'present', except: [] };

/** Imports a package in this thread. Rejects with the message of a refusal; `afterBatch` may reject to stop. */
export async function importTestPackage(
  path: string,
  target: Omit<ImportTarget, 'calibrations'>,
  conflicts: PackageImport['conflicts'] = keepMine,
  afterBatch: (batch: PackageBatch) => void = () => {},
): Promise<JobEnd> {
  const calibrations = createChipCalibrations(() => target.workspace, createEvents());
  const running = createPackageImport({ ...target, calibrations }, conflicts, { progress: () => {} });
  const onBatch = async (batch: PackageBatch) => {
    await running.apply(batch);
    afterBatch(batch);
  };
  const read = await readPackage({ path, parts: 'everything' }, buildToolRun({ onBatch }));
  if (!read.ok) throw new Error(read.failure.message);
  return running.describe();
}

/** Compares the reviews of a package with those of a workspace, in this thread. */
export async function previewTestPackage(path: string, workspace: Workspace): Promise<PackageReviewsPreview> {
  const preview = createReviewPreview(workspace);
  const onBatch = async (batch: PackageBatch) => {
    if (batch.kind === 'reviews') await preview.compare(batch.reviews);
  };
  const read = await readPackage({ path, parts: 'reviews' }, buildToolRun({ onBatch }));
  if (!read.ok) throw new Error(read.failure.message);
  return preview.result();
}
