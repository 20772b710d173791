import type { PortableError } from '../../workspace/workspace-rpc.ts';
import type { ExportPlan } from '../export-plan.ts';
import type { IdRange } from '../rows/detection-source.ts';

/** What a thread of the exporting worker is started with: the export itself, or to print features for one. */
export type ExportThreadSetup = { readonly role: 'export' | 'print'; readonly plan: ExportPlan };

/** What a printing thread is asked. `begin` lets go of the state of the file that it saw, and takes the present one. */
export type PrintRequest =
  | { readonly kind: 'begin' }
  /** `buffer`: one to print to, which is then the answer's. */
  | { readonly kind: 'print'; readonly range: IdRange; readonly buffer?: ArrayBuffer }
  | { readonly kind: 'end' };

/** Features of a range as GeoJSON text, separated but not framed. */
export type PrintedChunk = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly rows: number;
  /** How many of them have no geometry that can be read. */
  readonly unreadable: number;
};

/** Its answers, in the order of the requests; none to `end`. */
export type PrintAnswer =
  | { readonly kind: 'begun' }
  | { readonly kind: 'printed'; readonly chunk: PrintedChunk }
  | { readonly kind: 'failed'; readonly error: PortableError };
