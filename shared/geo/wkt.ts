import type { Geometry } from 'geojson';
import { consumeOpening, emptyGeometry, readBody, type WktText } from './wkt-body.ts';
import { type WktFailure, WktScanner } from './wkt-scanner.ts';
import { type Axes, readTag, type WktTag } from './wkt-tag.ts';

export type { WktFailureCode } from './wkt-scanner.ts';

/** The geometry of a WKT text, or why it was refused. */
export type WktResult =
  | {
      readonly ok: true;
      readonly geometry: Geometry;
      /** Whether positions carry a height as their third number. */
      readonly hasZ: boolean;
      /** Whether the text had measures. GeoJSON has no place for them: they are checked and left out. */
      readonly hasM: boolean;
      /** The number of an `SRID=…;` prefix; absent without one. Coordinates are returned as they stand. */
      readonly srid?: number;
    }
  | WktFailure;

/** How deep geometry collections may nest. What walks a geometry afterwards may do so by recursion. */
export const maxWktDepth = 100;

/**
 * Reads Well-Known Text strictly (OGC 06-103r4, section 7), with the `SRID=n;` prefix of EWKT.
 *
 * Accepted: the seven types of GeoJSON and `EMPTY`; `Z`, `M` and `ZM`, apart or grown together with the type
 * (`POINT Z`, `POINTZ`), or left out; any letter case and white space; `1.` and `.5`; the points of a MULTIPOINT with
 * or without parentheses of their own. Positions come out as `[x, y]` or `[x, y, z]` in the order of the text.
 *
 * Where the standard leaves room, or writers do not follow it (docs/decisions/0010-area-import-readers.md):
 * - Without a flag the first position settles the dimensions: two ordinates are x y, three x y z, four x y z m.
 *   Measures without heights need `M`.
 * - All positions and flags of a text agree, those in a collection too; members may leave out what the collection
 *   announces, and the other way round. An EMPTY without flags agrees with anything.
 * - An empty geometry has empty `coordinates` (or `geometries`). Empty members of a MULTIPOINT, MULTILINESTRING or
 *   MULTIPOLYGON and empty rings are left out, since GeoJSON readers do not agree on them; those of a collection stay.
 *   A hole in an EMPTY outline is refused: it would become the outline.
 * - A ring is closed when x and y of its first and last position are equal; heights and measures may differ.
 *
 * Time is linear in the length of the text, and nesting costs no stack.
 *
 * With `looseRings`, rings come back as they stand, open or short, for a caller that mends or refuses them itself.
 */
export function parseWkt(text: string, { looseRings = false } = {}): WktResult {
  const scanner = new WktScanner(text, looseRings);
  const read = readText(scanner);
  if (scanner.failure) return scanner.failure;
  if (!read) throw new Error('The WKT reader stopped without a reason.');
  return { ok: true, ...read };
}

type ParsedText = { geometry: Geometry; hasZ: boolean; hasM: boolean; srid?: number };

function readText(scanner: WktScanner): ParsedText | undefined {
  if (scanner.atEnd) return scanner.refuse('empty-text', 'The text holds no geometry.');
  const srid = readSrid(scanner);
  if (scanner.failure) return undefined;
  const start = scanner.offset;
  const text: WktText = { scanner, axes: undefined };
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
  return { geometry, hasZ, hasM, ...(srid === undefined ? {} : { srid }) };
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

/** Reads what follows `rootTag`, with a stack of its own: nesting is bounded by `maxWktDepth`, not by the runtime. */
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

/** Adds a finished member, and ends every collection that ends with it. Returns the root once that has ended. */
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
