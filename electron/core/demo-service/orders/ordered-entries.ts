import type { LonLat } from '../../../../shared/geo/geometry.ts';
import { createPlanned } from '../data/day.ts';
import { metresBetween } from '../data/local-plane.ts';
import type { DemoPass, PassTarget } from '../data/passes.ts';
import { demoPorts } from '../data/ports.ts';
import { createRandom, type Random } from '../data/random.ts';
import type { DemoEntry } from '../data/record.ts';
import { planRecords } from '../data/record-plans.ts';
import { isRestricted } from '../data/regions.ts';
import type { World } from '../data/world.ts';
import { orderBody } from './order-body.ts';
import type { StoredOrder } from './state-file.ts';

/** The numbers of a day's records from here on are those of ordered images, so many for each order. */
const firstNumber = 1000;
const numbersPerOrder = 40;
const ordersPerDay = 200;

/**
 * The records of orders that complete: one image over each ordered area, uploaded just before the completion. Each is
 * made once; `orders` only grows.
 */
export function createOrderedEntries(orders: () => readonly StoredOrder[]) {
  const entries: DemoEntry[] = [];
  let orderCount = 0;
  return (world: World): readonly DemoEntry[] => {
    for (const [index, order] of orders().entries()) {
      if (index >= orderCount) entries.push(...entriesOf(order, index, world));
    }
    orderCount = orders().length;
    return entries;
  };
}

function entriesOf(order: StoredOrder, index: number, world: World): DemoEntry[] {
  const body = orderBody.safeParse(JSON.parse(order.requestText));
  const completed = order.plan.find(({ state }) => state === 'completed');
  const begun = order.plan.find(({ state }) => state === 'in-progress');
  if (!order.isImaged || !body.success || !completed || !begun) return [];
  const { aois, schedule, workflowRequest } = body.data.request;
  const random = createRandom(world.seed, 'ordered', order.id);
  const uploadedAt = Date.parse(completed.when);
  const spans = schedule.map(({ range }) => [Date.parse(range.min), Date.parse(range.max)] as const);
  const startTime = imagedAt(spans, (Date.parse(begun.when) + uploadedAt) / 2, random);
  const first = firstNumber + numbersPerOrder * (index % ordersPerDay);
  const day = new Date(uploadedAt).toISOString().slice(0, 10).replaceAll('-', '');
  return aois
    .flatMap((aoi) => {
      const pass: DemoPass = {
        kind: 'ordered',
        ...placeOf(aoi),
        startTime,
        analytics: workflowRequest.analytics,
      };
      return planRecords(pass, uploadedAt, world, random).map((plan) => ({ pass, plan }));
    })
    .slice(0, numbersPerOrder)
    .map(({ pass, plan }, position) =>
      createPlanned(pass, plan, { day, number: first + position }, uploadedAt, world),
    );
}

type Span = readonly [from: number, to: number];

/** `now` where it is ordered, else any instant of the last ordered span before. */
function imagedAt(spans: readonly Span[], now: number, random: Random): number {
  const begun = spans.filter(([from]) => from <= now);
  const latest = begun.reduce((one, other) => (other[1] > one[1] ? other : one), begun[0] ?? [now, now]);
  return Math.round(latest[1] >= now ? now : random.between(...latest));
}

type Aoi = (typeof orderBody)['_output']['request']['aois'][number];

/** The middle of an area, the region of the nearest port, and how wide an image of it is. */
function placeOf(aoi: Aoi): { readonly target: PassTarget; readonly scale: 'detail' | 'strip' | 'wide' } {
  const corners: readonly LonLat[] =
    aoi.type === 'point'
      ? [[aoi.longitude_deg, aoi.latitude_deg]]
      : (aoi.geojson.coordinates[0] ?? []).map(([longitude, latitude]) => [longitude, latitude]);
  const longitudes = corners.map(([longitude]) => longitude);
  const crosses = Math.max(...longitudes) - Math.min(...longitudes) > 180;
  const east = longitudes.map((longitude) => (crosses && longitude < 0 ? longitude + 360 : longitude));
  const latitudes = corners.map(([, latitude]) => latitude);
  const longitude = (Math.min(...east) + Math.max(...east)) / 2;
  const position: LonLat = [
    longitude > 180 ? longitude - 360 : longitude,
    (Math.min(...latitudes) + Math.max(...latitudes)) / 2,
  ];
  const distanceTo = (other: LonLat) => Math.hypot(...metresBetween(position, other));
  const [nearest] = demoPorts
    .filter((port) => !isRestricted(port))
    .toSorted((one, other) => distanceTo(one.roads) - distanceTo(other.roads));
  if (!nearest) throw new Error('There is no port.');
  const reach = aoi.type === 'point' ? aoi.radius_km * 1000 : Math.max(...corners.map(distanceTo));
  return {
    target: { name: nearest.name, region: nearest.region, position },
    scale: reach > 40_000 ? 'wide' : reach > 8_000 ? 'strip' : 'detail',
  };
}
