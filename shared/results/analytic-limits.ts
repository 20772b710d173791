import { analyticDisplayName } from './analytic-name.ts';

/** Shortest and longest length in meters that an analytic finds; the longest is null without a limit. */
export type FindableLengths = readonly [shortest: number, longest: number | null];

/** Limits of what an analytic can find (service.md, Analytics), and whether it states classes. */
type AnalyticLimits = {
  readonly finds: string;
  readonly meters?: FindableLengths;
  readonly classifies?: false;
};

const limits: ReadonlyMap<string, AnalyticLimits> = new Map<string, AnalyticLimits>([
  ['SmallVesselDetection', { finds: 'vessels from 20 m to 150 m in length', meters: [20, 150] }],
  ['LargeVesselDetection', { finds: 'vessels longer than 150 m', meters: [150, null] }],
  ['SPEX', { finds: 'the brightest human-made objects in a cluster, without classes', classifies: false }],
]);

/** Describes what analytics can find, as sentences; null where the service states no limits for any of them. */
export function describeFindable(analytics: readonly string[]): string | null {
  const sentences = analytics.flatMap((name) => {
    const known = limits.get(name);
    return known ? [`${analyticDisplayName(name)} finds ${known.finds}.`] : [];
  });
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** The lengths that an analytic finds; null where the service states none for it. */
export function findableLengths(analytic: string): FindableLengths | null {
  return limits.get(analytic)?.meters ?? null;
}

/** Twice the longest there ever was, or more: an aircraft of 88 m and a ship of 458 m. */
const impossibleLengths: ReadonlyMap<string, number> = new Map([
  ['AircraftDetection', 200],
  ['SmallVesselDetection', 1_000],
  ['LargeVesselDetection', 1_000],
]);

/** A length in meters that no object of an analytic has, however badly it is measured; infinite where none is known. */
export function impossibleLength(analytic: string | undefined): number {
  return impossibleLengths.get(analytic ?? '') ?? Number.POSITIVE_INFINITY;
}

/** Whether a length in meters is one of these. */
function isFindableLength([shortest, longest]: FindableLengths, length: number): boolean {
  return length >= shortest && (longest === null || length <= longest);
}

/** The properties of a detection that its analytic cannot have found, as sentences. Length in meters. */
export function beyondLimits(
  analytic: string,
  { length, className }: { readonly length: number | null; readonly className: string | null },
): readonly string[] {
  const known = limits.get(analytic);
  if (!known) return [];
  const isOutside = length !== null && known.meters !== undefined && !isFindableLength(known.meters, length);
  const name = analyticDisplayName(analytic);
  return [
    ...(isOutside ? [`Its length is outside of what the analytic finds: ${name} finds ${known.finds}.`] : []),
    ...(known.classifies === false && className !== null
      ? [`${name} does not classify, but the record states the class “${className}”.`]
      : []),
  ];
}
