const types = '(?:MULTI)?(?:POINT|LINESTRING|POLYGON)|GEOMETRYCOLLECTION';
const plain = new RegExp(String.raw`^\s*(?:SRID\s*=|${types})`, 'i');

/** What stands before a geometry in the syntax of another language: names, an opening parenthesis, a quotation mark. */
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
