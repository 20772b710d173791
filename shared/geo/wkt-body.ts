import type { Geometry, Position } from 'geojson';
import { joinLines, linearizeArcs } from './linearize.ts';
import { isClosed } from './rings.ts';
import type { WktScanner } from './wkt-scanner.ts';
import { type Axes, readTag, type SupportedType, type WktTag } from './wkt-tag.ts';

/** The empty geometry of a type. */
export function emptyGeometry(type: SupportedType): Geometry {
  switch (type) {
    case 'POINT':
      return { type: 'Point', coordinates: [] };
    case 'LINESTRING':
      return { type: 'LineString', coordinates: [] };
    case 'POLYGON':
      return { type: 'Polygon', coordinates: [] };
    case 'MULTIPOINT':
      return { type: 'MultiPoint', coordinates: [] };
    case 'MULTILINESTRING':
      return { type: 'MultiLineString', coordinates: [] };
    case 'MULTIPOLYGON':
      return { type: 'MultiPolygon', coordinates: [] };
    case 'GEOMETRYCOLLECTION':
      return { type: 'GeometryCollection', geometries: [] };
  }
}

/** A text being read, and the dimensions of its positions; unknown until a tag or a position determines them. */
export type WktText = { readonly scanner: WktScanner; axes: Axes | undefined; hasArcs: boolean };

/** Reads the parenthesized body of a geometry that is not a collection. */
export function readBody(text: WktText, { type, written }: WktTag): Geometry | undefined {
  switch (type) {
    case 'POINT': {
      const coordinates = readPoint(text);
      return coordinates && { type: 'Point', coordinates };
    }
    case 'LINESTRING': {
      const coordinates = readCurve(text, written);
      return coordinates && { type: 'LineString', coordinates };
    }
    case 'POLYGON': {
      const coordinates = readPolygon(text);
      return coordinates && { type: 'Polygon', coordinates };
    }
    case 'MULTIPOINT': {
      const coordinates = readMembers(text, readMultiPointMember);
      return coordinates && { type: 'MultiPoint', coordinates };
    }
    case 'MULTILINESTRING': {
      const coordinates = readMembers(text, readAnyLine);
      return coordinates && { type: 'MultiLineString', coordinates };
    }
    case 'MULTIPOLYGON': {
      const coordinates = readMembers(text, readAnyPolygon);
      return coordinates && { type: 'MultiPolygon', coordinates };
    }
    case 'GEOMETRYCOLLECTION':
      throw new Error('A collection is read member by member.');
  }
}

type Reader<Item> = (text: WktText) => Item | undefined;

/** `( item, item, … )` with at least one item. */
function readList<Item>(text: WktText, readItem: Reader<Item>): Item[] | undefined {
  const { scanner } = text;
  if (!consumeOpening(scanner)) return undefined;
  const items: Item[] = [];
  do {
    const item = readItem(text);
    if (item === undefined) return undefined;
    items.push(item);
  } while (scanner.consume(','));
  return scanner.consume(')') ? items : scanner.refuseUnexpected('“,” or “)”');
}

/** Reads a list whose items may be `EMPTY`; such items, and polygons without a ring, are omitted. */
function readMembers<Item>(text: WktText, readItem: Reader<Item[]>): Item[][] | undefined {
  const members = readList(text, () => readEmptyOr(text, readItem));
  return members?.filter((member) => member.length > 0);
}

function readEmptyOr<Item>(text: WktText, readItem: Reader<Item[]>): Item[] | undefined {
  return text.scanner.consumeWord('EMPTY') ? [] : readItem(text);
}

function readPoint(text: WktText): Position | undefined {
  const { scanner } = text;
  if (!consumeOpening(scanner)) return undefined;
  const position = readPosition(text);
  if (!position) return undefined;
  return scanner.consume(')') ? position : scanner.refuseUnexpected('“)”');
}

function readMultiPointMember(text: WktText): Position | undefined {
  return text.scanner.peek() === '(' ? readPoint(text) : readPosition(text);
}

function readLine(text: WktText): Position[] | undefined {
  const start = text.scanner.offset;
  const line = readList(text, readPosition);
  if (!line || line.length >= 2) return line;
  return text.scanner.refuse('too-few-points', 'A line has at least 2 positions; this one has 1.', start);
}

