/** A property name made readable: `length_m` is `Length` in `m`. */
export type PropertyLabel = { readonly label: string; readonly unit: string | null };

/** Last words of property names that are units, and their symbols. */
const units: ReadonlyMap<string, string> = new Map([
  ['m', 'm'],
  ['metre', 'm'],
  ['metres', 'm'],
  ['meter', 'm'],
  ['meters', 'm'],
  ['km', 'km'],
  ['cm', 'cm'],
  ['mm', 'mm'],
  ['ft', 'ft'],
  ['feet', 'ft'],
  ['m2', 'm²'],
  ['sqm', 'm²'],
  ['km2', 'km²'],
  ['deg', '°'],
  ['degree', '°'],
  ['degrees', '°'],
  ['percent', '%'],
  ['pct', '%'],
  ['db', 'dB'],
  ['kn', 'kn'],
  ['kts', 'kn'],
  ['knots', 'kn'],
  ['s', 's'],
  ['sec', 's'],
  ['hrs', 'h'],
  ['hours', 'h'],
]);

const acronyms: ReadonlySet<string> = new Set([
  'ais',
  'id',
  'imo',
  'mmsi',
  'rcs',
  'rf',
  'sar',
  'snr',
  'utc',
  'uuid',
  'wkt',
]);

/**
 * Returns a readable label for a property name, and its unit if the last word is one: `vesselLength_m` is `Vessel
 * length` in `m`, `sarChipIdentifier` is `SAR chip identifier`. A name without letters or digits stays unchanged.
 */
export function humanizePropertyName(name: string): PropertyLabel {
  const words = wordsOf(name);
  const unit = words.length > 1 ? (units.get(words.at(-1) ?? '') ?? null) : null;
  const label = (unit === null ? words : words.slice(0, -1))
    .map((word) => (acronyms.has(word) ? word.toUpperCase() : word))
    .join(' ');
  return label === ''
    ? { label: name, unit: null }
    : { label: label.charAt(0).toUpperCase() + label.slice(1), unit };
}

/** Words by separators and by camel case: `startTimeUTC` is `start`, `time`, `utc`. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}
