import type { ExportScope } from '../../../../shared/exchange/export-request.ts';
import type { Job } from '../../../../shared/jobs/job.ts';
import type { Result } from '../../../../shared/result.ts';
import type { PackageLook } from '../../../../shared/workspace/case-package.ts';
import type { PackageImport, PackageReviewsLook } from '../../../../shared/workspace/package-import.ts';
import type { ChosenFile } from '../../workspace-tools/workspace-tools.ts';
import type { ExportTarget } from '../exports.ts';

/** A package that the user has chosen: checked from end to end, and nothing done with it yet. */
export type OfferedPackage = {
  readonly id: string;
  readonly look: PackageLook;
  /** Null where no workspace is open. */
  readonly reviews: PackageReviewsLook | null;
};

/** Case packages: one zip with everything that belongs to a case, for another machine or for the shelf. */
export type Packages = {
  write(request: {
    readonly scope: ExportScope;
    /** Which detections these are, in words. */
    readonly scopeWords: string;
    readonly withChips: boolean;
    readonly target: ExportTarget;
  }): Promise<Result<Job>>;
  /** Checks the whole file: hashes, sizes, names. */
  offer(chosen: ChosenFile): Promise<Result<OfferedPackage>>;
  takeIn(request: PackageImport): Promise<Result<Job>>;
};
