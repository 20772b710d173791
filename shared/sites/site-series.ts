import { normalizeDirection } from '../geo/directions.ts';
import type { AreaPass } from '../passes/area-pass.ts';
import { type Baseline, baselineOf, deviationOf, isAnomaly, medianOf } from './baseline.ts';

/** Detections of a pass that count. */
export const siteCounts = ['all', 'confirmed'] as const;
export type SiteCount = (typeof siteCounts)[number];

/** By what passes are grouped: sensor type, mode, 15° of incidence and side; or only type and mode. */
export const sitePassGroupings = ['geometry', 'mode'] as const;
export type SitePassGrouping = (typeof sitePassGroupings)[number];

export type SiteOptions = {
  /** Share of the site that a pass must cover to be compared, 0…1. */
  readonly minShare: number;
  readonly counted: SiteCount;
  /** By default `geometry`. */
  readonly grouping?: SitePassGrouping;
};

/**
 * Reason why a pass is not compared with others:
 * - `partial`: it covers less than the stated share
 * - `no-footprint`: how much it covers is not known
 * - `not-examined`: whether the analytic examines the site is not known
 * - `not-fetched`: the detections of some of its records were not fetched
 * - `not-reviewed`: only confirmed ones count, and some are not reviewed
 * - `no-time`: it has no readable time
 */
export const notComparedReasons = [
  'no-time',
  'no-footprint',
  'not-examined',
  'partial',
  'not-fetched',
  'not-reviewed',
] as const;
export type NotCompared = (typeof notComparedReasons)[number];

/** A pass over a site, compared with those of its group. */
export type SitePass = AreaPass & {
  /** Count of its detections that count; null where it is not known, which is not zero. */
  readonly count: number | null;
  readonly group: SitePassGroup;
  readonly notCompared: NotCompared | null;
  /** MADs from the median of its group; null without a baseline, or when it is not compared. */
  readonly deviation: number | null;
  readonly isAnomaly: boolean;
};

/** Characteristics of passes that are compared with each other; null where the records do not state it. */
export type SitePassGroup = {
  readonly key: string;
  readonly sensorType: string | null;
  readonly sensorMode: string | null;
  /** Whole degrees, from inclusive, to exclusive. */
  readonly incidence: readonly [from: number, to: number] | null;
  /** The side of the compass that the sensor is on. */
  readonly side: 'east' | 'west' | null;
  /** Without `geometry` there is no incidence and no side. */
  readonly grouping: SitePassGrouping;
};

export type SiteGroup = {
  readonly group: SitePassGroup;
  /** Number of passes of the group that are compared. */
  readonly compared: number;
  /** Null with too few comparable passes. */
  readonly baseline: Baseline | null;
};

/** Processor versions differ between two successive passes. */
export type VersionChange = {
  /** The pass of the second one. */
  readonly passKey: string;
  readonly at: number;
  readonly from: string;
  readonly to: string;
};

/** A time without a pass, epoch milliseconds UTC. */
export type PassGap = { readonly from: number; readonly to: number };

/** The passes over a site with one analytic, which finds one range of lengths. */
export type SiteSeries = {
  readonly analytic: string;
  /** By time; those without a time come last. */
  readonly passes: readonly SitePass[];
  /** The one with the most compared passes first. */
  readonly groups: readonly SiteGroup[];
  readonly versionChanges: readonly VersionChange[];
  readonly gaps: readonly PassGap[];
};

/** Degrees of an incidence class. */
const incidenceClass = 15;

/** Returns the group of an image within one analytic: type, mode, 15° of incidence, and the side that it looks from. */
export function sitePassGroupOf(
  {
    sensorType,
    sensorMode,
    incidenceAngle,
    azimuthAngle,
  }: Pick<AreaPass, 'sensorType' | 'sensorMode' | 'incidenceAngle' | 'azimuthAngle'>,
  grouping: SitePassGrouping = 'geometry',
): SitePassGroup {
  if (grouping === 'mode') {
    const key = JSON.stringify([sensorType, sensorMode]);
    return { key, sensorType, sensorMode, incidence: null, side: null, grouping };
  }
  const from =
    incidenceAngle === null ? null : incidenceClass * Math.floor(Math.abs(incidenceAngle) / incidenceClass);
  const incidence = from === null ? null : ([from, from + incidenceClass] as const);
  const side = azimuthAngle === null ? null : normalizeDirection(azimuthAngle) < 180 ? 'east' : 'west';
  const key = JSON.stringify([sensorType, sensorMode, from, side]);
  return { key, sensorType, sensorMode, incidence, side, grouping };
}

/** Returns a series for each analytic, by name. */
export function toSiteSeries(areaPasses: readonly AreaPass[], options: SiteOptions): readonly SiteSeries[] {
  const byAnalytic = Map.groupBy(areaPasses, ({ analytic }) => analytic);
  return [...byAnalytic]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([analytic, ofAnalytic]) => toSeries(analytic, ofAnalytic, options));
}

