import type { PortableError } from '../../base/thread-protocol.ts';
import type { ExportPlan } from '../export-plan.ts';
import type { IdRange } from '../rows/detection-source.ts';

/** The setup of an export thread: it runs the export, or prints features for one. */
export type ExportThreadSetup = { readonly role: 'export' | 'print'; readonly plan: ExportPlan };

/** A request to a printing thread. `begin` starts a new read transaction. */
export type PrintRequest =
  | { readonly kind: 'begin' }
  /** `buffer`: a buffer to reuse, which is transferred back with the response. */
  | { readonly kind: 'print'; readonly range: IdRange; readonly buffer?: ArrayBuffer }
  | { readonly kind: 'end' };

/** Features of a range as GeoJSON text, separated but not framed. */
export type PrintedChunk = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly rows: number;
  /** How many of them have no geometry that can be read. */
  readonly unreadable: number;
};

/** The responses, in the order of the requests; none to `end`. */
export type PrintResponse =
  | { readonly kind: 'started' }
  | { readonly kind: 'printed'; readonly chunk: PrintedChunk }
  | { readonly kind: 'failed'; readonly error: PortableError };
