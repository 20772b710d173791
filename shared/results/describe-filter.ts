import { formatQuantity, formatUtc } from '../format.ts';
import { analyticDisplayName } from './analytics.ts';
import { builtinFields } from './builtin-fields.ts';
import type { DetectionFilter } from './detection.ts';
import { type ExpressionPart, splitExclusions } from './exclusions.ts';
import { parseExpression } from './expression/parse-expression.ts';
import { printValue } from './expression/print-expression.ts';
import { fieldLabel } from './field-title.ts';
import { conjunctsOf } from './filter-by-value.ts';

/** One restriction of a filter as text, and the members of the filter that define it. */
export type FilterPart = {
  readonly text: string;
  readonly members: readonly (keyof DetectionFilter)[];
  /** Part of an expression, and what is left without it. */
  readonly expression?: ExpressionPart;
};

type DescribedNames = {
  readonly area?: string | undefined;
  readonly fetch?: string | undefined;
  readonly search?: string | undefined;
};

/**
 * Describes a filter, one part for each chip. `names` are those of its area, fetch and saved search, where they are known.
 * With `isWhole` no list or identifier is shortened.
 */
export function describeFilter(
  filter: DetectionFilter,
  names: DescribedNames = {},
  isWhole = false,
): readonly FilterPart[] {
  const listText = (list: readonly string[], noun: string, most = 2) => {
    if (list.length === 0) return `no ${noun}`;
    return isWhole || list.length <= most ? list.join(', ') : `${list.length} ${noun}s`;
  };
  const parts: FilterPart[] = [];
  const add = (text: string, ...members: readonly (keyof DetectionFilter)[]) => parts.push({ text, members });
  const { analytics, places, regions, sensors, verdicts, recordId } = filter;
  for (const part of filter.expression ? splitExclusions(filter.expression) : [])
    parts.push({ text: expressionText(part), members: ['expression'], expression: part });
  if (filter.text) add(`“${filter.text}”`, 'text');
  if (analytics) add(listText(analytics.map(analyticDisplayName), 'analytic', 3), 'analytics');
  if (places) add(`near ${listText(places, 'place')}`, 'places');
  if (regions) add(listText(regions, 'region'), 'regions');
  if (sensors) add(listText(sensors, 'sensor'), 'sensors');
  for (const [label, from, to] of [
    ['collected', 'collectedFrom', 'collectedTo'],
    ['uploaded', 'uploadedFrom', 'uploadedTo'],
  ] as const) {
    if (filter[from] !== undefined || filter[to] !== undefined) {
      add(`${label} ${describeRange(filter[from], filter[to])}`, from, to);
    }
  }
  if (filter.minConfidence !== undefined) add(`confidence ≥ ${filter.minConfidence}`, 'minConfidence');
  if (verdicts) add(listText(verdicts, 'verdict'), 'verdicts');
  if (filter.flagged !== undefined) add(filter.flagged ? 'flagged' : 'not flagged', 'flagged');
  if (filter.within) add(names.area === undefined ? 'inside an outline' : `inside ${names.area}`, 'within');
  if (filter.boundingBox) add(`in ${describeBox(filter.boundingBox)}`, 'boundingBox');
  if (recordId) add(`record ${isWhole ? recordId : `${recordId.slice(0, 8)}…`}`, 'recordId');
  if (filter.fetchId) add(names.fetch === undefined ? 'of a fetch' : `returned by ${names.fetch}`, 'fetchId');
  if (filter.searchId)
    add(
      names.search === undefined ? 'from a saved search' : `from the saved search “${names.search}”`,
      'searchId',
    );
  if (filter.ids) add(`a list of ${formatQuantity(filter.ids.length, 'detection')}`, 'ids');
  return parts;
}

/** The bounds in decimal degrees, to about a meter. */
function describeBox(box: NonNullable<DetectionFilter['boundingBox']>): string {
  const [west, south, east, north] = box.map((degrees) => `${Number(degrees.toFixed(5))}°`);
  return `the extent west ${west}, south ${south}, east ${east}, north ${north}`;
}

function expressionText({ text, exclusion }: ExpressionPart): string {
  // Times as everywhere else, and not as a record has them; those in quotes are in no field of times.
  if (!exclusion)
    return (
      comparisonText(text) ??
      text.replaceAll(/"(?:\\.|[^"\\])*"|\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, (found) =>
        found.startsWith('"') ? found : formatUtc(found),
      )
    );
  const { layer, meters } = exclusion;
  return meters === null
    ? `hide ${layer}`
    : `hide ${layer} (within ${printValue(`distance:${layer}`, meters)})`;
}

const comparisonSigns: Readonly<Partial<Record<string, string>>> = {
  '>=': '≥',
  '<=': '≤',
  '>': '>',
  '<': '<',
};

/** Comparisons of built-in fields with numbers, with units: `length ≥ 200 m`. Undefined for other expressions. */
function comparisonText(text: string): string | undefined {
  const parsed = parseExpression(text);
  if (!parsed.ok) return undefined;
  const parts = conjunctsOf(parsed.expression).map((condition) => {
    const sign = condition.kind === 'compare' ? comparisonSigns[condition.operator] : undefined;
    if (condition.kind !== 'compare' || sign === undefined || typeof condition.value !== 'number')
      return undefined;
    if (!builtinFields.some((name) => name === condition.field)) return undefined;
    const { label, unit } = fieldLabel(condition.field);
    const name = /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
    const space = unit === null || unit === '°' || unit === '%' ? '' : ' ';
    return `${name} ${sign} ${condition.value}${space}${unit ?? ''}`;
  });
  return parts.every((part) => part !== undefined) ? parts.join(' and ') : undefined;
}

function describeRange(from: number | undefined, to: number | undefined): string {
  const day = (time: number) => {
    const text = formatUtc(time, { zone: false });
    return text.endsWith('00:00:00') ? text.slice(0, 10) : text.slice(0, 16);
  };
  if (from === undefined) return `before ${day(to ?? 0)}`;
  if (to === undefined) return `from ${day(from)}`;
  return `${day(from)} → ${day(to)}`;
}
