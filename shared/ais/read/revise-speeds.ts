import { formatNumber } from '../../format.ts';
import { distanceMetres } from '../../geo/geodesic.ts';
import { type AisPosition, metersPerSecondPerKnot } from '../contact.ts';
import type { AisMapping, AisSpeedUnit } from './ais-columns.ts';
import { createAisReader } from './create-ais-reader.ts';

/** Speeds that positions show, in a unit for each knot. */
const units: readonly (readonly [AisSpeedUnit, perKnot: number, text: string])[] = [
  ['knots', 1, 'kn'],
  ['tenths', 10, 'tenths of a knot'],
  ['kilometers-per-hour', 1.852, 'km/h'],
  ['meters-per-second', metersPerSecondPerKnot, 'm/s'],
];
/** Units differ by more than this factor squared from each other. */
const nearFactor = 1.25;
const [leastSeconds, mostSeconds] = [20, 600];
/** Slower ones drift, faster ones are false positions. */
const [leastKnots, mostKnots] = [3, 60];
const leastPairs = 3;

/**
 * Compares the speeds of the first rows with those that the positions of consecutive reports show, and revises the unit
 * or, where no unit fits, the column. Undefined where they agree with the mapping, or too few ships move.
 */
export function reviseSpeeds(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  mapping: AisMapping,
  timeForm: AisMapping['timeForm'],
): { readonly mapping: AisMapping; readonly sentence: string } | undefined {
  const { speed: column } = mapping.columns;
  if (column === undefined) return undefined;
  const pairs = [...speedPairs(rows, mapping, timeForm, column)].toSorted(
    (one, other) => one.stated / one.knots - other.stated / other.knots,
  );
  const middle = pairs[pairs.length >> 1];
  if (!middle || pairs.length < leastPairs) return undefined;
  const ratio = middle.stated / middle.knots;
  const fits = units.find(([, perKnot]) => Math.max(ratio / perKnot, perKnot / ratio) <= nearFactor);
  const figures = `${formatNumber(middle.stated, 1)} in the file, ${formatNumber(middle.knots, 1)} kn by the positions`;
  const name = `“${heading[column]?.trim() ?? ''}”`;
  if (!fits) {
    const { speed: _, ...columns } = mapping.columns;
    return {
      mapping: { ...mapping, columns },
      sentence: `${name} is not used for speed, since its values are in no known unit: ${figures}.`,
    };
  }
  const [speedUnit, , text] = fits;
  if (speedUnit === mapping.speedUnit) return undefined;
  return { mapping: { ...mapping, speedUnit }, sentence: `Speeds are in ${text}: ${figures}.` };
}

/** The stated speed of two consecutive reports of a ship, and that of its positions. */
function* speedPairs(
  rows: readonly (readonly string[])[],
  mapping: AisMapping,
  timeForm: AisMapping['timeForm'],
  column: number,
): Generator<{ readonly stated: number; readonly knots: number }> {
  const reader = createAisReader({ ...mapping, timeForm }, () => true, true);
  const latest = new Map<string, { readonly report: AisPosition; readonly stated: number }>();
  for (const row of rows) {
    const report = reader.read(row);
    const text = (row[column] ?? '').trim().replace(/\s*[a-z/]+$/i, '');
    const stated = text === '' ? Number.NaN : Number(text.replace(',', '.'));
    // ITU-R M.1371-5, table 48: 1023 tenths stand for “not available”.
    if (!report || !(stated >= 0) || stated === 102.3 || stated === 1023) continue;
    const former = latest.get(report.identifier);
    // Files may have the latest report first.
    const seconds = former ? Math.abs(report.timeMs - former.report.timeMs) / 1000 : 0;
    if (former && seconds < leastSeconds) continue;
    latest.set(report.identifier, { report, stated });
    if (!former || seconds > mostSeconds) continue;
    const { longitude, latitude } = report;
    const meters = distanceMetres([former.report.longitude, former.report.latitude], [longitude, latitude]);
    const knots = meters / seconds / metersPerSecondPerKnot;
    if (knots < leastKnots || knots > mostKnots) continue;
    yield { stated: (stated + former.stated) / 2, knots };
  }
}
