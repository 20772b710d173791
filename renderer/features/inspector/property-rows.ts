import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { formatDecimals } from '../../../shared/display-format.ts';
import { formatDirection, formatObjectLength } from '../../../shared/format.ts';
import { readClassList } from '../../../shared/results/class-list.ts';
import {
  familyOf,
  findMeanings,
  type Meaning,
  meaningOfName,
  type PropertyFamily,
  readProperty,
} from '../../../shared/results/property-meaning.ts';
import { texts } from './texts.ts';

/** A property of a feature, formatted for display. */
export type PropertyRow = {
  readonly label: string;
  /** The property's name as received. */
  readonly name: string;
  /** The value as text; nested values are JSON. Null if the property is empty. */
  readonly text: string | null;
  readonly isNested: boolean;
  /** The group that its name states. */
  readonly family: PropertyFamily | null;
  /** What it states about the detection; absent for one that does not count. */
  readonly kind?: ShownMeaning;
};

type ShownMeaning = Exclude<Meaning, 'className' | 'vesselName' | 'mmsi' | 'imo'>;

const meaningLabels: Readonly<Record<ShownMeaning, string>> = {
  lengthMetres: texts.properties.length,
  widthMetres: texts.properties.width,
  headingDegrees: texts.properties.heading,
  speedKnots: texts.properties.speed,
  areaSquareMetres: texts.properties.area,
  confidence: texts.properties.confidence,
  analytic: texts.properties.foundBy,
  sensorDataIndex: texts.properties.sensorIndex,
};

/**
 * A feature's properties as rows: first the known ones, with their units, in the order above. All others follow in the
 * order and under the names received. Where several have the same meaning, the one that counts is named. No property is
 * left out, and none is shown twice.
 */
export function toPropertyRows(properties: Readonly<Record<string, unknown>>): readonly PropertyRow[] {
  const stated = findMeanings(properties);
  const known = new Map<ShownMeaning, PropertyRow>();
  const others: PropertyRow[] = [];
  for (const [name, value] of Object.entries(properties)) {
    const meaning = meaningOfName(name);
    const kind = meaning !== null && isShown(meaning) ? meaning : undefined;
    const family = familyOf(name);
    if (kind && stated[kind]?.name === name) {
      const isAlone = Object.keys(properties).every((each) => each === name || meaningOfName(each) !== kind);
      const label = isAlone ? meaningLabels[kind] : texts.properties.counts(meaningLabels[kind], name);
      known.set(kind, {
        label,
        name,
        text: formatKind(kind, value, stated[kind].value),
        isNested: false,
        family,
        kind,
      });
    } else others.push({ label: toLabel(name), name, family, ...toText(name, value, family) });
  }
  const inOrder = (Object.keys(meaningLabels) as ShownMeaning[]).flatMap((kind) => known.get(kind) ?? []);
  return [...inOrder, ...others];
}

function isShown(meaning: Meaning): meaning is ShownMeaning {
  return meaning in meaningLabels;
}

/** `received` is the value in the record. */
function formatKind(kind: ShownMeaning, received: unknown, value: number | string): string {
  if (typeof value !== 'number') return value;
  switch (kind) {
    case 'lengthMetres':
    case 'widthMetres':
      return formatObjectLength(value);
    case 'headingDegrees':
      return formatDirection(value);
    case 'speedKnots':
      return `${formatDecimals(value, 1)} kn`;
    case 'areaSquareMetres':
      return formatSquareMetres(value);
    case 'confidence':
      return formatDecimals(value, 2);
    case 'sensorDataIndex':
    case 'analytic':
      return String(received);
  }
}

/** `sarChipIdentifier` and `sar_chip_identifier` as `SAR chip identifier`. */
function toLabel(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_\-.\s]+/g, ' ')
    .trim();
  if (words === '') return name;
  const sentence =
    words.charAt(0).toUpperCase() + words.slice(1).replace(/\b[A-Z][a-z]/g, (start) => start.toLowerCase());
  return sentence.replace(/\b(?:sar|ais|mmsi|imo)\b/gi, (word) => word.toUpperCase());
}

function toText(
  name: string,
  value: unknown,
  family: PropertyFamily | null,
): Pick<PropertyRow, 'text' | 'isNested'> {
  if (value === null || value === undefined) return { text: null, isNested: false };
  const classes = readClassList(name, value);
  if (classes) {
    const list = classes.map(({ label, share }) =>
      share === null ? label : `${label} ${formatDecimals(share, 2)}`,
    );
    return { text: list.join(', '), isNested: false };
  }
  if (typeof value === 'object') return { text: JSON.stringify(value, null, 2), isNested: true };
  const read = family && readProperty(name, value);
  const text = read && isShown(read.meaning) ? formatKind(read.meaning, value, read.value) : String(value);
  return { text, isNested: false };
}
