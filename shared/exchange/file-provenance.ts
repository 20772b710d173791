import { toSingleLine } from '../printable-text.ts';

const prefix = '# From file (read as ';
const separator = '): ';

/**
 * The provenance of records that were imported from a file, stored where other records have the text of their query. It
 * names the service's query field, by which the record's own members are read again, and is no query itself.
 */
export function writeFileProvenance(fileName: string, brand: string): string {
  return `${prefix}${brand}_udp_analyticgeojsonrecord${separator}${toSingleLine(fileName).slice(0, 500)}`;
}

/** The name of the file that a provenance names; undefined when it is a query. */
export function readFileProvenance(text: string): string | undefined {
  const end = text.startsWith(prefix) ? text.indexOf(separator) : -1;
  return end < 0 ? undefined : text.slice(end + separator.length);
}
