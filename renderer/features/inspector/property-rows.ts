import { formatDecimals } from '../../../shared/display-format.ts';
import { readClassList } from '../../../shared/results/class-list.ts';
import { formatFieldNumber } from '../../../shared/results/field-number.ts';
import {
  type CorrectableMeaning,
  correctedReadings,
  type PropertyCorrection,
} from '../../../shared/results/property-correction.ts';
import { humanizePropertyName } from '../../../shared/results/property-label.ts';
import {
  type CorrectedReadings,
  familyOf,
  findMeanings,
  type Meaning,
  meaningOfName,
  type PropertyFamily,
  readProperty,
} from '../../../shared/results/property-meaning.ts';
import { statedValue } from '../../../shared/results/stated-value.ts';
import { formatMeasure } from '../../ui/format-meaning.ts';
import { texts } from './texts.ts';

/** A property of a feature, formatted for display. */
export type PropertyRow = {
  readonly label: string;
  /** The property's name as received, and the number where its text is another. */
  readonly tip: string;
  /** The value as text; nested values are JSON. Null if the property is empty. */
  readonly text: string | null;
  readonly isNested: boolean;
  /** The group that its name states. */
  readonly family: PropertyFamily | null;
  /** Meaning for the detection; absent for one that does not count. */
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
export function toPropertyRows(
  properties: Readonly<Record<string, unknown>>,
  corrections?: readonly PropertyCorrection[],
): readonly PropertyRow[] {
  const corrected = corrections && correctedReadings(corrections);
  const stated = findMeanings(properties, corrected);
  const known = new Map<ShownMeaning, PropertyRow>();
  const others: PropertyRow[] = [];
  for (const [name, value] of Object.entries(properties)) {
    const meaning = meaningOfName(name, corrected);
    const kind = meaning !== null && isShown(meaning) ? meaning : undefined;
    const family = familyOf(name);
    if (kind && stated[kind]?.name === name) {
      const isAlone = Object.keys(properties).every(
        (each) => each === name || meaningOfName(each, corrected) !== kind,
      );
      const label = corrected?.has(name)
        ? texts.properties.corrected(meaningLabels[kind], labelOf(name))
        : isAlone || labelOf(name) === meaningLabels[kind]
          ? meaningLabels[kind]
          : texts.properties.counts(meaningLabels[kind], labelOf(name));
      known.set(kind, {
        label,
        ...toTip(name, value, formatKind(kind, value, stated[kind].value)),
        isNested: false,
        family,
        kind,
      });
    } else {
      const label = corrected?.has(name)
        ? texts.properties.corrected(
            labelOf(name),
            meaning === null ? texts.meaning.nothing : texts.meaning.meanings[meaning as CorrectableMeaning],
          )
        : labelOf(name);
      const { text, isNested } = toText(name, value, family, corrected);
      others.push({ label, family, isNested, ...toTip(name, value, text) });
    }
  }
  const inOrder = (Object.keys(meaningLabels) as ShownMeaning[]).flatMap((kind) => known.get(kind) ?? []);
  return [...inOrder, ...others];
}

function isShown(meaning: Meaning): meaning is ShownMeaning {
  return Object.hasOwn(meaningLabels, meaning);
}

/** `received` is the value in the record. */
function formatKind(kind: ShownMeaning, received: unknown, value: number | string): string {
  if (typeof value !== 'number') return value;
  const format = measures[kind];
  return format ? format(value) : String(received);
}

const measures: Partial<Readonly<Record<ShownMeaning, (value: number) => string>>> = {
  lengthMetres: formatMeasure.length,
  widthMetres: formatMeasure.width,
  headingDegrees: formatMeasure.heading,
  speedKnots: formatMeasure.speed,
  areaSquareMetres: formatMeasure.area,
  confidence: formatMeasure.confidence,
};

function labelOf(name: string): string {
  return humanizePropertyName(name).label;
}

function toTip(name: string, value: unknown, text: string | null): Pick<PropertyRow, 'tip' | 'text'> {
  return { tip: typeof value === 'number' && text !== String(value) ? `${name}: ${value}` : name, text };
}

function withUnit(name: string, value: unknown): string {
  return typeof value === 'number' ? formatFieldNumber(`property:${name}`, value) : String(value);
}

function toText(
  name: string,
  value: unknown,
  family: PropertyFamily | null,
  corrected: CorrectedReadings | undefined,
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
  if (statedValue(name, value) === null) return { text: texts.properties.notStated, isNested: false };
  const read = family || corrected?.has(name) ? readProperty(name, value, corrected) : null;
  const text =
    read && isShown(read.meaning) ? formatKind(read.meaning, value, read.value) : withUnit(name, value);
  return { text, isNested: false };
}