/** A line, a circular string, or a curve that is composed of both. */
function readCurve(text: WktText, written: string): Position[] | undefined {
  if (written === 'COMPOUNDCURVE') {
    const lines = readList(text, readAnyLine);
    return lines && joinLines(lines);
  }
  const start = text.scanner.offset;
  const line = readLine(text);
  if (!line || written !== 'CIRCULARSTRING') return line;
  text.hasArcs = true;
  const message = `A circular string has an odd number of positions, at least 3; this one has ${line.length}.`;
  return linearizeArcs(line) ?? text.scanner.refuse('too-few-points', message, start);
}

/** A member of a geometry of curves: positions, or a curve with its type. */
function readAnyLine(text: WktText): Position[] | undefined {
  const tag = readMemberTag(text, 'LINESTRING');
  return tag === undefined || tag.isEmpty ? tag && [] : readCurve(text, tag.written);
}

function readAnyPolygon(text: WktText): Position[][] | undefined {
  const tag = readMemberTag(text, 'POLYGON');
  return tag === undefined || tag.isEmpty ? tag && [] : readPolygon(text);
}

/** The type of a member that may have one; `type` for one without it. */
function readMemberTag(text: WktText, type: SupportedType): WktTag | undefined {
  const { scanner } = text;
  if (!scanner.allowsCurves || scanner.peek() === '(') return { type, written: type, isEmpty: false };
  const start = scanner.offset;
  const tag = readTag(scanner);
  if (!tag) return undefined;
  if (tag.type !== type)
    return scanner.refuse('unexpected-text', `Expected a ${type}, found a ${tag.written}.`, start);
  const { axes } = tag;
  if (axes && text.axes && (axes.hasZ !== text.axes.hasZ || axes.hasM !== text.axes.hasM)) {
    const message = `${tag.written} has other dimensions than what stands before it.`;
    return scanner.refuse('dimension-mismatch', message, start);
  }
  text.axes ??= axes;
  return tag;
}

function readPolygon(text: WktText): Position[][] | undefined {
  const start = text.scanner.offset;
  const rings = readList(text, () => readEmptyOr(text, readRing));
  if (!rings) return undefined;
  const filled = rings.filter((ring) => ring.length > 0);
  if (filled.length === 0 || filled[0] === rings[0]) return filled;
  return text.scanner.refuse('too-few-points', 'A polygon whose outline is EMPTY can have no hole.', start);
}

function readRing(text: WktText): Position[] | undefined {
  const { scanner } = text;
  const start = scanner.offset;
  const ring = scanner.allowsCurves ? readAnyLine(text) : readList(text, readPosition);
  if (!ring || scanner.allowsLooseRings) return ring;
  if (!isClosed(ring)) {
    const message = 'A ring must end where it begins: the same x and y in its first and last position.';
    return scanner.refuse('unclosed-ring', message, start);
  }
  if (ring.length >= 4) return ring;
  return scanner.refuse(
    'too-few-points',
    `A ring has at least 4 positions; this one has ${ring.length}.`,
    start,
  );
}

/**
 * Reads the ordinates of one position, without its measure. In a text without flags the first position determines the
 * dimensions of all.
 */
function readPosition(text: WktText): Position | undefined {
  const { scanner, axes } = text;
  const start = scanner.offset;
  const [minCount, maxCount] = axes ? [countOf(axes), countOf(axes)] : [2, 4];
  const position: number[] = [];
  while (position.length < maxCount) {
    const next = scanner.peek();
    if (position.length > 0 && (next === undefined || next === ',' || next === ')')) break;
    const ordinate = scanner.consumeNumber();
    if (ordinate === undefined) return undefined;
    position.push(ordinate);
  }
  if (scanner.atNumber) return refuseCount(text, start);
  if (position.length < minCount)
    return scanner.atEnd ? scanner.refuseUnexpected('a number') : refuseCount(text, start);
  text.axes ??= { hasZ: position.length > 2, hasM: position.length > 3 };
  if (text.axes.hasM) position.pop();
  return position;
}

function countOf({ hasZ, hasM }: Axes): number {
  return 2 + Number(hasZ) + Number(hasM);
}

function refuseCount({ scanner, axes }: WktText, start: number): undefined {
  const names = axes && ['x', 'y', axes.hasZ && 'z', axes.hasM && 'm'].filter(Boolean).join(' ');
  const message = names
    ? `Every position of this text must have exactly the ordinates ${names}, as its flags or first position do.`
    : 'A position has two to four ordinates: x y, x y z, or x y z m.';
  return scanner.refuse('dimension-mismatch', message, start);
}

/** Consumes `(`, or refuses the text at the cursor. */
export function consumeOpening(scanner: WktScanner): boolean {
  if (scanner.consume('(')) return true;
  scanner.refuseUnexpected('“(” or EMPTY');
  return false;
}
