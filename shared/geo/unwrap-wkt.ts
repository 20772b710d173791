const types = '(?:MULTI)?(?:POINT|LINESTRING|POLYGON)|GEOMETRYCOLLECTION';
const plain = new RegExp(String.raw`^\s*(?:SRID\s*=|${types})`, 'i');

/** Text before a geometry in the syntax of another language: names, an opening parenthesis, a quotation mark. */
const before = new RegExp(
  String.raw`^([\w.:=(,/$?&'" \t]{0,200}?['"(=,]\s*)(?:SRID\s*=\s*\d+\s*;\s*)?(?:${types})\b`,
  'i',
);
const after = /^\s*['"]?\s*(?:,\s*(\d{1,6})\s*)?[)'"\s;]*(?:::\s*\w+)?[)'"\s;]*$/;

/**
 * The WKT within a call or literal of another language, such as `geography'SRID=4326;POLYGON …'` (OData),
 * `ST_GeomFromText('POLYGON …', 4326)` (SQL) or `"POLYGON …"`, with spaces in the place of what is around it, so that
 * offsets stay valid. A text that is something else is returned unchanged.
 */
export function unwrapWkt(text: string): string {
  if (plain.test(text)) return text;
  const literal = onlyLiteral(text);
  if (literal) {
    const [start, end] = literal;
    return ' '.repeat(start) + text.slice(start, end) + ' '.repeat(text.length - end);
  }
  const wrapper = before.exec(text)?.[1];
  if (wrapper === undefined || !/['"(]/.test(wrapper)) return text;
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
