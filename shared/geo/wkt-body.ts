import type { Geometry, Position } from 'geojson';
import type { WktScanner } from './wkt-scanner.ts';
import type { SupportedType, Tag } from './wkt-tag.ts';

/** The geometry that `EMPTY` stands for. */
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

/** Reads the parenthesised body of one geometry that is no collection. */
export function readBody(scanner: WktScanner, tag: Tag): Geometry | undefined {
  switch (tag.type) {
    case 'POINT': {
      const coordinates = readPoint(scanner, tag);
      return coordinates && { type: 'Point', coordinates };
    }
    case 'LINESTRING': {
      const coordinates = readLine(scanner, tag);
      return coordinates && { type: 'LineString', coordinates };
    }
    case 'POLYGON': {
      const coordinates = readPolygon(scanner, tag);
      return coordinates && { type: 'Polygon', coordinates };
    }
    case 'MULTIPOINT': {
      const coordinates = readMembers(scanner, tag, readMultiPointMember);
      return coordinates && { type: 'MultiPoint', coordinates };
    }
    case 'MULTILINESTRING': {
      const coordinates = readMembers(scanner, tag, readLine);
      return coordinates && { type: 'MultiLineString', coordinates };
    }
    case 'MULTIPOLYGON': {
      const coordinates = readMembers(scanner, tag, readPolygon);
      return coordinates && { type: 'MultiPolygon', coordinates };
    }
    case 'GEOMETRYCOLLECTION':
      throw new Error('A collection is read member by member.');
  }
}

type Reader<Item> = (scanner: WktScanner, tag: Tag) => Item | undefined;

/** `( item, item, … )` with at least one item. */
function readList<Item>(scanner: WktScanner, tag: Tag, readItem: Reader<Item>): Item[] | undefined {
  if (!takeOpening(scanner)) return undefined;
  const items: Item[] = [];
  do {
    const item = readItem(scanner, tag);
    if (item === undefined) return undefined;
    items.push(item);
  } while (scanner.take(','));
  return scanner.take(')') ? items : scanner.refuseInsteadOf('“,” or “)”');
}

/** A list whose items may be `EMPTY`; those are left out. */
function readMembers<Item>(scanner: WktScanner, tag: Tag, readItem: Reader<Item>): Item[] | undefined {
  const members = readList(scanner, tag, () =>
    scanner.takeWord('EMPTY') ? 'empty' : readItem(scanner, tag),
  );
  return members?.filter((member): member is Item => member !== 'empty');
}

function readPoint(scanner: WktScanner, tag: Tag): Position | undefined {
  if (!takeOpening(scanner)) return undefined;
  const position = readPosition(scanner, tag);
  if (!position) return undefined;
  return scanner.take(')') ? position : scanner.refuseInsteadOf('“)”');
}

function readMultiPointMember(scanner: WktScanner, tag: Tag): Position | undefined {
  return scanner.peek() === '(' ? readPoint(scanner, tag) : readPosition(scanner, tag);
}

function readLine(scanner: WktScanner, tag: Tag): Position[] | undefined {
  const start = scanner.offset;
  const line = readList(scanner, tag, readPosition);
  if (!line || line.length >= 2) return line;
  return scanner.refuse('too-few-points', 'A line has at least 2 positions; this one has 1.', start);
}

function readPolygon(scanner: WktScanner, tag: Tag): Position[][] | undefined {
  return readList(scanner, tag, readRing);
}

function readRing(scanner: WktScanner, tag: Tag): Position[] | undefined {
  const start = scanner.offset;
  if (scanner.peekWord() === 'EMPTY') {
    return scanner.refuse('too-few-points', 'A ring cannot be EMPTY. Write POLYGON EMPTY, or leave it out.');
  }
  const ring = readList(scanner, tag, readPosition);
  if (!ring || scanner.takesLooseRings) return ring;
  const last = ring.at(-1);
  if (!ring[0]?.every((ordinate, axis) => ordinate === last?.[axis])) {
    return scanner.refuse('unclosed-ring', 'A ring must end with the position it begins with.', start);
  }
  if (ring.length >= 4) return ring;
  return scanner.refuse(
    'too-few-points',
    `A ring has at least 4 positions; this one has ${ring.length}.`,
    start,
  );
}

/** The ordinates of one position, without its measure. */
function readPosition(scanner: WktScanner, tag: Tag): Position | undefined {
  const start = scanner.offset;
  const count = 2 + Number(tag.hasZ) + Number(tag.hasM);
  const position: number[] = [];
  while (position.length < count) {
    const next = scanner.peek();
    if (position.length > 0 && (next === ',' || next === ')')) return refuseCount(scanner, tag, start);
    const ordinate = scanner.takeNumber();
    if (ordinate === undefined) return undefined;
    position.push(ordinate);
  }
  if (scanner.atNumber) return refuseCount(scanner, tag, start);
  if (tag.hasM) position.pop();
  return position;
}

function refuseCount(scanner: WktScanner, tag: Tag, start: number): undefined {
  const axes = ['x', 'y', tag.hasZ && 'z', tag.hasM && 'm'].filter(Boolean).join(' ');
  return scanner.refuse(
    'dimension-mismatch',
    `A position here has exactly the ordinates ${axes}. Heights and measures need Z, M or ZM after the type.`,
    start,
  );
}

/** Steps over `(`, or refuses what stands there. */
export function takeOpening(scanner: WktScanner): boolean {
  if (scanner.take('(')) return true;
  scanner.refuseInsteadOf('“(” or EMPTY');
  return false;
}
