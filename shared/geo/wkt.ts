import type { Geometry } from 'geojson';
import { unwrapWkt } from './unwrap-wkt.ts';
import { consumeOpening, emptyGeometry, readBody, type WktText } from './wkt-body.ts';
import { type WktFailure, WktScanner } from './wkt-scanner.ts';
import { type Axes, readTag, type WktTag } from './wkt-tag.ts';

export type { WktFailureCode } from './wkt-scanner.ts';

/** The geometry of a WKT text, or why it was refused. */
export type WktResult =
  | {
      readonly ok: true;
      readonly geometry: Geometry;
      /** Whether positions have a height as their third number. */
      readonly hasZ: boolean;
      /** Whether the text has measures. GeoJSON does not support them: they are checked and dropped. */
      readonly hasM: boolean;
      /** Whether it has arcs, which became lines. */
      readonly hasArcs?: boolean;
      /** The number of an `SRID=…;` prefix; absent without one. Coordinates are returned unchanged. */
      readonly srid?: number;
    }
  | WktFailure;

/** Maximum nesting of geometry collections, so that other code may traverse geometries recursively. */
export const maxWktDepth = 100;

/**
 * Reads Well-Known Text strictly (OGC 06-103r4, section 7), with the `SRID=n;` prefix of EWKT.
 *
 * Accepted: the seven types of GeoJSON and `EMPTY`; `Z`, `M` and `ZM`, with or without a space after the type (`POINT
 * Z`, `POINTZ`), or omitted; any letter case and white space; `1.` and `.5`; the points of a MULTIPOINT with or
 * without separate parentheses. Positions are `[x, y]` or `[x, y, z]` in the order of the text.
 *
 * A geometry within a literal or call of another language is read (`unwrapWkt`).
 *
 * Where the standard is ambiguous, or writers do not follow it (shared/areas/README.md):
 * - Without a flag the first position determines the dimensions: two ordinates are x y, three x y z, four x y z m.
 *   Measures without heights need `M`.
 * - All positions and flags of a text must agree, also in a collection; members may omit the flags of the collection,
 *   and vice versa. An EMPTY without flags agrees with anything.
 * - An empty geometry has empty `coordinates` (or `geometries`). Empty members of a MULTIPOINT, MULTILINESTRING or
 *   MULTIPOLYGON and empty rings are omitted, since GeoJSON readers do not agree on them; those of a collection
 *   remain. A hole in an EMPTY outline is refused, because it would become the outline.
 * - A ring is closed when x and y of its first and last position are equal; heights and measures may differ.
 *
 * Takes linear time in the length of the text, and no call stack for nesting.
 *
 * With `looseRings`, open or short rings are returned unchanged, for a caller that repairs or refuses them. With `curves`,
 * curves and surfaces are read, too, as lines and polygons.
 */
export function parseWkt(text: string, { looseRings = false, curves = false } = {}): WktResult {
  const scanner = new WktScanner(unwrapWkt(text), looseRings, curves);
  const read = readText(scanner);
  if (scanner.failure) return scanner.failure;
  if (!read) throw new Error('The WKT reader stopped without a reason.');
  return { ok: true, ...read };
}

type ParsedText = { geometry: Geometry; hasZ: boolean; hasM: boolean; hasArcs?: boolean; srid?: number };

function readText(scanner: WktScanner): ParsedText | undefined {
  if (scanner.atEnd) return scanner.refuse('empty-text', 'The text holds no geometry.');
  const srid = readSrid(scanner);
  if (scanner.failure) return undefined;
  const start = scanner.offset;
  const text: WktText = { scanner, axes: undefined, hasArcs: false };
  const tag = readTag(scanner);
  const geometry = tag && readGeometry(text, tag);
  if (!geometry) return undefined;
  if (scanner.consume(')')) {
    return scanner.refuse('unbalanced', 'A parenthesis is closed that was not opened.', scanner.offset - 1);
  }
  if (!scanner.atEnd) {
    return scanner.refuse(
      'trailing-text',
      `“${scanner.excerpt()}” follows the geometry that began at character ${start + 1}.`,
    );
  }
  const { hasZ, hasM } = text.axes ?? { hasZ: false, hasM: false };
  const arcs = text.hasArcs ? { hasArcs: true } : {};
  return { geometry, hasZ, hasM, ...arcs, ...(srid === undefined ? {} : { srid }) };
}

function readSrid(scanner: WktScanner): number | undefined {
  const start = scanner.offset;
  if (!scanner.consumeWord('SRID')) return undefined;
  const srid = scanner.consume('=') ? scanner.consumeInteger() : undefined;
  if (srid === undefined || !scanner.consume(';')) {
    return scanner.refuse('bad-srid', 'SRID= must be followed by a whole number and “;”.', start);
  }
  return srid;
}

/** A collection whose members are being read. */
type OpenCollection = { readonly members: Geometry[] };

/**
 * Reads the text after `rootTag` with an explicit stack, so that nesting is limited by `maxWktDepth`, not by the
 * runtime.
 */
function readGeometry(text: WktText, rootTag: WktTag): Geometry | undefined {
  const { scanner } = text;
  const open: OpenCollection[] = [];
  text.axes = rootTag.axes;
  let tag: WktTag | undefined = rootTag;
  while (tag) {
    if (tag.type === 'GEOMETRYCOLLECTION' && !tag.isEmpty) {
      if (!openCollection(scanner, open)) return undefined;
    } else {
      const member = tag.isEmpty ? emptyGeometry(tag.type) : readBody(text, tag);
      const root = member && closeCollections(scanner, open, member);
      if (root) return root;
    }
    tag = scanner.failure ? undefined : readMemberTag(text);
  }
  return undefined;
}

function openCollection(scanner: WktScanner, open: OpenCollection[]): boolean {
  if (open.length >= maxWktDepth) {
    scanner.refuse('too-deep', `Geometry collections are nested deeper than ${maxWktDepth}.`);
    return false;
  }
  if (!consumeOpening(scanner)) return false;
  open.push({ members: [] });
  return true;
}

/** Adds a finished member, and closes every collection that ends with it. Returns the root once it is closed. */
function closeCollections(
  scanner: WktScanner,
  open: OpenCollection[],
  member: Geometry,
): Geometry | undefined {
  let finished = member;
  for (let collection = open.at(-1); collection; collection = open.at(-1)) {
    collection.members.push(finished);
    if (scanner.consume(',')) return undefined;
    if (!scanner.consume(')')) return scanner.refuseUnexpected('“,” or “)”');
    open.pop();
    finished = { type: 'GeometryCollection', geometries: collection.members };
  }
  return finished;
}

function readMemberTag(text: WktText): WktTag | undefined {
  const { scanner } = text;
  const start = scanner.offset;
  const tag = readTag(scanner);
  if (!tag || agrees(tag, text.axes)) {
    text.axes ??= tag?.axes;
    return tag;
  }
  return scanner.refuse(
    'dimension-mismatch',
    `${tag.type} has other dimensions than what stands before it in the collection.`,
    start,
  );
}

function agrees({ type, axes, isEmpty }: WktTag, known: Axes | undefined): boolean {
  if (!known) return true;
  if (axes) return axes.hasZ === known.hasZ && axes.hasM === known.hasM;
  // Three ordinates without a flag are x y z, never x y m.
  return isEmpty || type === 'GEOMETRYCOLLECTION' || known.hasZ || !known.hasM;
}
