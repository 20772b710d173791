import type { CountedKind } from '../../../../shared/carried-words.ts';
import type { CasePreview } from '../../../../shared/workspace/case-file.ts';
import type { RecordPage } from './record-pages.ts';

/** Identity of a case, from its own content. */
export type CaseHead = Omit<CasePreview, 'fileName' | 'bytes'>;

/** A chip of a case; without content when it is no valid image. */
export type CaseChip = {
  readonly region: string;
  readonly chipIdentifier: string;
  readonly png: Uint8Array<ArrayBuffer> | undefined;
};

/**
 * A part of a case on its way from the thread that reads it, in this order. Its size is limited, so that the main process
 * is never blocked for long by receiving one.
 */
export type CaseBatch =
  | { readonly kind: 'head'; readonly head: CaseHead }
  /** Records of one original page. */
  | { readonly kind: 'records'; readonly page: RecordPage }
  /** All records were sent: what analysts have decided and corrected is merged from the file itself. */
  | { readonly kind: 'reviews' }
  /** Items that the row of their kind adopts. */
  | { readonly kind: 'items'; readonly of: CountedKind; readonly items: readonly unknown[] }
  | { readonly kind: 'chips'; readonly chips: readonly CaseChip[] };
