import type { Area } from '../../../../shared/areas/area.ts';
import type { ChipCalibration } from '../../../../shared/chips/chip-calibration.ts';
import type { SavedSearchSettings } from '../../../../shared/searches/saved-search.ts';
import type { PackageManifest } from '../../../../shared/workspace/case-package.ts';
import type { PackagedPage } from './package-pages.ts';

/** The manifest without what is needed for verifying only. */
export type PackageHead = Omit<PackageManifest, 'entries' | 'queries'> & { readonly queryCount: number };

/** A chip of a package; without content when its file is no valid image. */
export type PackagedChip = {
  readonly region: string;
  readonly chipIdentifier: string;
  readonly png: Uint8Array<ArrayBuffer> | undefined;
};

/**
 * A part of a case package on its way from the thread that reads it, in this order. Its size is limited, so that
 * the main process is never blocked for long by receiving one.
 */
export type PackageBatch =
  /** The package was verified completely. */
  | { readonly kind: 'verified'; readonly head: PackageHead }
  /** Records of one original page. */
  | {
      readonly kind: 'records';
      readonly queryText: string;
      readonly records: PackagedPage;
    }
  /** The reviews, their history and corrected meanings are in `PackageReadTask.reviewsFile`. */
  | { readonly kind: 'reviews' }
  | { readonly kind: 'areas'; readonly areas: readonly Area[] }
  | { readonly kind: 'searches'; readonly searches: readonly SavedSearchSettings[] }
  | { readonly kind: 'calibrations'; readonly calibrations: readonly ChipCalibration[] }
  | { readonly kind: 'chips'; readonly chips: readonly PackagedChip[] };
