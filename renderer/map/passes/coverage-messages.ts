import type { CoverageCounts, CoverageGrid } from '../../../shared/passes/coverage-grid.ts';

/** How far the count of images has come. */
export type CoverageState =
  | { readonly state: 'off' }
  /** Footprints are being read. */
  | { readonly state: 'loading' }
  | { readonly state: 'counting'; readonly done: number; readonly images: number }
  | {
      readonly state: 'shown';
      /** Images that the filter leaves and that have a footprint, in view or not. */
      readonly images: number;
      /** How often the cell was imaged that was imaged most. */
      readonly most: number;
      /** Width of a cell in the middle of the view, metres. */
      readonly cellMetres: number;
    }
  | { readonly state: 'failed'; readonly message: string };

/** What the page asks of the worker. A later `count` or `load` stops the one before. */
export type CoverageRequest =
  | { readonly kind: 'load'; readonly ticket: number; readonly url: string }
  | { readonly kind: 'count'; readonly ticket: number; readonly grid: CoverageGrid }
  | { readonly kind: 'stop' };

/** What the worker says, with the ticket of what it was asked. */
export type CoverageAnswer =
  | { readonly kind: 'loaded'; readonly ticket: number; readonly images: number }
  | { readonly kind: 'progress'; readonly ticket: number; readonly done: number; readonly images: number }
  | { readonly kind: 'counted'; readonly ticket: number; readonly counts: CoverageCounts }
  | { readonly kind: 'failed'; readonly ticket: number; readonly message: string };
