/** Colors of the values of a field. */
export type ColorScale = (
  | {
      /** Numbers; those outside of the ends are clamped. Both null when no detection has one. */
      readonly kind: 'ramp';
      readonly low: number | null;
      readonly high: number | null;
    }
  | {
      /** The most frequent values, at most `maxColorCategories`, by falling frequency. */
      readonly kind: 'categories';
      readonly names: readonly string[];
    }
) & {
  /** Codes that occur in addition to the codes of values. */
  readonly hasOther: boolean;
  readonly hasAbsent: boolean;
  readonly hasNotFetched: boolean;
};

/** The number of values that have a color of their own. */
export const maxColorCategories = 6;

/**
 * Codes of detections. A ramp has 0 to `highest` from its low to its high end; of categories a code is the index of the
 * name.
 */
export const colorCodes = {
  highest: 240,
  /** A value that is not among the names. */
  other: 253,
  /** No value, since it was not requested with the record. */
  notFetched: 254,
  /** No value. */
  absent: 255,
} as const;

/**
 * Values of a field in the colors of the map, as one binary message, little-endian: uint32 magic, uint32 version,
 * uint32 length of the scale in bytes, the scale as JSON in UTF-8, then one code for each detection in the order of the
 * map's feed.
 */
export type FeedColors = {
  /** Version of the feed whose order the codes follow; they are invalid for any other version. */
  readonly version: number;
  readonly scale: ColorScale;
  readonly codes: Uint8Array;
};

const magic = 0x31434c53; // "SLC1"
const headerLength = 12;

/** Encodes colors as one message; the inverse of `decodeFeedColors`. The platform supplies the text encoder. */
export function encodeFeedColors(
  { version, scale, codes }: FeedColors,
  encodeText: (text: string) => Uint8Array,
): Uint8Array<ArrayBuffer> {
  const json = encodeText(JSON.stringify(scale));
  const message = new Uint8Array(headerLength + json.length + codes.length);
  const view = new DataView(message.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(4, version, true);
  view.setUint32(8, json.length, true);
  message.set(json, headerLength);
  message.set(codes, headerLength + json.length);
  return message;
}

/** Returns codes as a view into `message`. Throws when it is not such a message. */
export function decodeFeedColors(
  message: ArrayBuffer,
  decodeText: (bytes: Uint8Array) => string,
): FeedColors {
  const view = new DataView(message);
  if (message.byteLength < headerLength || view.getUint32(0, true) !== magic) {
    throw new Error('Not the colors of a field.');
  }
  const start = headerLength + view.getUint32(8, true);
  if (start > message.byteLength) throw new Error('The colors of a field were cut short.');
  const json = decodeText(new Uint8Array(message, headerLength, start - headerLength));
  return {
    version: view.getUint32(4, true),
    scale: JSON.parse(json) as ColorScale,
    codes: new Uint8Array(message, start),
  };
}
