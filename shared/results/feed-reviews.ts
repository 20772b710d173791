/**
 * The review flags of the detections in the map's feed, as one binary message, little-endian: uint32 magic, uint32
 * version, uint32 reviews, uint32 count, then one byte a detection in the feed's order.
 */
export type FeedReviews = {
  /** Version of the feed whose order the bytes follow; they are invalid for any other version. */
  readonly version: number;
  /** Version of the reviews. */
  readonly reviewsVersion: number;
  /** The `reviewFlagBits` of the feed's flags. */
  readonly flags: Uint8Array;
};

const magic = 0x31524c53; // "SLR1"
const headerLength = 16;

/** Encodes review flags as one message; the inverse of `decodeFeedReviews`. */
export function encodeFeedReviews({
  version,
  reviewsVersion: reviews,
  flags,
}: FeedReviews): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(headerLength + flags.length);
  const view = new DataView(message.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(4, version, true);
  view.setUint32(8, reviews, true);
  view.setUint32(12, flags.length, true);
  message.set(flags, headerLength);
  return message;
}

/** Returns review flags as a view into `message`. Throws when it is not a complete message. */
export function decodeFeedReviews(message: ArrayBuffer): FeedReviews {
  const view = new DataView(message);
  if (message.byteLength < headerLength || view.getUint32(0, true) !== magic) {
    throw new Error('Not the reviews of a feed.');
  }
  if (message.byteLength !== headerLength + view.getUint32(12, true)) {
    throw new Error('The reviews of a feed were cut short.');
  }
  return {
    version: view.getUint32(4, true),
    reviewsVersion: view.getUint32(8, true),
    flags: new Uint8Array(message, headerLength),
  };
}
