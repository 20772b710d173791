import { distanceMetres } from '../geo/geodesic.ts';
import { normalizeLongitude } from '../geo/longitude.ts';
import { metersPerDegree } from '../geo/meters-per-degree.ts';
import { type AisPosition, metersPerSecondPerKnot } from './contact.ts';

/** Reason why a row is left out: each counts for the first of them. */
export const reportFaults = [
  'identifier',
  'time',
  'no-position',
  'null-island',
  'duplicate',
  'jump',
  'cells',
] as const;
export type ReportFault = (typeof reportFaults)[number];

/** Counts of no faults, to be added to. */
export function newFaultCounts(): Record<ReportFault, number> {
  return { identifier: 0, time: 0, 'no-position': 0, 'null-island': 0, duplicate: 0, jump: 0, cells: 0 };
}

const endMs = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether a report can be of a time, epoch milliseconds UTC: none before 1970, nor after what four digits of a year hold. */
export function isReportTime(timeMs: number): boolean {
  return timeMs >= 0 && timeMs <= endMs;
}

/** No ship between two reports; faster means two transponders with one identifier, or a false position. */
const maximumKnots = 60;
/** Two reports of one second may differ by the noise of positions. */
const slackMeters = 500;

/**
 * A report with its placeholders removed: ITU-R M.1371-5, table 48: longitude 181, latitude 91, speed 102.3, course 360,
 * heading 511. Undefined where it has no position or no time; 0° N 0° E is what receivers without one report.
 */
export function cleanReport(
  report: AisPosition,
  faults: Record<ReportFault, number>,
): AisPosition | undefined {
  const { timeMs, latitude } = report;
  if (!isReportTime(timeMs)) return count(faults, 'time');
  if (
    !(Math.abs(latitude) <= 90) ||
    !(Math.abs(report.longitude) <= 360) ||
    Math.abs(report.longitude) === 181
  )
    return count(faults, 'no-position');
  const longitude = normalizeLongitude(report.longitude);
  if (longitude === 0 && latitude === 0) return count(faults, 'null-island');
  return { ...report, longitude, ...cleanMotion(report) };
}

type Motion = Pick<AisPosition, 'speedKnots' | 'courseDegrees' | 'headingDegrees'>;

/** The movement of a contact, without placeholders. */
export function cleanMotion({ speedKnots, courseDegrees, headingDegrees }: Motion): Motion {
  return {
    speedKnots: within(speedKnots, 0, 102.2),
    courseDegrees: within(courseDegrees, 0, 359.999_999),
    headingDegrees: within(headingDegrees, 0, 359.999_999),
  };
}

function count(faults: Record<ReportFault, number>, fault: ReportFault): undefined {
  faults[fault] += 1;
  return undefined;
}

function within(value: number | null, least: number, most: number): number | null {
  return value !== null && value >= least && value <= most ? value : null;
}

/** More transponders with one identifier are not distinguished: each report is compared with all of them. */
const maxTracks = 100;

/** The reports of one transponder, in the order of time, without duplicates. */
export type Track = readonly AisPosition[];

/**
 * The tracks of one identifier. Reports that no ship could make one after the other (over 60 kn) belong to several
 * tracks: a single report is a false position and counted as a jump, several are another transponder.
 */
export function toTracks(
  positions: readonly AisPosition[],
  faults: Record<ReportFault, number> = newFaultCounts(),
): readonly Track[] {
  const reports = positions
    .flatMap((position) => cleanReport(position, faults) ?? [])
    .toSorted(
      (one, other) =>
        one.timeMs - other.timeMs || one.longitude - other.longitude || one.latitude - other.latitude,
    );
  const tracks: AisPosition[][] = [];
  let previous: AisPosition | undefined;
  for (const report of reports) {
    if (previous && isSame(previous, report)) {
      faults.duplicate += 1;
      continue;
    }
    previous = report;
    const track = tracks.find((each) => isReachable(each.at(-1), report));
    if (track) {
      track.push(report);
      continue;
    }
    if (tracks.length === maxTracks) {
      // One of a single report is a false position where any other is a track.
      const single = tracks.findIndex((each) => each.length === 1);
      faults.jump += 1;
      if (single < 0) continue;
      tracks.splice(single, 1);
    }
    tracks.push([report]);
  }
  if (tracks.length < 2) return tracks;
  const lasting = tracks.filter((track) => track.length > 1);
  if (lasting.length === 0) return tracks;
  faults.jump += tracks.length - lasting.length;
  return lasting;
}

function isSame(one: AisPosition, other: AisPosition): boolean {
  return one.timeMs === other.timeMs && one.longitude === other.longitude && one.latitude === other.latitude;
}

function isReachable(from: AisPosition | undefined, to: AisPosition): boolean {
  if (!from) return false;
  const seconds = (to.timeMs - from.timeMs) / 1000;
  const reach = slackMeters + maximumKnots * metersPerSecondPerKnot * seconds;
  const perDegree = metersPerDegree((from.latitude + to.latitude) / 2);
  const up = (to.latitude - from.latitude) * perDegree.north;
  const right = normalizeLongitude(to.longitude - from.longitude) * perDegree.east;
  const roughly = Math.hypot(right, up);
  // In the plane most reports are near enough, or too far, which spares their geodesics.
  if (roughly < 100_000 && roughly < 0.9 * reach) return true;
  // Near the poles the plane is too wide.
  const isPlane = Math.abs(from.latitude) < 80 && Math.abs(to.latitude) < 80;
  if (isPlane && roughly < 100_000 && roughly > 1.1 * reach) return false;
  return distanceMetres([from.longitude, from.latitude], [to.longitude, to.latitude]) <= reach;
}
