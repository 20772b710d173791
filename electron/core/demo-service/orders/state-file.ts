import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import { replaceFileSync } from '../../base/replace-file.ts';
import { createRandom } from '../data/random.ts';
import { foreignOrderId, foreignRequestId, mainAccount } from '../demo-credentials.ts';

const stateSchema = z.object({
  version: z.literal(1),
  /** Signs the tokens; base64. */
  secret: z.base64().min(40),
  orders: z.array(
    z.object({
      id: z.string(),
      requestId: z.string(),
      owner: z.string(),
      customer: z.string(),
      /** The body of `POST /ios/order`, as it was sent. */
      requestText: z.string().refine(isJson, 'is not JSON'),
      /** All entries of its history; those later than now have not happened yet. Never empty. */
      plan: z.array(z.object({ state: z.string(), when: z.iso.datetime() })).min(1),
      /** Whether images are taken for it. Those of the beginning have the images of the catalog only. */
      isImaged: z.literal(true).optional(),
    }),
  ),
});

/** An order as it is stored: its owner, its request, and all its states. */
export type StoredOrder = Readonly<z.infer<typeof stateSchema>['orders'][number]>;

/**
 * Opens the state in `file`, or one in memory when there is no file name. A file that cannot be parsed is renamed and
 * replaced by a new state.
 */
export function openState(file: string | undefined, now: () => number) {
  const stored = file === undefined ? undefined : readState(file, now());
  const secret = stored?.secret ?? randomBytes(32).toString('base64');
  let orders: readonly StoredOrder[] = stored?.orders ?? createSeededOrders(now());

  function save(): void {
    if (file === undefined) return;
    mkdirSync(dirname(file), { recursive: true });
    replaceFileSync(file, JSON.stringify({ version: 1, secret, orders }));
  }

  if (stored === undefined) save();
  return {
    /** Signs the tokens. */
    secret: Buffer.from(secret, 'base64'),
    /** Oldest first. */
    orders: () => orders,
    /** Adds an order; with a file, it is on disk when this returns. */
    add(order: StoredOrder): void {
      const before = orders;
      orders = [...orders, order];
      try {
        save();
      } catch (error) {
        orders = before;
        throw new Error('The order could not be written to the state file.', { cause: error });
      }
    },
  };
}

/** The persisted state of the demo service. */
export type DemoState = ReturnType<typeof openState>;

function readState(file: string, now: number): z.infer<typeof stateSchema> | undefined {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  const parsed = stateSchema.safeParse(parseBoundedJson(text));
  if (parsed.success) return parsed.data;
  renameSync(file, `${file}.unreadable-${now}`);
  return undefined;
}

function isJson(text: string): boolean {
  return parseBoundedJson(text) !== undefined;
}

const hour = 3_600_000;
const day = 24 * hour;

type Seed = {
  readonly descriptiveName: string;
  readonly purchaseReason?: string;
  readonly customerNotes?: string;
  readonly analytics: readonly string[];
  /** Days before now at which it was created. */
  readonly daysAgo: number;
  /** States after `created` in their order, with hours since creation; those in the future are still to come. */
  readonly states: Readonly<Record<string, number>>;
  readonly aois: readonly unknown[];
  /** The ranges of its schedule in days after its creation; one of a week when absent. */
  readonly ranges?: readonly (readonly [from: number, to: number])[];
  readonly changeDetection?: Readonly<Record<string, unknown>>;
};

