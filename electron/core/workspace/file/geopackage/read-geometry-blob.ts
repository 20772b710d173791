import type { SimpleGeometry } from '../../../../../shared/geo/flatten-geometry.ts';
import { readWkb } from '../../../../../shared/geo/wkb.ts';
import { type Envelope, encodeGeometry, envelopeOf } from './geometry-blob.ts';

const headerLength = 8;
/** Doubles in the envelope by its indicator in the flags (OGC 12-128r17, table 6). */
const envelopeDoubles = [0, 4, 6, 6, 8] as const;

/**
 * The geometry in a GeoPackageBinary, written by us or by another program: either byte order, any envelope, Z read,
 * M left out. Throws on anything that is not one of the six types, whole.
 */
export function decodeGeometry(blob: Uint8Array): SimpleGeometry {
  return readWkb(blob, readHeader(blob).wkbAt).geometry;
}

/** The extent that the blob states, or else that of its geometry; undefined when that is empty. */
export function decodeEnvelope(blob: Uint8Array): Envelope | undefined {
  const view = viewOf(blob);
  const header = readHeader(blob);
  if (header.isEmpty) return undefined;
  if (header.hasEnvelope) {
    const double = (index: number) => view.getFloat64(headerLength + 8 * index, header.isLittleEndian);
    return { minX: double(0), maxX: double(1), minY: double(2), maxY: double(3) };
  }
  return envelopeOf(readWkb(blob, header.wkbAt).geometry);
}

/** The WKB in a GeoPackageBinary, unchecked. */
export function wkbOf(blob: Uint8Array): Uint8Array {
  return blob.subarray(readHeader(blob).wkbAt);
}

/**
 * The geometry in a GeoPackageBinary as WKB with longitude and latitude only. Throws where `decodeGeometry` does if there
 * are further dimensions.
 */
export function decodePlainWkb(blob: Uint8Array): Uint8Array {
  const view = viewOf(blob);
  const { wkbAt } = readHeader(blob);
  const type = view.getUint32(wkbAt + 1, view.getUint8(wkbAt) === 1);
  return type < 1000 ? blob.subarray(wkbAt) : decodePlainWkb(encodeGeometry(decodeGeometry(blob)));
}

function viewOf(blob: Uint8Array): DataView {
  return new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
}

/** Header of a GeoPackageBinary before its geometry. Throws on other bytes. */
export function readHeader(blob: Uint8Array) {
  const view = viewOf(blob);
  if (view.byteLength < headerLength || view.getUint16(0) !== 0x4750)
    throw new Error('Not a GeoPackage geometry.');
  const flags = view.getUint8(3);
  const doubles = envelopeDoubles[(flags >> 1) & 7];
  if (doubles === undefined) throw new Error('A GeoPackage geometry has an envelope of an unknown kind.');
  return {
    isLittleEndian: (flags & 1) === 1,
    isEmpty: (flags & 0x10) !== 0,
    hasEnvelope: doubles > 0,
    wkbAt: headerLength + 8 * doubles,
  };
}
