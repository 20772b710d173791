const types =
  '(?:MULTI)?(?:POINT|LINESTRING|POLYGON|CURVE|SURFACE)|GEOMETRYCOLLECTION|CIRCULARSTRING|COMPOUNDCURVE|CURVEPOLYGON|POLYHEDRALSURFACE|TIN|TRIANGLE';
const plain = new RegExp(String.raw`^\s*(?:SRID\s*=|${types})`, 'i');

/** A name of a column that begins so, such as `point_id`, is no type. */
const beginning = new RegExp(String.raw`^\s*(?:SRID\s*=|(?:${types})(?:ZM?|M)?(?![a-z_\d]|\s*[,;\t]))`, 'i');

/** Whether a text begins as WKT does, of a curve or a surface too. */
export function beginsAsWkt(text: string): boolean {
  return beginning.test(text) || crsUri.test(text);
}

/** The reference system before a geometry of GeoSPARQL (OGC 22-047r1, 8.5.1), possibly in a literal that is cut. */
const crsUri =
  /^\s*(?:"\s*)?<https?:\/\/www\.opengis\.net\/def\/crs\/(?:OGC\/[\d.]+\/(CRS84)|EPSG\/[\d.]+\/(\d{1,7}))>/i;

/**
 * A geometry of GeoSPARQL that names a system of EPSG, whose axes have the order of EPSG there: spaces in the place of what
 * is around it, so that offsets stay valid. Undefined for other texts.
 */
export function unwrapEpsgUri(text: string): { readonly text: string; readonly epsg: number } | undefined {
  const [uri, , epsg] = crsUri.exec(text) ?? [];
  if (uri === undefined || epsg === undefined) return undefined;
  const literal = /"(?:\^\^\S*)?$/.exec(text.trimEnd())?.[0] ?? '';
  const end = text.trimEnd().length - literal.length;
  const rest = text.slice(uri.length, end).padEnd(text.length - uri.length);
  return { text: ' '.repeat(uri.length) + rest, epsg: Number(epsg) };
}

/** Quotation marks, straight and as text processors and other languages write them. */
const marks = '\'"`“”„‟‘’‚‛«»‹›「」『』';
/** Text before a geometry in the syntax of another language: names, an opening parenthesis, a quotation mark. */
const before = new RegExp(
  String.raw`^([\w.:=(,/$?&${marks} \t]{0,200}?[${marks}(=,]\s*)(?:SRID\s*=\s*\d+\s*;\s*)?(?:${types})\b`,
  'i',
);
const after = new RegExp(
  String.raw`^\s*[${marks}]?\s*(?:,\s*(\d{1,6})\s*)?[)${marks}\s;]*(?:::\s*\w+)?[)${marks}\s;]*$`,
);
const opening = new RegExp(`[${marks}(]`);

/**
 * The WKT within a call or literal of another language, such as `geography'SRID=4326;POLYGON …'` (OData),
 * `ST_GeomFromText('POLYGON …', 4326)` (SQL) or in quotation marks, with spaces in the place of what is around it, so that
 * offsets stay valid. A text that is something else is returned unchanged.
 */
export function unwrapWkt(text: string): string {
  if (plain.test(text)) return text;
  const [uri, crs84] = crsUri.exec(text) ?? [];
  if (uri !== undefined && crs84 !== undefined && !uri.includes('"'))
    return ' '.repeat(uri.length) + text.slice(uri.length);
  const literal = onlyLiteral(text);
  if (literal) {
    const [start, end] = literal;
    return ' '.repeat(start) + text.slice(start, end) + ' '.repeat(text.length - end);
  }
  const wrapper = before.exec(text)?.[1];
  if (wrapper === undefined || !opening.test(wrapper)) return text;
  const end = endOfGeometry(text, wrapper.length);
  const rest = end === undefined ? null : after.exec(text.slice(end));
  if (end === undefined || !rest) return text;
  const [, srid] = rest;
  const prefix = srid === undefined || /^SRID/i.test(text.slice(wrapper.length)) ? '' : `SRID=${srid};`;
  if (prefix.length > wrapper.length) return text;
  return prefix.padStart(wrapper.length) + text.slice(wrapper.length, end) + ' '.repeat(text.length - end);
}

const literals = [
  // Of OData, possibly one of several conditions of a filter.
  /\bge(?:ography|ometry)'((?:SRID\s*=\s*\d+\s*;)?[^']{1,1000000})'/gi,
  // Of GeoSPARQL (OGC 22-047r1, 8.5.1); CRS84 has the longitude first, as one without a system.
  /"(?:\s*<https?:\/\/www\.opengis\.net\/def\/crs\/OGC\/[\d.]+\/CRS84>)?([^"<>]{1,1000000})"\^\^\S*wktLiteral>?/gi,
];

/** The range of the only geometry literal of a text; undefined where there are several or none. */
function onlyLiteral(text: string): readonly [start: number, end: number] | undefined {
  for (const pattern of literals) {
    const found = [...text.matchAll(pattern)];
    const [first] = found;
    const inner = first?.[1];
    if (!first || inner === undefined || found.length > 1 || !plain.test(inner)) continue;
    const start = first.index + first[0].lastIndexOf(inner);
    return [start, start + inner.length];
  }
  return undefined;
}

/** Behind the parenthesis that closes the one that a geometry opens, or behind EMPTY. */
function endOfGeometry(text: string, start: number): number | undefined {
  const empty = new RegExp(String.raw`^(?:SRID\s*=\s*\d+\s*;\s*)?(?:${types})\s*(?:ZM?|M)?\s*EMPTY\b`, 'i');
  const found = empty.exec(text.slice(start, start + 100))?.[0];
  if (found !== undefined) return start + found.length;
  let depth = 0;
  for (let at = text.indexOf('(', start); at >= 0 && at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}