function toSeries(analytic: string, areaPasses: readonly AreaPass[], options: SiteOptions): SiteSeries {
  const counted = areaPasses.map((areaPass) => ({
    ...areaPass,
    count: countOf(areaPass, options.counted),
    group: sitePassGroupOf(areaPass, options.grouping),
    notCompared: notComparedReason(areaPass, options),
  }));
  const groups = [...Map.groupBy(counted, ({ group }) => group.key).values()].flatMap(
    (members): SiteGroup[] => {
      const [first] = members;
      const counts = members.flatMap(({ count, notCompared }) =>
        notCompared === null && count !== null ? [count] : [],
      );
      return first ? [{ group: first.group, compared: counts.length, baseline: baselineOf(counts) }] : [];
    },
  );
  const baselines = new Map(groups.map(({ group, baseline }) => [group.key, baseline]));
  return {
    analytic,
    passes: counted.map((pass) => {
      const baseline = baselines.get(pass.group.key);
      const { count, notCompared } = pass;
      if (!baseline || count === null || notCompared !== null)
        return { ...pass, deviation: null, isAnomaly: false };
      return { ...pass, deviation: deviationOf(count, baseline), isAnomaly: isAnomaly(count, baseline) };
    }),
    groups: groups.toSorted((one, other) => other.compared - one.compared),
    versionChanges: findVersionChanges(areaPasses),
    gaps: findGaps(counted),
  };
}

/** Number of passes compared with a baseline, and how many are in groups that have too few for one. */
export function countCompared({ groups }: Pick<SiteSeries, 'groups'>): {
  readonly compared: number;
  readonly inSmallGroups: number;
} {
  const sum = (some: readonly SiteGroup[]) => some.reduce((total, { compared }) => total + compared, 0);
  return {
    compared: sum(groups.filter(({ baseline }) => baseline !== null)),
    inSmallGroups: sum(groups.filter(({ baseline }) => baseline === null)),
  };
}

/** Without the detections of some records, or where the site may not be examined, nothing found is not known to be nothing. */
function countOf(areaPass: AreaPass, counted: SiteCount): number | null {
  const count = counted === 'confirmed' ? areaPass.confirmed : areaPass.detections;
  return count === 0 && !isWhole(areaPass) ? null : count;
}

/** Whether what a pass found is all that its analytic could find at the site; otherwise it is at least that. */
export function isWhole({
  isExamined,
  hasAllFeatures,
}: Pick<AreaPass, 'isExamined' | 'hasAllFeatures'>): boolean {
  return isExamined && hasAllFeatures;
}

function notComparedReason(areaPass: AreaPass, { minShare, counted }: SiteOptions): NotCompared | null {
  if (areaPass.startedAt === null) return 'no-time';
  if (areaPass.share === null) return 'no-footprint';
  if (!areaPass.isExamined) return 'not-examined';
  if (areaPass.share < minShare) return 'partial';
  if (!areaPass.hasAllFeatures) return 'not-fetched';
  return counted === 'confirmed' && areaPass.reviewed < areaPass.detections ? 'not-reviewed' : null;
}

function findVersionChanges(areaPasses: readonly AreaPass[]): readonly VersionChange[] {
  const stated = areaPasses.flatMap(({ passKey, startedAt, versions }) =>
    startedAt !== null && versions.length > 0
      ? [{ passKey, at: startedAt, version: versions.join(', ') }]
      : [],
  );
  return stated.flatMap(({ passKey, at, version }, index) => {
    const former = stated[index - 1];
    return former && former.version !== version ? [{ passKey, at, from: former.version, to: version }] : [];
  });
}

/** Times between visits from this many times the usual interval on are gaps. */
const gapFactor = 3;
/** Passes that are less apart are frames of one visit. */
const visitMs = 3_600_000;

/** Returns the times between two passes that are much longer than usual; partial passes count, too. */
function findGaps(areaPasses: readonly Pick<AreaPass, 'startedAt'>[]): readonly PassGap[] {
  const usual = usualInterval(areaPasses);
  return usual === null
    ? []
    : timesBetween(areaPasses).filter(({ from, to }) => to - from >= gapFactor * usual);
}

/** Returns the median time between visits in milliseconds, of passes by time; null for fewer than three visits. */
export function usualInterval(areaPasses: readonly Pick<AreaPass, 'startedAt'>[]): number | null {
  const spans = timesBetween(areaPasses);
  return spans.length < 2 ? null : medianOf(spans.map(({ from, to }) => to - from));
}

/** Whether the time since the last pass is a gap. */
export function isGapUntil(now: number, areaPasses: readonly Pick<AreaPass, 'startedAt'>[]): boolean {
  const usual = usualInterval(areaPasses);
  const last = areaPasses.findLast(({ startedAt }) => startedAt !== null)?.startedAt ?? null;
  return usual !== null && last !== null && now - last >= gapFactor * usual;
}

function timesBetween(areaPasses: readonly Pick<AreaPass, 'startedAt'>[]): readonly PassGap[] {
  const times = areaPasses.flatMap(({ startedAt }) => startedAt ?? []);
  return times
    .slice(1)
    .map((to, index): PassGap => ({ from: times[index] ?? to, to }))
    .filter(({ from, to }) => to - from >= visitMs);
}
