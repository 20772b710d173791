import type { Failure } from '../../../shared/result.ts';
import type { PackedShapes } from './packed-shapes.ts';

/** A message to the worker: the URL of outlines, or their bytes, which are transferred. */
export type ShapesRequest = { readonly ticket: number; readonly source: string | ArrayBuffer };

/** A response of the worker; of several requests only the last gets one. */
export type ShapesResponse =
  | { readonly ticket: number; readonly ok: true; readonly shapes: PackedShapes }
  | { readonly ticket: number; readonly ok: false; readonly failure: Failure };
