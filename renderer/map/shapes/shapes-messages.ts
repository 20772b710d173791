import type { Failure } from '../../../shared/result.ts';
import type { PackedShapes } from './packed-shapes.ts';

/** From the page to the worker: where outlines are, at an address or in a message that is given away. */
export type ShapesRequest = { readonly ticket: number; readonly source: string | ArrayBuffer };

/** From the worker to the page; of several requests only the last is answered. */
export type ShapesAnswer =
  | { readonly ticket: number; readonly ok: true; readonly shapes: PackedShapes }
  | { readonly ticket: number; readonly ok: false; readonly failure: Failure };
