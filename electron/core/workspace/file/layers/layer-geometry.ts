import type { SimpleGeometry } from '../../../../../shared/geo/flatten-geometry.ts';
import { type LostDimensions, readWkb } from '../../../../../shared/geo/wkb.ts';
import { type Envelope, encodeGeometry, envelopeOf } from '../geopackage/geometry-blob.ts';
import { readHeader } from '../geopackage/read-geometry-blob.ts';

/** Type of a collection of geometries in WKB (OGC 06-103r4, table 7). */
const collectionType = 7;
const headerLength = 8;
const envelopeLength = 32;
const srsId = 4326;

/** The extent of several geometries; undefined where they have no position. */
export function envelopeOfAll(geometries: readonly SimpleGeometry[]): Envelope | undefined {
  let all: Envelope | undefined;
  for (const geometry of geometries) {
    const one = envelopeOf(geometry);
    all = all && one ? unite(all, one) : (all ?? one);
  }
  return all;
}

/** The smallest extent that contains both. */
export function unite(one: Envelope, other: Envelope): Envelope {
  return {
    minX: Math.min(one.minX, other.minX),
    maxX: Math.max(one.maxX, other.maxX),
    minY: Math.min(one.minY, other.minY),
    maxY: Math.max(one.maxY, other.maxY),
  };
}

/**
 * GeoPackageBinary of a feature's geometries: the only one, or a collection; null without any. With heights, a position
 * without one has NaN.
 */
export function encodeLayerGeometry(
  geometries: readonly SimpleGeometry[],
  hasHeights = false,
): Uint8Array | null {
  const [only, second] = geometries;
  const envelope = envelopeOfAll(geometries);
  if (!only || !envelope) return null;
  if (!second) return encodeGeometry(only, hasHeights);
  const members = geometries.map((geometry) => {
    const blob = encodeGeometry(geometry, hasHeights);
    return blob.subarray(readHeader(blob).wkbAt);
  });
  const start = headerLength + envelopeLength;
  const bytes = new Uint8Array(start + 9 + members.reduce((sum, { length }) => sum + length, 0));
  const view = new DataView(bytes.buffer);
  bytes.set([0x47, 0x50, 0, 0b11]);
  view.setInt32(4, srsId, true);
  for (const [index, value] of [envelope.minX, envelope.maxX, envelope.minY, envelope.maxY].entries())
    view.setFloat64(headerLength + 8 * index, value, true);
  view.setUint8(start, 1);
  view.setUint32(start + 1, collectionType + (hasHeights ? 1000 : 0), true);
  view.setUint32(start + 5, members.length, true);
  let at = start + 9;
  for (const member of members) {
    bytes.set(member, at);
    at += member.length;
  }
  return bytes;
}

/**
 * The geometries in a GeoPackageBinary: of a collection its members, and theirs where these are collections. Throws where
 * `decodeGeometry` does.
 */
export function decodeLayerGeometry(blob: Uint8Array): readonly SimpleGeometry[] {
  return readLayerGeometry(blob).geometries;
}

/** The same, and the parts of it that are not in the geometries. */
export function readLayerGeometry(
  blob: Uint8Array,
): LostDimensions & { readonly geometries: readonly SimpleGeometry[] } {
  const members: Members = { geometries: [], hasZ: false, hasM: false, hasArcs: false };
  readMembers(blob, readHeader(blob).wkbAt, 0, members);
  return members;
}

type Members = { geometries: SimpleGeometry[]; hasZ: boolean; hasM: boolean; hasArcs: boolean };

/** Far more than files have; deeper ones could overflow the stack. */
const maxDepth = 32;

/** Adds the geometries that begin at an offset. Returns where they end. */
function readMembers(blob: Uint8Array, start: number, depth: number, members: Members): number {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  const isLittleEndian = view.getUint8(start) === 1;
  if (view.getUint32(start + 1, isLittleEndian) % 1000 !== collectionType) {
    const { geometry, end, hasZ, hasM, hasArcs } = readWkb(blob, start);
    members.geometries.push(geometry);
    members.hasZ ||= hasZ;
    members.hasM ||= hasM;
    members.hasArcs ||= hasArcs;
    return end;
  }
  if (depth === maxDepth) throw new Error(`Collections are nested more than ${maxDepth} levels deep.`);
  const count = view.getUint32(start + 5, isLittleEndian);
  let at = start + 9;
  for (let index = 0; index < count; index += 1) at = readMembers(blob, at, depth + 1, members);
  return at;
}
