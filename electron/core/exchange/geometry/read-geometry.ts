import type { Position } from 'geojson';
import type { SimpleGeometry } from '../../../../shared/geo/flatten-geometry.ts';
import { representativePoint } from '../../../../shared/geo/representative-point.ts';
import { placeNameOf } from '../../../../shared/places/nearest-port.ts';
import { decodeGeometry } from '../../workspace/file/geopackage/read-geometry-blob.ts';
import type { ExportNotes } from '../export-progress.ts';

/**
 * The geometry in a cell of the workspace. A geometry that cannot be parsed, or that is empty, is null and noted.
 */
export function readGeometry(blob: Uint8Array | null, notes: ExportNotes): SimpleGeometry | null {
  try {
    const geometry = blob === null ? null : decodeGeometry(blob);
    if (geometry !== null && hasCoordinates(geometry.coordinates)) return geometry;
  } catch {
    // Noted below: one invalid cell written by another program must not stop the export.
  }
  notes.count(describeUnreadable);
  return null;
}

/** Describes the number of features without a readable geometry. */
export function describeUnreadable(count: number): string {
  return count === 1
    ? 'One feature has no geometry that can be read; it was written without one.'
    : `${count} features have no geometry that can be read; they were written without one.`;
}

/** Whether no list at any depth is empty, and every number is finite. */
function hasCoordinates(coordinates: Position | Position[] | Position[][] | Position[][][]): boolean {
  return (
    coordinates.length > 0 &&
    coordinates.every((member: number | Parameters<typeof hasCoordinates>[0]) =>
      typeof member === 'number' ? Number.isFinite(member) : hasCoordinates(member),
    )
  );
}

/** Whether a geometry in a cell of the workspace has heights, by its header alone. */
export function blobHasHeights(blob: Uint8Array | null): boolean {
  if (blob === null || blob.length < 13) return false;
  const envelopeLength = [0, 32, 48, 48, 64][((blob[3] ?? 0) >> 1) & 7] ?? 0;
  const wkbAt = 8 + envelopeLength;
  if (blob.length < wkbAt + 5) return false;
  const isLittle = blob[wkbAt] === 1;
  const type = new DataView(blob.buffer, blob.byteOffset, blob.byteLength).getUint32(wkbAt + 1, isLittle);
  // ISO WKB: 1000 is added for heights, 2000 for measures, 3000 for both.
  return [1, 3].includes(Math.floor(type / 1000));
}

/** A point without height as the workspace writes it: header of 8 bytes, WKB of 21, all little-endian. */
const plainPointLength = 29;
const plainPointHeader = 0x00_01;
const wkbPoint = 1;
/** A copy of the point that is read: a view of each would take more time. */
const pointBytes = new Uint8Array(plainPointLength);
const pointView = new DataView(pointBytes.buffer);

/** Longitude and latitude of a plain point within ±180 and ±90; undefined for everything else. */
export function readPlainPoint(blob: Uint8Array | null): readonly [number, number] | undefined {
  if (blob?.length !== plainPointLength || blob[0] !== 0x47 || blob[1] !== 0x50) return undefined;
  pointBytes.set(blob);
  if (pointView.getUint16(2) !== plainPointHeader || pointView.getUint8(8) !== 1) return undefined;
  if (pointView.getUint32(9, true) !== wkbPoint) return undefined;
  const longitude = pointView.getFloat64(13, true);
  const latitude = pointView.getFloat64(21, true);
  const isOnEarth = Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
  return isOnEarth ? [longitude, latitude] : undefined;
}

/** The place of the geometry in a cell of the workspace; null without one, or when the geometry cannot be parsed. */
export function readPlace(blob: Uint8Array | null): string | null {
  const position = readPlainPoint(blob) ?? readRepresentativePoint(blob);
  return position ? placeNameOf(position[0], position[1]) : null;
}

function readRepresentativePoint(blob: Uint8Array | null): readonly [number, number] | null {
  try {
    return blob && representativePoint(decodeGeometry(blob));
  } catch {
    // Noted where the geometry itself is written.
    return null;
  }
}