const seeds: readonly Seed[] = [
  {
    descriptiveName: 'Gdansk Bay traffic, October',
    purchaseReason: 'Monthly traffic picture',
    analytics: ['SmallVesselDetection', 'LargeVesselDetection'],
    daysAgo: 34,
    states: { 'under-review': 1.2, accepted: 5, 'in-progress': 6, completed: 270 },
    aois: [box(18.4, 54.3, 19.6, 54.9)],
    ranges: [
      [1, 3],
      [5, 7],
      [9, 11],
    ],
  },
  {
    descriptiveName: 'Busan anchorage',
    purchaseReason: 'Port congestion study',
    customerNotes: 'Morning passes preferred.',
    analytics: ['LargeVesselDetection'],
    daysAgo: 27,
    states: { 'under-review': 0.8, 'payment-pending': 3, accepted: 26, 'in-progress': 27, completed: 140 },
    aois: [circle(129.1, 35.02, 15)],
  },
  {
    descriptiveName: 'Constanta construction',
    analytics: ['ChangeDetection'],
    daysAgo: 21,
    states: { 'under-review': 2, accepted: 9, 'in-progress': 11, completed: 300 },
    aois: [box(28.58, 44.06, 28.72, 44.2)],
    changeDetection: {
      changeDetAnalyticParams: {
        changeDetectionType: ['CONSTRUCTION', 'PORT_TRAFFIC'],
        maxImageWindowHrs: 72,
        recurringOrderParams: { count: 4, time: 'morning', cadence: 'weekly', minimumDaysBetweenImages: 5 },
      },
    },
  },
  {
    descriptiveName: 'Taiwan Strait, small craft',
    purchaseReason: 'Fishing season baseline',
    analytics: ['SmallVesselDetection'],
    daysAgo: 16,
    states: { 'under-review': 1, closed: 20 },
    aois: [box(118.6, 23.6, 120.2, 25.2)],
  },
  {
    descriptiveName: 'Kerch approaches',
    analytics: ['SmallVesselDetection', 'LargeVesselDetection', 'SPEX'],
    daysAgo: 12,
    states: { 'under-review': 1.5, accepted: 7, cancelled: 31 },
    aois: [circle(36.5, 45.0, 25), box(36.3, 45.2, 36.9, 45.6)],
  },
  {
    descriptiveName: 'Yokota and Osan aprons',
    purchaseReason: 'Aircraft count series',
    analytics: ['AircraftDetection'],
    daysAgo: 6,
    states: { 'under-review': 1, accepted: 4, 'in-progress': 5, completed: 400 },
    aois: [circle(139.3485, 35.7485, 4), circle(127.03, 37.0906, 4)],
  },
  {
    descriptiveName: 'Bosporus queue, December',
    analytics: ['LargeVesselDetection'],
    daysAgo: 3,
    states: { 'under-review': 2, 'payment-pending': 6, accepted: 240, 'in-progress': 241, completed: 700 },
    aois: [box(28.9, 41.2, 29.5, 41.5)],
  },
  {
    descriptiveName: 'Pyeongtaek logistics',
    customerNotes: 'Vehicle classes are needed, counts alone are not enough.',
    analytics: ['GroundVehicleDetection', 'CarCounting'],
    daysAgo: 0.4,
    states: { 'under-review': 3, accepted: 60, 'in-progress': 61, completed: 200 },
    aois: [circle(127.05, 36.99, 6)],
  },
];

const foreignSeed: Seed = {
  descriptiveName: 'Order of another customer',
  analytics: ['LargeVesselDetection'],
  daysAgo: 9,
  states: { 'under-review': 1 },
  aois: [circle(103.9, 1.25, 20)],
};

/** The initial orders of a new demo service: eight of the main account's customer, and one of another customer. */
export function createSeededOrders(now: number): StoredOrder[] {
  const random = createRandom('seeded orders');
  const colleague = random.uuid();
  const own = seeds.map((seed, index) =>
    createSeeded(seed, now, {
      id: `ord-${random.uuid().slice(0, 13)}`,
      requestId: random.uuid(),
      owner: index % 3 === 1 ? colleague : mainAccount.userId,
      customer: mainAccount.customerId,
    }),
  );
  const foreign = createSeeded(foreignSeed, now, {
    id: foreignOrderId,
    requestId: foreignRequestId,
    owner: random.uuid(),
    customer: random.uuid(),
  });
  return [...own, foreign];
}

function createSeeded(
  seed: Seed,
  now: number,
  identity: Pick<StoredOrder, 'id' | 'requestId' | 'owner' | 'customer'>,
): StoredOrder {
  const createdAt = now - seed.daysAgo * day;
  const at = (hours: number) => new Date(createdAt + hours * hour).toISOString();
  const request = {
    descriptiveName: seed.descriptiveName,
    ...(seed.purchaseReason && { purchaseReason: seed.purchaseReason }),
    ...(seed.customerNotes && { customerNotes: seed.customerNotes }),
    request: {
      type: 'workflow',
      contactEmail: mainAccount.username,
      workflowRequest: { type: 'analytic', analytics: seed.analytics },
      schedule: (seed.ranges ?? [[1, 8]]).map(([from, to]) => ({
        type: 'range',
        range: { min: at(24 * from), max: at(24 * to) },
      })),
      aois: seed.aois,
      ...seed.changeDetection,
    },
  };
  return {
    ...identity,
    requestText: JSON.stringify(request),
    plan: [
      { state: 'created', when: at(0) },
      ...Object.entries(seed.states).map(([state, hours]) => ({ state, when: at(hours) })),
    ],
  };
}

function circle(longitude: number, latitude: number, radiusKilometres: number) {
  return { type: 'point', latitude_deg: latitude, longitude_deg: longitude, radius_km: radiusKilometres };
}

function box(west: number, south: number, east: number, north: number) {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'polygon', geojson: { type: 'Polygon', coordinates: [ring] } };
}
