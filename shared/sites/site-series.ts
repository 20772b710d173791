import { normalizeDirection } from '../geo/directions.ts';
import type { AreaLook } from '../passes/area-look.ts';
import { type Baseline, baselineOf, deviationOf, isAnomaly, medianOf } from './baseline.ts';

/** Detections of a look that count. */
export const siteCounts = ['all', 'confirmed'] as const;
export type SiteCount = (typeof siteCounts)[number];

/** By what looks are grouped: sensor type, mode, 15° of incidence and side; or only type and mode. */
export const lookGroupings = ['geometry', 'mode'] as const;
export type LookGrouping = (typeof lookGroupings)[number];

export type SiteOptions = {
  /** Share of the site that a look must cover to be compared, 0…1. */
  readonly minShare: number;
  readonly counted: SiteCount;
  /** By default `geometry`. */
  readonly grouping?: LookGrouping;
};

/**
 * Reason why a look is not compared with others:
 * - `partial`: it covers less than the stated share
 * - `no-footprint`: how much it covers is not known
 * - `not-fetched`: the detections of some of its records were not fetched
 * - `not-reviewed`: only confirmed ones count, and some are not reviewed
 * - `no-time`: it has no readable time
 */
export const notComparedReasons = [
  'no-time',
  'no-footprint',
  'partial',
  'not-fetched',
  'not-reviewed',
] as const;
export type NotCompared = (typeof notComparedReasons)[number];

/** A look at a site, compared with those of its group. */
export type SiteLook = AreaLook & {
  /** Count of its detections that count; null where it is not known, which is not zero. */
  readonly count: number | null;
  readonly group: LookGroup;
  readonly notCompared: NotCompared | null;
  /** MADs from the median of its group; null without a baseline, or when it is not compared. */
  readonly deviation: number | null;
  readonly isAnomaly: boolean;
};

/** Characteristics of looks that are compared with each other; null where the records do not state it. */
export type LookGroup = {
  readonly key: string;
  readonly sensorType: string | null;
  readonly sensorMode: string | null;
  /** Whole degrees, from inclusive, to exclusive. */
  readonly incidence: readonly [from: number, to: number] | null;
  /** The side of the compass that the sensor is on. */
  readonly side: 'east' | 'west' | null;
  /** Without `geometry` there is no incidence and no side. */
  readonly grouping: LookGrouping;
};

export type SiteGroup = {
  readonly group: LookGroup;
  /** Number of looks of the group that are compared. */
  readonly compared: number;
  /** Null with too few comparable looks. */
  readonly baseline: Baseline | null;
};

/** Processor versions differ between two successive looks. */
export type VersionChange = {
  /** The pass of the second one. */
  readonly passKey: string;
  readonly at: number;
  readonly from: string;
  readonly to: string;
};

/** A time without a look, epoch milliseconds UTC. */
export type LookGap = { readonly from: number; readonly to: number };

/** The looks at a site with one analytic, which finds one range of lengths. */
export type SiteSeries = {
  readonly analytic: string;
  /** By time; those without a time come last. */
  readonly looks: readonly SiteLook[];
  /** The one with the most compared looks first. */
  readonly groups: readonly SiteGroup[];
  readonly versionChanges: readonly VersionChange[];
  readonly gaps: readonly LookGap[];
};

/** Degrees of an incidence class. */
const incidenceClass = 15;

/** Returns the group of an image within one analytic: type, mode, 15° of incidence, and the side that it looks from. */
export function lookGroupOf(
  {
    sensorType,
    sensorMode,
    incidenceAngle,
    azimuthAngle,
  }: Pick<AreaLook, 'sensorType' | 'sensorMode' | 'incidenceAngle' | 'azimuthAngle'>,
  grouping: LookGrouping = 'geometry',
): LookGroup {
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
export function toSiteSeries(looks: readonly AreaLook[], options: SiteOptions): readonly SiteSeries[] {
  const byAnalytic = Map.groupBy(looks, ({ analytic }) => analytic);
  return [...byAnalytic]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([analytic, ofAnalytic]) => toSeries(analytic, ofAnalytic, options));
}

function toSeries(analytic: string, looks: readonly AreaLook[], options: SiteOptions): SiteSeries {
  const counted = looks.map((look) => ({
    ...look,
    count: countOf(look, options.counted),
    group: lookGroupOf(look, options.grouping),
    notCompared: notComparedReason(look, options),
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
    looks: counted.map((look) => {
      const baseline = baselines.get(look.group.key);
      const { count, notCompared } = look;
      if (!baseline || count === null || notCompared !== null)
        return { ...look, deviation: null, isAnomaly: false };
      return { ...look, deviation: deviationOf(count, baseline), isAnomaly: isAnomaly(count, baseline) };
    }),
    groups: groups.toSorted((one, other) => other.compared - one.compared),
    versionChanges: findVersionChanges(looks),
    gaps: findGaps(counted),
  };
}

/** Number of looks compared with a baseline, and how many are in groups that have too few for one. */
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

/** Without the detections of some records, nothing found is not known to be nothing. */
function countOf(look: AreaLook, counted: SiteCount): number | null {
  const count = counted === 'confirmed' ? look.confirmed : look.detections;
  return count === 0 && !look.hasAllFeatures ? null : count;
}

function notComparedReason(look: AreaLook, { minShare, counted }: SiteOptions): NotCompared | null {
  if (look.startedAt === null) return 'no-time';
  if (look.share === null) return 'no-footprint';
  if (look.share < minShare) return 'partial';
  if (!look.hasAllFeatures) return 'not-fetched';
  return counted === 'confirmed' && look.reviewed < look.detections ? 'not-reviewed' : null;
}

function findVersionChanges(looks: readonly AreaLook[]): readonly VersionChange[] {
  const stated = looks.flatMap(({ passKey, startedAt, versions }) =>
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
/** Looks that are less apart are frames of one visit. */
const visitMs = 3_600_000;

/** Returns the times between two looks that are much longer than usual; partial looks count as looks. */
function findGaps(looks: readonly Pick<AreaLook, 'startedAt'>[]): readonly LookGap[] {
  const usual = usualInterval(looks);
  return usual === null ? [] : timesBetween(looks).filter(({ from, to }) => to - from >= gapFactor * usual);
}

/** Returns the median time between visits in milliseconds, of looks by time; null for fewer than three visits. */
export function usualInterval(looks: readonly Pick<AreaLook, 'startedAt'>[]): number | null {
  const spans = timesBetween(looks);
  return spans.length < 2 ? null : medianOf(spans.map(({ from, to }) => to - from));
}

/** Whether the time since the last look is a gap. */
export function isGapUntil(now: number, looks: readonly Pick<AreaLook, 'startedAt'>[]): boolean {
  const usual = usualInterval(looks);
  const last = looks.findLast(({ startedAt }) => startedAt !== null)?.startedAt ?? null;
  return usual !== null && last !== null && now - last >= gapFactor * usual;
}

function timesBetween(looks: readonly Pick<AreaLook, 'startedAt'>[]): readonly LookGap[] {
  const times = looks.flatMap(({ startedAt }) => startedAt ?? []);
  return times
    .slice(1)
    .map((to, index): LookGap => ({ from: times[index] ?? to, to }))
    .filter(({ from, to }) => to - from >= visitMs);
}
