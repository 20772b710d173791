import { changeDetectionTypes, type OrderRequest } from '../../shared/orders/request/order-request.ts';
import { analytics } from '../../shared/results/analytics.ts';
import type { SeededRandom } from './seeded-random.ts';

const analyticNames: readonly string[] = [...analytics.map(({ name }) => name), 'WakeDetection'];

/** A request as service.md describes it, with any mix of its fields; times are in UTC. */
export function randomOrderRequest(random: SeededRandom): OrderRequest {
  const chosen = random.some(analyticNames);
  const analytics = chosen.length > 0 ? chosen : ['SPEX'];
  const texts = { descriptiveName: randomText, purchaseReason: randomText, customerNotes: randomText };
  return {
    ...optional(random, texts),
    request: {
      type: 'workflow',
      contactEmail: random.pick(['analyst@example.org', 'a.b+c@sub.example.com']),
      workflowRequest: { type: 'analytic', analytics },
      schedule: times(random, 1, 4, () => ({ type: 'range', range: randomRange(random) })),
      aois: times(random, 1, 5, () => (random.chance(0.5) ? randomPoint(random) : randomPolygon(random))),
      ...(analytics.includes('ChangeDetection') && random.chance(0.8)
        ? { changeDetAnalyticParams: randomChangeDetection(random) }
        : {}),
    },
  };
}

function randomText(random: SeededRandom): string {
  return random.pick(['Weekly', ' spaces around ', 'línea\nnueva “x” {"a":1}', '港 🚢', '0', '']);
}

function randomChangeDetection(random: SeededRandom): OrderRequest['request']['changeDetAnalyticParams'] {
  const types = random.some(changeDetectionTypes);
  return {
    changeDetectionType: types.length > 0 ? types : ['OBJECT_LEVEL'],
    ...optional(random, {
      maxImageWindowHrs: () => random.pick([1, 0.5, 48, 1e21, 0.1 + 0.2]),
      recurringOrderParams: () =>
        optional(random, {
          bounds: () => randomRange(random),
          count: () => random.between(1, 400),
          time: () => random.pick(['morning', 'evening', 'anytime', 'any'] as const),
          cadence: () => random.pick(['daily', 'weekly', 'monthly', 'quarterly'] as const),
          minimumDaysBetweenImages: () => random.between(0, 90),
        }),
    }),
  };
}

function randomRange(random: SeededRandom): { min: string; max: string } {
  const start = Date.UTC(random.between(1995, 2040), random.between(0, 11), random.between(1, 28));
  const end = start + random.between(1, 40_000_000) * 1000 + random.between(0, 999);
  return { min: printInstant(random, start), max: printInstant(random, end) };
}

/** Notations of a UTC instant. */
function printInstant(random: SeededRandom, milliseconds: number): string {
  const text = new Date(milliseconds).toISOString();
  if (random.chance(0.2)) return text.replace('Z', '+00:00');
  if (random.chance(0.2)) return text.replace('Z', '417Z');
  return text.endsWith('.000Z') && random.chance(0.5) ? text.replace('.000Z', 'Z') : text;
}

function randomPoint(random: SeededRandom): OrderRequest['request']['aois'][number] {
  return {
    type: 'point',
    latitude_deg: random.next() * 140 - 70,
    longitude_deg: random.pick([180, -180, random.next() * 360 - 180]),
    radius_km: random.pick([random.next() * 100 + 0.001, 4.35, 12.7]),
  };
}

/** A star-shaped polygon of either winding, sometimes with a hole. */
function randomPolygon(random: SeededRandom): OrderRequest['request']['aois'][number] {
  const center: [number, number] = [random.next() * 340 - 170, random.next() * 140 - 70];
  const outline = randomRing(random, center, 1, 3);
  const rings = random.chance(0.3) ? [outline, randomRing(random, center, 0.1, 0.2)] : [outline];
  return { type: 'polygon', geojson: { type: 'Polygon', coordinates: rings } };
}

function randomRing(
  random: SeededRandom,
  [longitude, latitude]: [number, number],
  min: number,
  max: number,
): [number, number][] {
  const corners = random.between(5, 12);
  const ring = Array.from({ length: corners }, (_, index): [number, number] => {
    const radius = min + random.next() * (max - min);
    const angle = (2 * Math.PI * index) / corners;
    return [longitude + radius * Math.cos(angle), latitude + radius * Math.sin(angle)];
  });
  const [first = [longitude, latitude]] = ring;
  const closed: [number, number][] = [...ring, first];
  return random.chance(0.5) ? closed.reverse() : closed;
}

function times<Item>(random: SeededRandom, min: number, max: number, make: () => Item): Item[] {
  return Array.from({ length: random.between(min, max) }, make);
}

type Makers = Readonly<Record<string, (random: SeededRandom) => unknown>>;

/** An object with a random subset of the members. */
function optional<Given extends Makers>(
  random: SeededRandom,
  makers: Given,
): { [Name in keyof Given]?: ReturnType<Given[Name]> } {
  const members = random.some(Object.entries(makers)).map(([name, make]) => [name, make(random)] as const);
  return Object.fromEntries(members) as { [Name in keyof Given]?: ReturnType<Given[Name]> };
}
