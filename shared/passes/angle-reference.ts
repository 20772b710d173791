import { closePolygonsOverPole } from '../geo/close-over-pole.ts';
import type { LonLat } from '../geo/geometry.ts';
import { parseGeometry } from '../geo/parse-geometry.ts';
import { readGeometryText, wgs84Srid } from '../geo/read-geometry-text.ts';
import { representativePoint } from '../geo/representative-point.ts';

/** The position that a text states, `[longitude, latitude]` in WGS 84, and what has to be known about it. */
export type AngleReference = {
  /** Undefined where the text states none. */
  readonly position: LonLat | undefined;
  readonly note: string | undefined;
};

/**
 * Parses where the azimuth and incidence angles of an image are defined (service.md, Images: `geometryReference`), in
 * any form of `readGeometryText`. Of a geometry that is no point it is `representativePoint`.
 */
export function parseAngleReference(text: string): AngleReference {
  const read = readGeometryText(text);
  if (!read.ok) return { position: undefined, note: read.message };
  if (read.srid !== undefined && read.srid !== wgs84Srid)
    return { position: undefined, note: `is in SRID ${read.srid}, where WGS 84 (${wgs84Srid}) belongs` };
  const [first, ...others] = read.geometries;
  if (first === undefined) return { position: undefined, note: 'is empty' };
  const parsed = parseGeometry(first);
  if (!parsed.ok) return { position: undefined, note: parsed.message };
  const { geometry } = closePolygonsOverPole(parsed.geometry) ?? parsed;
  const position = representativePoint(geometry) ?? undefined;
  const { type } = geometry;
  const notes = [
    ...(read.form === 'WKT' ? [] : [`is ${read.form} where WKT belongs; it is read`]),
    ...(type === 'Point' && others.length === 0
      ? []
      : [
          `is a ${others.length > 0 ? 'collection' : type} where a point belongs; the angles are shown at a point of it`,
        ]),
    ...parsed.notes,
  ];
  return { position, note: notes.length === 0 ? undefined : notes.join('; ') };
}

/** The position of `parseAngleReference`; undefined where there is no text, or none in it. */
export function readAngleReference(geometryReference: string | null): LonLat | undefined {
  return geometryReference === null ? undefined : parseAngleReference(geometryReference).position;
}
