import type { Geometry, Position } from 'geojson';
import { type WktFailure, WktScanner } from './wkt-scanner.ts';

export type { WktFailure, WktFailureCode } from './wkt-scanner.ts';

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
 */
export function parseWkt(text: string): WktResult {
  const scanner = new WktScanner(text);
  const read = readText(scanner);
  if (scanner.failure) return scanner.failure;
  if (!read) throw new Error('The WKT reader stopped without a reason.');
  return { ok: true, ...read };
}

type Read = { geometry: Geometry; hasZ: boolean; hasM: boolean; srid?: number };

function readText(scanner: WktScanner): Read | undefined {
  if (scanner.atEnd) return scanner.refuse('empty-text', 'The text holds no geometry.');
  const srid = readSrid(scanner);
  const start = scanner.offset;
  const tag = readTag(scanner);
  if (!tag) return undefined;
  const geometry = tag.type === 'GEOMETRYCOLLECTION' ? readCollection(scanner, tag) : readSimple(scanner, tag);
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

const supportedTypes = [
  'POINT',
  'LINESTRING',
  'POLYGON',
  'MULTIPOINT',
  'MULTILINESTRING',
  'MULTIPOLYGON',
  'GEOMETRYCOLLECTION',
] as const;
type SupportedType = (typeof supportedTypes)[number];

const unsupportedTypes: ReadonlySet<string> = new Set([
  'CIRCULARSTRING',
  'COMPOUNDCURVE',
  'CURVE',
  'CURVEPOLYGON',
  'GEOMETRY',
  'LINEARRING',
  'MULTICURVE',
  'MULTISURFACE',
  'POLYHEDRALSURFACE',
  'SURFACE',
  'TIN',
  'TRIANGLE',
]);

/** The words before a geometry's body. */
type Tag = {
  readonly type: SupportedType;
  readonly hasZ: boolean;
  readonly hasM: boolean;
  /** Whether `EMPTY` stood in place of the body; it has been stepped over. */
  readonly isEmpty: boolean;
};

function readTag(scanner: WktScanner): Tag | undefined {
  const start = scanner.offset;
  const word = scanner.peekWord();
  if (word === '') return scanner.refuseInsteadOf('a geometry type');
  const type = supportedTypes.find((name) => word === name || isFlag(word.slice(name.length), word, name));
  if (!type) return refuseType(scanner, word);
  scanner.skipWord(word);
  let flag = word.slice(type.length);
  if (flag === '' && isFlagWord(scanner.peekWord())) {
    flag = scanner.peekWord();
    scanner.skipWord(flag);
  }
  const isEmpty = scanner.takeWord('EMPTY');
  if (!isEmpty && scanner.peekWord() !== '') {
    return scanner.refuse(
      'unexpected-text',
      `Expected “(” or EMPTY after ${type}, found “${scanner.excerpt()}”.`,
      scanner.offset,
    );
  }
  if (scanner.failure) return scanner.refuse('unknown-type', 'No geometry type.', start);
  return { type, hasZ: flag.includes('Z'), hasM: flag.includes('M'), isEmpty };
}
