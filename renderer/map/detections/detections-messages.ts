import type { Failure, Result } from '../../../shared/result.ts';
import type { PackedDetections } from './packed-detections.ts';

/** A column that comes apart from the feed, one byte a detection: what the filter leaves, a size, a heading. */
export const channelNames = ['mask', 'size', 'heading'] as const;
export type ChannelName = (typeof channelNames)[number];

/** The feed that is drawn. */
export type FeedSummary = {
  readonly count: number;
  /** As the feed has it. */
  readonly version: number;
  /** The version of the reviews that it tells of. */
  readonly reviews: number;
  /** Analytic names. */
  readonly categories: readonly string[];
};

/** Where a feed is: at an address, or in a message that is given away. */
export type FeedSource = string | ArrayBuffer;

/**
 * From the page to the worker. Each has a ticket, by which the page knows the answer; of several of a kind only the
 * last is answered.
 */
export type WorkerRequest =
  | { readonly kind: 'load'; readonly ticket: number; readonly source: FeedSource }
  /** Without addresses the channel is off. Of several, the first that has a value for a detection counts. */
  | {
      readonly kind: 'channel';
      readonly ticket: number;
      readonly channel: ChannelName;
      readonly urls: readonly string[];
    }
  /** How the detections are reviewed; an answer of another version of the feed is not told: a load is on its way. */
  | { readonly kind: 'reviews'; readonly ticket: number; readonly url: string };

/** One channel, as far as it could be had. */
export type ChannelAnswer = {
  readonly ticket: number;
  readonly outcome:
    | { readonly state: 'off' }
    | { readonly state: 'ready'; readonly column: ChannelColumn }
    /** Of another version than the feed: whoever changed the results has said so, and the next load brings both. */
    | { readonly state: 'behind' }
    | { readonly state: 'failed'; readonly failure: Failure };
};

/** A byte for each detection, in the order of the packed ones. */
export type ChannelColumn = {
  /**
   * Mask: 1 passes, 0 does not. Size: 0…254 over the scale, 255 without value. Heading: 0…254 for 0…360° clockwise
   * from North, 255 without.
   */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The values that the lowest and the highest byte stand for; null for a mask, and where there are no values. */
  readonly scale: { readonly low: number; readonly high: number } | null;
  /** Detections that pass, or that have a value. */
  readonly count: number;
};

/** Everything that belongs to one feed. */
export type LoadedDetections = {
  readonly feed: FeedSummary;
  readonly packed: PackedDetections;
  /** Places of the flagged ones, ascending. */
  readonly flagged: Uint32Array<ArrayBuffer>;
  readonly channels: Readonly<Record<ChannelName, ChannelAnswer>>;
};

/** From the worker to the page. */
export type WorkerAnswer =
  /** The words of what will be loaded, before the rest of it. */
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
      readonly answer: ChannelAnswer;
      /** The load whose order the column has. */
      readonly load: number;
    }
  | { readonly kind: 'reviews'; readonly load: number; readonly reviews: Result<AllReviews> };

/** How all detections are reviewed, in the order of the packed ones. */
export type AllReviews = {
  /** The version of the reviews. */
  readonly version: number;
  /** The bits `reviewFlagBits` of the flags, a byte for each detection. */
  readonly flags: Uint8Array<ArrayBuffer>;
};
