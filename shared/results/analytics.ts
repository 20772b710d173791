import { type SiteKind, siteKindTitles } from '../site-kinds.ts';
import type { ShapeName } from './symbol-shapes.ts';

/** Shortest and longest length in meters that an analytic finds; the longest is null without a limit. */
export type FindableLengths = readonly [shortest: number, longest: number | null];

/** The groups of analytics, as forms list them. */
export const analyticGroups = ['ships', 'air', 'ground', 'change'] as const;
export type AnalyticGroup = (typeof analyticGroups)[number];

/** Symbol of the detections of an analytic in legends, tables, charts, print and on the map. */
export type AnalyticSymbol = {
  readonly shape: ShapeName;
  /** `#rrggbb` for each color scheme. */
  readonly dark: string;
  readonly light: string;
};

/**
 * An analytic of the service's documents: all that the app shows, checks and writes because of its name. An analytic is
 * added by a row of `analytics`, with a new shape in `symbol-shapes.ts`, where each has its analytic, and colors whose lowest
 * differences `analytic-symbol.test.ts` states. `order-form.test.tsx` and `unknown-names.test.ts` count the analytics. The
 * demo service has its own lists, which do not follow, so that they check the client: one of `orders/order-body.ts` can be
 * ordered, one of `data/analytics.ts` has results. For instance:
 *
 *     {
 *       name: 'RailcarDetection',
 *       title: 'Railcar',
 *       meaning: 'Finds railcars from 10 m in length.',
 *       symbol: { shape: 'wagon', dark: '#f0ffff', light: '#1e001e' },
 *       group: 'ground',
 *       hasResults: true,
 *       finds: 'railcars from 10 m in length',
 *       meters: [10, null],
 *       battleDimension: 'G',
 *     }
 */
type Analytic = {
  readonly name: string;
  /** Display name for legends and tables. */
  readonly title: string;
  /** Meaning as in the service's document (ordering-api.md, 2.6), a sentence. */
  readonly meaning: string;
  readonly symbol: AnalyticSymbol;
  /** The group in which forms offer it. */
  readonly group: AnalyticGroup;
  /** Whether the document of the results service lists it. */
  readonly hasResults: boolean;
  /** Objects that it finds, where the service states limits, as the end of a sentence. */
  readonly finds?: string;
  readonly meters?: FindableLengths;
  /** A length in meters that no such object has, however badly it is measured: twice the longest ever, or more. */
  readonly impossibleMeters?: number;
  /** False where it states no classes. */
  readonly classifies?: false;
  /** The kind of site that it is limited to (ordering-api.md, 2.6); absent where it examines all of an image. */
  readonly limitedTo?: SiteKind;
  /** Whether its detections may be ships. */
  readonly isVessel?: true;
  /** Battle dimension of Cursor on Target: sea surface or ground; absent where the name does not imply one. */
  readonly battleDimension?: 'S' | 'G';
};

/** The analytics in the order of the service's document. Their colors differ for color-blind users, too. */
export const analytics = [
  {
    name: 'SmallVesselDetection',
    title: 'Small vessel',
    meaning: 'Finds vessels from 20 m to 150 m in length.',
    symbol: { shape: 'dart', dark: '#e2a037', light: '#bf6102' },
    group: 'ships',
    hasResults: true,
    finds: 'vessels from 20 m to 150 m in length',
    meters: [20, 150],
    // The longest ship ever had 458 m.
    impossibleMeters: 1_000,
    isVessel: true,
    battleDimension: 'S',
  },
  {
    name: 'LargeVesselDetection',
    title: 'Large vessel',
    meaning: 'Finds vessels longer than 150 m.',
    symbol: { shape: 'hull', dark: '#d85841', light: '#a72003' },
    group: 'ships',
    hasResults: true,
    finds: 'vessels longer than 150 m',
    meters: [150, null],
    impossibleMeters: 1_000,
    isVessel: true,
    battleDimension: 'S',
  },
  {
    name: 'SubsidenceMonitoring',
    title: 'Subsidence',
    meaning: 'Interferometric monitoring of populated regions for millimeter-scale subsidence and uplift.',
    symbol: { shape: 'barred-triangle', dark: '#887b72', light: '#481500' },
    group: 'change',
    hasResults: false,
  },
  {
    name: 'AircraftDetection',
    title: 'Aircraft',
    meaning: 'Finds aircraft in user-defined airdromes.',
    symbol: { shape: 'plane', dark: '#6e73f6', light: '#6c3791' },
    group: 'air',
    hasResults: true,
    limitedTo: 'airdrome',
    // The longest aircraft ever had 88 m.
    impossibleMeters: 200,
  },
  {
    name: 'SPEX',
    title: 'Man-made object',
    meaning: 'Highlights the brightest human-made objects in a cluster. It does not classify.',
    symbol: { shape: 'diamond', dark: '#d7c8e8', light: '#9b6e92' },
    group: 'ground',
    hasResults: true,
    finds: 'the brightest human-made objects in a cluster, without classes',
    classifies: false,
    isVessel: true,
  },
  {
    name: 'CarCounting',
    title: 'Cars',
    meaning: 'Estimates the number of cars in a standard commercial parking lot.',
    symbol: { shape: 'pill', dark: '#8afeb7', light: '#066346' },
    group: 'ground',
    hasResults: false,
    limitedTo: 'parking-lot',
    battleDimension: 'G',
  },
  {
    name: 'GroundVehicleDetection',
    title: 'Ground vehicle',
    meaning: 'Gives coordinates and predicted class of stationary vehicles in the AOI.',
    symbol: { shape: 'square', dark: '#8eaa81', light: '#6f855c' },
    group: 'ground',
    hasResults: true,
    battleDimension: 'G',
  },
  {
    name: 'ChangeDetection',
    title: 'Change',
    meaning: 'Finds changes between images of the same place.',
    symbol: { shape: 'hollow-triangle', dark: '#63affd', light: '#0666f6' },
    group: 'change',
    hasResults: true,
  },
] as const satisfies readonly Analytic[];

