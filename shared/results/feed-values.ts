/**
 * The values of a numeric field in the order of the map's feed, as one binary message, little-endian: uint32 magic,
 * uint32 version, uint32 count, then `count` float32, NaN for a detection without one.
 */
export type FeedValues = {
  /** Version of the feed whose order the values follow; they are invalid for any other version. */
  readonly version: number;
  readonly values: Float32Array;
};

const magic = 0x31564c53; // "SLV1"
const headerLength = 12;

/** Encodes values as one message; the inverse of `decodeFeedValues`. */
export function encodeFeedValues({ version, values }: FeedValues): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(headerLength + values.byteLength);
  const view = new DataView(message.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(4, version, true);
  view.setUint32(8, values.length, true);
  message.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), headerLength);
  return message;
}

/** Returns values as a view into `message`. Throws when it is not a complete message. */
export function decodeFeedValues(message: ArrayBuffer): FeedValues {
  const view = new DataView(message);
  if (message.byteLength < headerLength || view.getUint32(0, true) !== magic) {
    throw new Error('Not the values of a field.');
  }
  const count = view.getUint32(8, true);
  if (message.byteLength !== headerLength + count * 4)
    throw new Error('The values of a field were cut short.');
  return { version: view.getUint32(4, true), values: new Float32Array(message, headerLength, count) };
}
