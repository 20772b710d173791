import type { Failure, Result } from '../../../shared/result.ts';
import type { ColorScale } from '../../../shared/results/feed-colors.ts';
import type { PackedDetections } from './packed-detections.ts';

/** A column that is loaded separately from the feed, one byte a detection: filter mask, size, heading, color. */
export const channelNames = ['mask', 'size', 'heading', 'color'] as const;
export type ChannelName = (typeof channelNames)[number];

/** The feed that is drawn. */
export type FeedSummary = {
  readonly count: number;
  /** The version that the feed states. */
  readonly version: number;
  /** The version of the reviews in it. */
  readonly reviews: number;
  /** Analytic names. */
  readonly categories: readonly string[];
};

/** A feed: its URL, or its bytes, which are transferred. */
export type FeedSource = string | ArrayBuffer;

/**
 * A message from the page to the worker. The ticket identifies the response; of several requests of a kind only the
 * last gets a response.
 */
export type WorkerRequest =
  | { readonly kind: 'load'; readonly ticket: number; readonly source: FeedSource }
  /** Without URLs the channel is off. Of several, the first with a value for a detection is used. */
  | {
      readonly kind: 'channel';
      readonly ticket: number;
      readonly channel: ChannelName;
      readonly urls: readonly string[];
    }
  /** Requests all reviews; a response for another version of the feed is dropped, because a load will follow. */
  | { readonly kind: 'reviews'; readonly ticket: number; readonly url: string };

/** The result of loading one channel. */
export type ChannelResponse = {
  readonly ticket: number;
  readonly outcome:
    | { readonly state: 'off' }
    | { readonly state: 'ready'; readonly column: ChannelColumn }
    /** The response has another version than the feed: the results have changed, and the next load updates both. */
    | { readonly state: 'outdated' }
    | { readonly state: 'failed'; readonly failure: Failure };
};

/** A byte for each detection, in the order of the packed ones. */
export type ChannelColumn = {
  /**
   * Mask: 1 passes, 0 does not. Size: 0…254 over the scale, 255 without value. Heading: 0…254 for 0…360° clockwise
   * from North, 255 without. Color: a code of `colors`, see `colorCodes`.
   */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The values of the lowest and the highest byte; null for a mask and colors, and where there are no values. */
  readonly scale: { readonly low: number; readonly high: number } | null;
  /** Color scale: what the codes mean. */
  readonly colors?: ColorScale;
  /** Number of detections that match, or that have a value. */
  readonly count: number;
};

/** Everything that belongs to one feed. */
export type LoadedDetections = {
  readonly feed: FeedSummary;
  readonly packed: PackedDetections;
  /** Slots of the flagged ones, ascending. */
  readonly flagged: Uint32Array<ArrayBuffer>;
  readonly channels: Readonly<Record<ChannelName, ChannelResponse>>;
};

/** A message from the worker to the page. */
export type WorkerResponse =
  /** The words of a load, sent before the rest of it. */
  | { readonly kind: 'words'; readonly ticket: number; readonly words: PackedDetections['words'] }
  | {
      readonly kind: 'loaded';
      readonly ticket: number;
      readonly ids: PackedDetections['ids'];
      readonly byId: PackedDetections['byId'];
      readonly loaded: Omit<LoadedDetections, 'packed'>;
    }
  | { readonly kind: 'failed'; readonly ticket: number; readonly failure: Failure }
  | {
      readonly kind: 'channel';
      readonly channel: ChannelName;
      readonly response: ChannelResponse;
      /** The ticket of the load whose order the column has. */
      readonly load: number;
    }
  | { readonly kind: 'reviews'; readonly load: number; readonly reviews: Result<AllReviews> };

/** The reviews of all detections, in the order of the packed ones. */
export type AllReviews = {
  /** The version of the reviews. */
  readonly version: number;
  /** The flags masked by `reviewFlagBits`, one byte per detection. */
  readonly flags: Uint8Array<ArrayBuffer>;
};
