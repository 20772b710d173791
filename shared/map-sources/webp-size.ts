const unknown = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

/** Width and height of a WebP image by its first chunk (RFC 9649, 2.5 to 2.7); infinite where it states none. */
export function webpSize(view: DataView): readonly [width: number, height: number] {
  if (view.byteLength < 30) return unknown;
  switch (view.getUint32(12)) {
    // "VP8X": the canvas, less one.
    case 0x56503858:
      return [1 + (view.getUint32(24, true) & 0xff_ffff), 1 + (view.getUint32(26, true) >>> 8)];
    // "VP8L": 14 bits each, less one.
    case 0x5650384c: {
      const bits = view.getUint32(21, true);
      return [1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff)];
    }
    // "VP8 ": 14 bits each, behind the start code.
    case 0x56503820:
      return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
    default:
      return unknown;
  }
}
