import { formatDecimals } from '../../../shared/display-format.ts';
import { formatDirection, formatObjectLength } from '../../../shared/format.ts';
import { type PropertyMeaning, readPropertyMeaning } from '../../../shared/results/property-meaning.ts';
import { texts } from './texts.ts';

/** A property of a feature, formatted for display. */
export type PropertyRow = {
  readonly label: string;
  /** The property's name as received. */
  readonly name: string;
  /** The value as text; nested values are JSON. Null if the property is empty. */
  readonly text: string | null;
  readonly isNested: boolean;
  /** What the property means, where that is known. */
  readonly kind?: keyof PropertyMeaning;
};

const meaningLabels: Readonly<Record<keyof PropertyMeaning, string>> = {
  lengthMetres: texts.properties.length,
  widthMetres: texts.properties.width,
  headingDegrees: texts.properties.heading,
  confidence: texts.properties.confidence,
  analytic: texts.properties.foundBy,
  sensorDataIndex: texts.properties.sensorIndex,
};

/**
 * A feature's properties as rows: first those whose meaning is known, with their units, in the order above; then all
 * others in the order received, under the names received. No property is left out, and none is shown twice.
 */
export function toPropertyRows(properties: Readonly<Record<string, unknown>>): readonly PropertyRow[] {
  const known = new Map<keyof PropertyMeaning, PropertyRow>();
  const others: PropertyRow[] = [];
  for (const [name, value] of Object.entries(properties)) {
    const meaning = meaningOf(name, value);
    if (meaning && !known.has(meaning.kind)) {
      known.set(meaning.kind, {
        label: meaningLabels[meaning.kind],
        name,
        text: meaning.text,
        isNested: false,
        kind: meaning.kind,
      });
    } else {
      others.push({ label: toLabel(name), name, ...toText(value) });
    }
  }
  const inOrder = (Object.keys(meaningLabels) as (keyof PropertyMeaning)[]).flatMap(
    (kind) => known.get(kind) ?? [],
  );
  return [...inOrder, ...others];
}

function meaningOf(name: string, value: unknown): { kind: keyof PropertyMeaning; text: string } | undefined {
  const meaning = readPropertyMeaning({ [name]: value });
  const kind = (Object.keys(meaning) as (keyof PropertyMeaning)[]).find((key) => meaning[key] !== null);
  if (!kind) return undefined;
  if (kind === 'sensorDataIndex') return { kind, text: String(value) };
  const read = meaning[kind];
  return { kind, text: typeof read === 'number' ? formatQuantity(kind, read) : String(read) };
}

function formatQuantity(kind: keyof PropertyMeaning, value: number): string {
  switch (kind) {
    case 'lengthMetres':
    case 'widthMetres':
      return formatObjectLength(value);
    case 'headingDegrees':
      return formatDirection(value);
    case 'confidence':
      return formatDecimals(value, 2);
    case 'sensorDataIndex':
    case 'analytic':
      return String(value);
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

function toText(value: unknown): Pick<PropertyRow, 'text' | 'isNested'> {
  if (value === null || value === undefined) return { text: null, isNested: false };
  if (typeof value === 'object') return { text: JSON.stringify(value, null, 2), isNested: true };
  return { text: String(value), isNested: false };
}
