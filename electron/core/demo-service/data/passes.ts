import { z } from 'zod';
import { type LonLat, lonLatSchema } from '../../../../shared/geo/geometry.ts';
import { type Airfield, airfields } from './airfields.ts';
import type { Anchorage } from './anchorages.ts';
import type { SensorMode } from './constellations.ts';
import { moveBy } from './local-plane.ts';
import { demoPorts } from './ports.ts';
import type { Random } from './random.ts';
import { type DemoRegion, demoRegions, isRestricted } from './regions.ts';
import type { Traffic } from './traffic.ts';

/** A named position on which an image is centered. */
export type PassTarget = { readonly name: string; readonly region: DemoRegion; readonly position: LonLat };

/** One image acquisition and what it is analyzed for. It yields one record or several. */
export type DemoPass =
  | { readonly kind: 'vessels'; readonly target: PassTarget; readonly scale: SensorMode['scale'] }
  | {
      readonly kind: 'aircraft';
      readonly target: PassTarget;
      readonly airfield: Airfield;
      readonly withVehicles: boolean;
    }
  | {
      readonly kind: 'anchorage';
      readonly target: PassTarget;
      readonly anchorage: Anchorage;
      /** Day of the image, days since 1970 where it is. */
      readonly day: number;
    }
  | {
      readonly kind: 'ordered';
      readonly target: PassTarget;
      readonly scale: SensorMode['scale'];
      /** When the image is taken, epoch milliseconds UTC. */
      readonly startTime: number;
      /** Names of the ordered analytics; those that the demo data does not have yield no record. */
      readonly analytics: readonly string[];
    }
  | { readonly kind: 'vehicles' | 'bright objects' | 'changes'; readonly target: PassTarget };

/** Number of passes of each kind in a day. */
const passesPerDay = {
  vessels: 60,
  restricted: 4,
  aircraft: 28,
  vehicles: 15,
  'bright objects': 17,
  changes: 14,
} as const;

/** The passes of one day, in no particular order of kind. */
export function planPasses(traffic: Traffic, random: Random): DemoPass[] {
  const repeat = (count: number, plan: () => DemoPass) => Array.from({ length: count }, plan);
  const passes = [
    ...repeat(passesPerDay.vessels, () => vesselPass(traffic, 'open', random)),
    ...repeat(passesPerDay.restricted, () => vesselPass(traffic, 'restricted', random)),
    ...repeat(passesPerDay.aircraft, () => aircraftPass(random)),
    ...repeat(passesPerDay.vehicles, () => sitePass('vehicles', random)),
    ...repeat(passesPerDay['bright objects'], () => sitePass('bright objects', random)),
    ...repeat(passesPerDay.changes, () => sitePass('changes', random)),
  ];
  return passes
    .map((pass) => ({ pass, rank: random.unit() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ pass }) => pass);
}

/** Busan is imaged every day, so that there are always passes over one place to step through. */
export function dailyPass(random: Random): DemoPass {
  const busan = demoPorts.find(({ name }) => name === 'Busan');
  if (!busan) throw new Error('Busan is not among the ports.');
  return {
    kind: 'vessels',
    target: { ...busan, position: scatter(busan.roads, 2000, random) },
    scale: 'strip',
  };
}

/** Share of the images of an anchorage that show about half of it, and how far off they are, in meters. */
const shareDisplaced = 0.12;
const displacement = 41_000;

/** The image of an anchorage on a day. */
export function anchoragePass(anchorage: Anchorage, day: number, random: Random): DemoPass {
  const { name, region, position } = anchorage;
  const north = random.chance(shareDisplaced) ? displacement * (random.chance(0.5) ? 1 : -1) : 0;
  const center = moveBy(scatter(position, 1500, random), [0, north]);
  return { kind: 'anchorage', target: { name, region, position: center }, anchorage, day };
}

const portsBy = {
  open: demoPorts.filter((port) => !isRestricted(port)),
  restricted: demoPorts.filter(isRestricted),
};

function vesselPass(traffic: Traffic, access: 'open' | 'restricted', random: Random): DemoPass {
  if (random.chance(0.55)) {
    const port = random.weighted(portsBy[access], (item) => item.traffic);
    const scale = random.weighted(
      ['detail', 'strip', 'wide'] as const,
      (item) => ({ detail: 4, strip: 5, wide: 2 })[item],
    );
    const spread = scale === 'detail' ? 1500 : 5000;
    const middle: LonLat = random.chance(0.5) ? port.roads : port.harbour;
    return { kind: 'vessels', target: { ...port, position: scatter(middle, spread, random) }, scale };
  }
  const { lane, position } = random.weighted(traffic.lanePoints[access], (point) => point.lane.traffic);
  return {
    kind: 'vessels',
    target: { name: lane.name, region: lane.region, position: scatter(position, 4000, random) },
    scale: random.chance(0.55) ? 'strip' : 'wide',
  };
}

function aircraftPass(random: Random): DemoPass {
  const airfield = random.weighted(airfields, ({ stands }) => stands);
  const target = { ...airfield, position: scatter(airfield.position, 150, random) };
  return { kind: 'aircraft', target, airfield, withVehicles: random.chance(0.25) };
}

function sitePass(kind: 'vehicles' | 'bright objects' | 'changes', random: Random): DemoPass {
  const kindOfSite = kind === 'vehicles' ? 'depot' : 'industry';
  const sites: readonly PassTarget[] = groundSites.filter((site) => site.kind === kindOfSite);
  const harbours = portsBy.open.map(({ name, region, harbour }) => ({ name, region, position: harbour }));
  const target = random.pick(kind === 'changes' && random.chance(0.6) ? harbours : sites);
  return { kind, target };
}

function scatter(position: LonLat, spread: number, random: Random): LonLat {
  return moveBy(position, [random.normal(0, spread), random.normal(0, spread)]);
}

import rows from './ground-sites.json' with { type: 'json' };

const groundSiteSchema = z.strictObject({
  name: z.string(),
  region: z.enum(demoRegions),
  position: lonLatSchema,
  /** `depot`: rows of parked vehicles. `industry`: bright structures, building work. */
  kind: z.enum(['depot', 'industry']),
});

/** The monitored sites on land of the demo data: near known towns, not at any particular installation. */
const groundSites = z.array(groundSiteSchema).readonly().parse(rows);