const byName: ReadonlyMap<string, Analytic> = new Map(analytics.map((each) => [each.name, each]));

/** The documented names. */
export const documentedAnalytics: readonly string[] = analytics.map(({ name }) => name);

/** The row of a documented analytic; undefined for other names. */
export function findAnalytic(name: string): Analytic | undefined {
  return byName.get(name);
}

/**
 * Returns the display name of an analytic for legends and tables (`Large vessel`). A name that the service does not list
 * stays unchanged; names joined by ` + ` are translated one by one, those of ships of all lengths to `Vessel`.
 */
export function analyticDisplayName(analytic: string): string {
  const names = analytic.split(' + ');
  if (names.length > 1 && names.every((name) => findableLengths(name) !== null)) return 'Vessel';
  return names.map((name) => byName.get(name)?.title ?? name).join(' + ');
}

/** Names of the documented analytics of which the results service has detections. */
export const analyticsWithResults: readonly string[] = analytics.flatMap(({ name, hasResults }) =>
  hasResults ? [name] : [],
);

export const analyticGroupTitles: Readonly<Record<AnalyticGroup, string>> = {
  ships: 'Ships',
  air: 'Air',
  ground: 'Ground',
  change: 'Change',
};

/** The group of an analytic, also of names joined by ` + ` that all belong to one; null where none is known. */
export function analyticGroup(analytic: string): AnalyticGroup | null {
  const groups = new Set(analytic.split(' + ').map((name) => byName.get(name)?.group ?? null));
  const [group = null] = groups;
  return groups.size === 1 ? group : null;
}

/**
 * Names analytics in as few words as they need: the titles of groups of two and more of which all that are offered are
 * among them, then the display names of the others.
 */
export function describeAnalytics(
  names: readonly string[],
  offered: readonly string[] = analyticsWithResults,
): readonly string[] {
  const whole = analyticGroups.filter((group) => {
    const members = offered.filter((name) => analyticGroup(name) === group);
    return members.length > 1 && members.every((name) => names.includes(name));
  });
  const others = names.filter((name) => whole.every((group) => group !== analyticGroup(name)));
  return [...whole.map((group) => analyticGroupTitles[group]), ...others.map(analyticDisplayName)];
}

/** Whether the detections of an analytic may be ships, by its name. */
export function isVesselAnalytic(analytic: string): boolean {
  return /vessel|ship/i.test(analytic) || byName.get(analytic)?.isVessel === true;
}

/** The kind of site that an analytic is limited to; null where it examines all of an image, as far as is stated. */
export function limitOf(analytic: string): SiteKind | null {
  return byName.get(analytic)?.limitedTo ?? null;
}

/** Describes the limit of an analytic to a kind of site, as sentences; null without one. */
export function describeLimit(analytic: string): string | null {
  const { title, meaning, limitedTo } = byName.get(analytic) ?? {};
  return limitedTo === undefined
    ? null
    : `${title}: “${meaning}” The service does not state where these are. Only at a site marked as “${siteKindTitles[limitedTo]}” does an image without detections state that none was found.`;
}

/** The lengths that an analytic finds; null where the service states none for it. */
export function findableLengths(analytic: string): FindableLengths | null {
  return byName.get(analytic)?.meters ?? null;
}

/** A length in meters that no object of an analytic has; infinite where none is known. */
export function impossibleLength(analytic: string | undefined): number {
  return byName.get(analytic ?? '')?.impossibleMeters ?? Number.POSITIVE_INFINITY;
}

/** Describes what analytics can find, as sentences; null where the service states no limits for any of them. */
export function describeFindable(names: readonly string[]): string | null {
  const sentences = names.flatMap((name) => {
    const { title, finds } = byName.get(name) ?? {};
    return finds === undefined ? [] : [`${title} finds ${finds}.`];
  });
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** The properties of a detection that its analytic cannot have found, as sentences. Length in meters. */
export function beyondLimits(
  analytic: string,
  { length, className }: { readonly length: number | null; readonly className: string | null },
): readonly string[] {
  const { title, finds, meters, classifies } = byName.get(analytic) ?? {};
  const isOutside = length !== null && meters !== undefined && !isFindableLength(meters, length);
  return [
    ...(isOutside ? [`Its length is outside of what the analytic finds: ${title} finds ${finds}.`] : []),
    ...(classifies === false && className !== null
      ? [`${title} does not classify, but the record states the class “${className}”.`]
      : []),
  ];
}

/** Whether a length in meters is one of these. */
function isFindableLength([shortest, longest]: FindableLengths, length: number): boolean {
  return length >= shortest && (longest === null || length <= longest);
}
