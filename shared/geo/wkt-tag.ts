import type { WktScanner } from './wkt-scanner.ts';

const supportedTypes = [
  'POINT',
  'LINESTRING',
  'POLYGON',
  'MULTIPOINT',
  'MULTILINESTRING',
  'MULTIPOLYGON',
  'GEOMETRYCOLLECTION',
] as const;
/** The WKT types that GeoJSON supports. */
export type SupportedType = (typeof supportedTypes)[number];

/** Other types, and what they become without their arcs. */
const curveTypes: ReadonlyMap<string, SupportedType> = new Map([
  ['CIRCULARSTRING', 'LINESTRING'],
  ['COMPOUNDCURVE', 'LINESTRING'],
  ['LINEARRING', 'LINESTRING'],
  ['CURVEPOLYGON', 'POLYGON'],
  ['TRIANGLE', 'POLYGON'],
  ['MULTICURVE', 'MULTILINESTRING'],
  ['MULTISURFACE', 'MULTIPOLYGON'],
  ['POLYHEDRALSURFACE', 'MULTIPOLYGON'],
  ['TIN', 'MULTIPOLYGON'],
]);

const unsupportedTypes: ReadonlySet<string> = new Set([...curveTypes.keys(), 'CURVE', 'GEOMETRY', 'SURFACE']);

/** The numbers of positions besides x and y. */
export type Axes = { readonly hasZ: boolean; readonly hasM: boolean };

/** The words before the body of a geometry. */
export type WktTag = {
  readonly type: SupportedType;
  /** The word in the text, in upper case and without flags: that of a curve or surface, or `type`. */
  readonly written: string;
  /** The dimensions given by `Z`, `M` or `ZM`; absent without such a flag. */
  readonly axes?: Axes;
  /** Whether the body is `EMPTY`, which has been consumed. */
  readonly isEmpty: boolean;
};

/** Reads a type, its flags and `EMPTY`. */
export function readTag(scanner: WktScanner): WktTag | undefined {
  const word = scanner.peekWord();
  if (word === '') return scanner.refuseUnexpected('a geometry type');
  const { base, suffix } = splitFlags(word);
  const plain = supportedTypes.find((name) => name === base);
  const type = plain ?? (scanner.allowsCurves ? curveTypes.get(base) : undefined);
  if (!type) return refuseType(scanner, base);
  scanner.skipWord(word);
  const flags = suffix === '' ? readFlags(scanner) : suffix;
  const isEmpty = scanner.consumeWord('EMPTY');
  if (flags === '') return { type, written: base, isEmpty };
  return { type, written: base, axes: { hasZ: flags.includes('Z'), hasM: flags.includes('M') }, isEmpty };
}

/** `POINTZM` is `POINT` and `ZM`. No type's own name ends in Z or M. */
function splitFlags(word: string): { base: string; suffix: string } {
  const suffix = /(?:ZM|Z|M)$/.exec(word)?.[0] ?? '';
  return { base: word.slice(0, word.length - suffix.length), suffix };
}

function readFlags(scanner: WktScanner): string {
  return ['Z', 'M', 'ZM'].find((flags) => scanner.consumeWord(flags)) ?? '';
}

function refuseType(scanner: WktScanner, base: string): undefined {
  return unsupportedTypes.has(base)
    ? scanner.refuse('unsupported-type', `${base} is not supported: GeoJSON has no such geometry.`)
    : scanner.refuse('unknown-type', `“${scanner.excerpt()}” is not a geometry type.`);
}
