import type { ExportScope } from '../../../../shared/exchange/export-request.ts';
import type { Job } from '../../../../shared/jobs/job.ts';
import type { Result } from '../../../../shared/result.ts';
import type { ReviewMergePreview } from '../../../../shared/review/review-merge.ts';
import type { PackagePreview } from '../../../../shared/workspace/case-package.ts';
import type { PackageImport } from '../../../../shared/workspace/package-import.ts';
import type { ChosenFile } from '../../base/file-ids.ts';
import type { ExportTarget } from '../exports.ts';

/** A chosen case package: verified, but not imported yet. */
export type InspectedPackage = {
  readonly id: string;
  readonly summary: PackagePreview;
  /** Null where no workspace is open. */
  readonly reviews: ReviewMergePreview | null;
};

/** Case packages: one zip with everything that belongs to a case, for transfer or archiving. */
export type Packages = {
  write(request: {
    readonly scope: ExportScope;
    /** The description of the scope for the manifest. */
    readonly scopeWords: string;
    readonly withChips: boolean;
    readonly target: ExportTarget;
  }): Promise<Result<Job>>;
  /**
   * Verifies the whole file (hashes, sizes, names) and previews the import. Shown as a job while it runs; `signal` cancels
   * it, too.
   */
  inspect(chosen: ChosenFile, signal?: AbortSignal): Promise<Result<InspectedPackage>>;
  import(request: PackageImport): Promise<Result<Job>>;
};
