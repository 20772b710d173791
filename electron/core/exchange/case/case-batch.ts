import type { Area } from '../../../../shared/areas/area.ts';
import type { ChipCalibration } from '../../../../shared/chips/chip-calibration.ts';
import type { VectorLayer } from '../../../../shared/layers/vector-layer.ts';
import type { SavedSearchSettings } from '../../../../shared/searches/saved-search.ts';
import type { WatchRule } from '../../../../shared/watch/watch-rule.ts';
import type { CasePreview } from '../../../../shared/workspace/case-file.ts';
import type { ExchangedEvent } from '../../workspace/read/watch/exchanged-events.ts';
import type { RecordPage } from './record-pages.ts';

/** What a case is, from its own content. */
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
  /** All records were sent: reviews, AIS decisions and corrected meanings are merged from the file itself. */
  | { readonly kind: 'reviews' }
  | { readonly kind: 'areas'; readonly areas: readonly Area[] }
  /** Their features are copied from the file itself. */
  | { readonly kind: 'layers'; readonly layers: readonly VectorLayer[] }
  | { readonly kind: 'searches'; readonly searches: readonly SavedSearchSettings[] }
  /** Rules of the watch, after what they have found. */
  | {
      readonly kind: 'watch';
      readonly rules: readonly WatchRule[];
      readonly events: readonly ExchangedEvent[];
    }
  | { readonly kind: 'calibrations'; readonly calibrations: readonly ChipCalibration[] }
  | { readonly kind: 'chips'; readonly chips: readonly CaseChip[] };
