import type { DetectionField } from '../../../../../shared/results/detection-field.ts';
import { type ColorScale, colorCodes } from '../../../../../shared/results/feed-colors.ts';
import { valueColor, valueColors } from '../../../../../shared/results/value-colors.ts';
import { quotedColumn, quotedText } from './expression.ts';

/** Colors of detections by the values of a field. */
export type FieldColoring = {
  /** The column with the values of the field. */
  readonly column: string;
  readonly field: DetectionField;
  readonly scale: ColorScale;
};

/** An entry of the legend, and the color of its detections. */
export type ColorClass = {
  /** The value of `classExpression`; empty for all that no other class has. */
  readonly value: string;
  readonly label: string;
  /** `#rrggbb` */
  readonly color: string;
  /** The exact color of each detection as an expression, where those of a class differ. */
  readonly colorExpression?: string;
};

/** Into how many classes the legend divides a ramp. */
const rampClasses = 4;
const [isAbsent, isNotFetched] = ['no value', 'not fetched'];

/** A QGIS expression of the class of a detection. Values have a prefix, so that none is taken for another class. */
export function classExpression({ column, field, scale }: FieldColoring): string {
  const value = quotedColumn(column);
  const ofValue =
    scale.kind === 'categories'
      ? `'=' || to_string(${value})`
      : `'=' || to_string(to_int(min(${rampClasses - 1}, floor(${shareExpression(column, scale)} * ${rampClasses}))))`;
  const isMissing = `array_contains(string_to_array("not_fetched", ', '), ${quotedText(field)})`;
  return `case when ${value} is not null then ${ofValue} when ${isMissing} then '${isNotFetched}' else '${isAbsent}' end`;
}

/** The classes of a coloring, in the order of the legend. */
export function colorClasses(
  { column, scale }: FieldColoring,
  scheme: keyof typeof valueColors,
): readonly ColorClass[] {
  const { other, absent, notFetched } = valueColors[scheme];
  return [
    ...(scale.kind === 'categories'
      ? scale.names.map((name, code) => ({
          value: `=${name}`,
          label: name,
          color: valueColor(scale, code, scheme),
        }))
      : classesOfRamp(column, scale, scheme)),
    { value: isAbsent, label: 'No value', color: absent },
    ...(scale.hasNotFetched ? [{ value: isNotFetched, label: 'Not fetched', color: notFetched }] : []),
    { value: '', label: 'Other', color: other },
  ];
}

type Ramp = Extract<ColorScale, { kind: 'ramp' }>;

function classesOfRamp(column: string, scale: Ramp, scheme: keyof typeof valueColors): readonly ColorClass[] {
  const { low, high } = scale;
  if (low === null || high === null) return [];
  const [first, middle, last] = valueColors[scheme].ramp.map(quotedText);
  const share = shareExpression(column, scale);
  const colorExpression = `if(${share} < 0.5, color_mix_rgb(${first}, ${middle}, ${share} * 2), color_mix_rgb(${middle}, ${last}, ${share} * 2 - 1))`;
  const rounded = (number: number) => String(Number(number.toPrecision(3)));
  const at = (index: number) => rounded(low + ((high - low) * index) / rampClasses);
  return Array.from({ length: rampClasses }, (_, index) => ({
    value: `=${index}`,
    label: `${at(index)} to ${at(index + 1)}`,
    color: valueColor(scale, ((index + 0.5) / rampClasses) * colorCodes.highest, scheme),
    colorExpression,
  }));
}

/** The position of a number between the ends of a ramp, 0 to 1; numbers outside of them are clamped. */
function shareExpression(column: string, { low, high }: Ramp): string {
  return low === high ? '0.5' : `scale_linear(${quotedColumn(column)}, ${low}, ${high}, 0, 1)`;
}
