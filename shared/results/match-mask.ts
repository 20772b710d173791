/**
 * Mask of the detections of the map's feed that match a filter, as one binary message, little-endian: uint32 magic,
 * uint32 version, uint32 count, uint32 matching, then one bit a detection in the feed's order, lowest bit first.
 */
export type MatchMask = {
  /** Version of the feed whose order the bits follow; they are invalid for any other version. */
  readonly version: number;
  readonly count: number;
  readonly matching: number;
  /** Bit `i` is `(bits[i >> 3] >> (i & 7)) & 1`. */
  readonly bits: Uint8Array;
};

const magic = 0x314d4c53; // "SLM1"
const headerLength = 16;

/** Encodes a mask as one message; the inverse of `decodeMatchMask`. */
export function encodeMatchMask({ version, count, matching, bits }: MatchMask): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(headerLength + bits.length);
  const view = new DataView(message.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(4, version, true);
  view.setUint32(8, count, true);
  view.setUint32(12, matching, true);
  message.set(bits, headerLength);
  return message;
}

/** Returns a mask as a view into `message`. Throws when it is not a complete mask. */
export function decodeMatchMask(message: ArrayBuffer): MatchMask {
  const view = new DataView(message);
  if (message.byteLength < headerLength || view.getUint32(0, true) !== magic) {
    throw new Error('Not a mask of matching detections.');
  }
  const count = view.getUint32(8, true);
  if (message.byteLength !== headerLength + Math.ceil(count / 8)) {
    throw new Error('The mask of matching detections was cut short.');
  }
  return {
    version: view.getUint32(4, true),
    count,
    matching: view.getUint32(12, true),
    bits: new Uint8Array(message, headerLength),
  };
}
