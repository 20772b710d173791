import type { Geometry } from 'geojson';
import { emptyGeometry, readBody, takeOpening } from './wkt-body.ts';
import { type WktFailure, WktScanner } from './wkt-scanner.ts';
import { readTag, type Tag } from './wkt-tag.ts';

export type { WktFailureCode } from './wkt-scanner.ts';

/** What a WKT text says, or why it was refused. */
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
 * (`POINT Z`, `POINTZ`); any letter case and white space; `1.` and `.5`; the points of a MULTIPOINT with or without
 * parentheses of their own. Positions come out as `[x, y]` or `[x, y, z]` in the order of the text.
 *
 * Decisions where the standard leaves room:
 * - Without a flag there are exactly two ordinates. `POINT (1 2 3)` is refused, not guessed to be a height.
 * - An empty geometry has empty `coordinates` (or `geometries`). Empty members of a MULTIPOINT, MULTILINESTRING or
 *   MULTIPOLYGON are left out, since GeoJSON readers do not agree on them; those of a collection stay. An EMPTY ring
 *   is refused: left out, it would make a hole the outline.
 * - Members of a collection carry the same flags as the collection.
 * - A ring is closed when x, y and z of its first and last position are equal; measures may differ.
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

type Read = { geometry: Geometry; hasZ: boolean; hasM: boolean; srid?: number };

function readText(scanner: WktScanner): Read | undefined {
  if (scanner.atEnd) return scanner.refuse('empty-text', 'The text holds no geometry.');
  const srid = readSrid(scanner);
  if (scanner.failure) return undefined;
  const start = scanner.offset;
  const tag = readTag(scanner);
  const geometry = tag && readGeometry(scanner, tag);
  if (!geometry) return undefined;
  if (scanner.take(')')) {
    return scanner.refuse('unbalanced', 'A parenthesis is closed that was not opened.', scanner.offset - 1);
  }
  if (!scanner.atEnd) {
    return scanner.refuse(
      'trailing-text',
      `“${scanner.excerpt()}” follows the geometry that began at character ${start + 1}.`,
    );
  }
  return { geometry, hasZ: tag.hasZ, hasM: tag.hasM, ...(srid === undefined ? {} : { srid }) };
}

function readSrid(scanner: WktScanner): number | undefined {
  const start = scanner.offset;
  if (!scanner.takeWord('SRID')) return undefined;
  const srid = scanner.take('=') ? scanner.takeWholeNumber() : undefined;
  if (srid === undefined || !scanner.take(';')) {
    return scanner.refuse('bad-srid', 'SRID= must be followed by a whole number and “;”.', start);
  }
  return srid;
}

/** A collection whose members are being read. */
type OpenCollection = { readonly members: Geometry[] };

/** Reads what follows `rootTag`, with a stack of its own: nesting is bounded by `maxWktDepth`, not by the runtime. */
function readGeometry(scanner: WktScanner, rootTag: Tag): Geometry | undefined {
  const open: OpenCollection[] = [];
  let tag: Tag | undefined = rootTag;
  while (tag) {
    if (tag.type === 'GEOMETRYCOLLECTION' && !tag.isEmpty) {
      if (!openCollection(scanner, open)) return undefined;
    } else {
      const member = tag.isEmpty ? emptyGeometry(tag.type) : readBody(scanner, tag);
      const root = member && closeCollections(scanner, open, member);
      if (root) return root;
    }
    tag = scanner.failure ? undefined : readMemberTag(scanner, rootTag);
  }
  return undefined;
}

function openCollection(scanner: WktScanner, open: OpenCollection[]): boolean {
  if (open.length >= maxWktDepth) {
    scanner.refuse('too-deep', `Geometry collections are nested deeper than ${maxWktDepth}.`);
    return false;
  }
  if (!takeOpening(scanner)) return false;
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
    if (scanner.take(',')) return undefined;
    if (!scanner.take(')')) return scanner.refuseInsteadOf('“,” or “)”');
    open.pop();
    finished = { type: 'GeometryCollection', geometries: collection.members };
  }
  return finished;
}

function readMemberTag(scanner: WktScanner, rootTag: Tag): Tag | undefined {
  const start = scanner.offset;
  const tag = readTag(scanner);
  if (!tag || (tag.hasZ === rootTag.hasZ && tag.hasM === rootTag.hasM)) return tag;
  return scanner.refuse(
    'dimension-mismatch',
    `${tag.type} has other Z and M flags than the collection around it.`,
    start,
  );
}
