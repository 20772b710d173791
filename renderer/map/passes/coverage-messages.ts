import type { ErrorExplanation } from '../../../shared/error-text.ts';
import type { CoverageCounts, CoverageGrid } from '../../../shared/passes/coverage-grid.ts';

/** The state of the image count. */
export type CoverageState =
  | { readonly state: 'off' }
  /** Footprints are being read. */
  | { readonly state: 'loading' }
  | { readonly state: 'counting'; readonly done: number; readonly images: number }
  | {
      readonly state: 'shown';
      /** Number of images that match the filter and have a footprint, in view or not. */
      readonly images: number;
      /** The highest count of a cell. */
      readonly highestCount: number;
      /** Ground width of a cell in the middle of the view, metres. */
      readonly cellMetres: number;
    }
  | ({ readonly state: 'failed' } & ErrorExplanation);

/** A message to the worker. A later `count` or `load` stops the previous one. */
export type CoverageRequest =
  | { readonly kind: 'load'; readonly url: string }
  | { readonly kind: 'count'; readonly grid: CoverageGrid };

/** The number of loaded images, or the counts of the grid. */
export type CoverageResponse =
  | { readonly kind: 'loaded'; readonly images: number }
  | { readonly kind: 'counted'; readonly counts: CoverageCounts };
