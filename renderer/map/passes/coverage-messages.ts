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
  | { readonly kind: 'load'; readonly ticket: number; readonly url: string }
  | { readonly kind: 'count'; readonly ticket: number; readonly grid: CoverageGrid }
  | { readonly kind: 'stop' };

/** A response of the worker, with the ticket of its request. */
export type CoverageResponse =
  | { readonly kind: 'loaded'; readonly ticket: number; readonly images: number }
  | { readonly kind: 'progress'; readonly ticket: number; readonly done: number; readonly images: number }
  | { readonly kind: 'counted'; readonly ticket: number; readonly counts: CoverageCounts }
  | ({ readonly kind: 'failed'; readonly ticket: number } & ErrorExplanation);
