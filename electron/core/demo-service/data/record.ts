import { type DemoAnalytic, processorVersion } from './analytics.ts';
import { createFeature, type DemoFeature } from './feature.ts';
import { productFormVersion } from './product-form.ts';
import { createRandom, hash32 } from './random.ts';
import type { DemoRegion } from './regions.ts';
import type { SensorImage } from './sensor-image.ts';
import type { Vessel } from './vessels.ts';

/** A record with all its fields (service.md, Records), as the query endpoint sees it. */
export type DemoRecord = {
  readonly assignedId: string;
  readonly uploadTime: string;
  readonly header: Readonly<Record<string, unknown>>;
  readonly content: Readonly<Record<string, unknown>> & { readonly features: readonly DemoFeature[] };
};

/** A record and the service's metadata of it. */
export type DemoEntry = {
  readonly key: RecordKey;
  readonly record: DemoRecord;
  /** Upload time of its first version; a record in the public product form comes again. Epoch milliseconds UTC. */
  readonly uploadedAt: number;
  /** The region it is disseminated to; a few records name none. */
  readonly region: DemoRegion | undefined;
  /** The latest of its images. */
  readonly image: SensorImage;
  /** The ships behind its features, in their order; empty for what is not vessel detection. */
  vessels(): readonly Vessel[];
};

/** The detections of a record. */
export type RecordContents = {
  readonly vessels: readonly Vessel[];
  readonly features: readonly DemoFeature[];
};

/** Names a record within the demo data: the UTC day of its upload (`YYYYMMDD`) and its number on that day. */
export type RecordKey = { readonly day: string; readonly number: number };

/** A key as one text. */
export function keyText({ day, number }: RecordKey): string {
  return `${day}/${number}`;
}

/** The values from which a record is created. */
export type RecordSpec = {
  readonly key: RecordKey;
  readonly seed: string;
  /** Epoch milliseconds UTC. */
  readonly uploadedAt: number;
  readonly region: DemoRegion;
  readonly isDisseminated: boolean;
  readonly analytics: readonly [DemoAnalytic, ...DemoAnalytic[]];
  /** The latest last. */
  readonly images: readonly [SensorImage, ...SensorImage[]];
  /** Epoch milliseconds UTC. */
  readonly now: () => number;
  /** Called whenever features or ships are read. */
  readonly contents: (version: RecordVersion) => RecordContents;
};

/** A record before or after the quality control corrected it. */
export type RecordVersion = 'first' | 'corrected';

const hour = 3_600_000;
const qualityStates = ['APPROVED', 'APPROVED', 'APPROVED', 'PENDING', 'NOT_REVIEWED'] as const;
/** Hours from the upload of a pending record to the decision about it, where it comes again and elsewhere. */
const decisionHours = { again: [24, 47], once: [1, 72] } as const;
/** Share of pending records that are rejected. */
const shareRejected = 0.25;

const correctedRegion: DemoRegion = 'Eastern Europe';
/** Analytics whose records are in the public product form elsewhere, too: with them, it is half of all records. */
const productAnalytics: ReadonlySet<string> = new Set(['GroundVehicleDetection', 'SPEX']);

/** Whether records are in the public product form; `analytic` is their first one. */
export function hasProductForm(region: DemoRegion, { name }: DemoAnalytic): boolean {
  return region === correctedRegion || productAnalytics.has(name);
}

/**
 * Creates the record of a specification. Its features are generated lazily, when they are read, and its QC status is
 * that of the time at which it is read. One of Eastern Europe comes again when its status is decided: with the time of
 * the decision as its upload time, and corrected where it is approved.
 */
export function createEntry(spec: RecordSpec): DemoEntry {
  const random = createRandom(spec.seed, 'record', spec.key.day, spec.key.number);
  const [mainAnalytic] = spec.analytics;
  const isProduct = hasProductForm(spec.region, mainAnalytic);
  const comesAgain = spec.region === correctedRegion;
  const quality = planQuality(spec, random.pick(qualityStates), comesAgain ? 'again' : 'once');
  const isDecided = () => spec.now() >= quality.decidedAt;
  const contents = () =>
    spec.contents(comesAgain && isDecided() && quality.decision === 'APPROVED' ? 'corrected' : 'first');
  const dissemination = {
    customer: 'GMSS',
    region: spec.region,
    get qcStatus() {
      return isDecided() ? quality.decision : quality.first;
    },
  };
  const record: DemoRecord = {
    assignedId: random.uuid(),
    get uploadTime() {
      return new Date(comesAgain && isDecided() ? quality.decidedAt : spec.uploadedAt).toISOString();
    },
    header: {
      version: '1.3.0',
      generatorInfo: {
        id: `analytic-node-${random.integer(1, 12)}`,
        timeUTC: new Date(spec.uploadedAt - random.integer(20_000, 600_000)).toISOString(),
        generatorType: 'AnalyticPipeline',
        generatorVersion: '5.14.2',
      },
    },
    content: {
      type: 'FeatureCollection',
      product: {
        productType: mainAnalytic.productType,
        documentVersion: isProduct ? productFormVersion : '2.0.1',
      },
      processors: spec.analytics.map((analytic) => ({
        processorName: analytic.name,
        version: processorVersion(analytic, spec.uploadedAt),
        parameters: spec.isDisseminated ? { ...analytic.parameters, dissemination } : analytic.parameters,
      })),
      sensorData: spec.images.map((image, index) => image.toSensorData(index)),
      get features() {
        return contents().features;
      },
    },
  };
  return {
    key: spec.key,
    record,
    uploadedAt: spec.uploadedAt,
    region: spec.isDisseminated ? spec.region : undefined,
    image: spec.images.at(-1) ?? spec.images[0],
    vessels: () => contents().vessels,
  };
}

type Quality = {
  readonly first: (typeof qualityStates)[number];
  readonly decision: 'APPROVED' | 'REJECTED';
  /** Epoch milliseconds UTC; infinite for a record about which nothing is decided. */
  readonly decidedAt: number;
};

/** The QC status of a record as time passes: a pending one is approved or rejected at a full hour. */
function planQuality(
  { seed, key, uploadedAt }: RecordSpec,
  first: Quality['first'],
  form: keyof typeof decisionHours,
): Quality {
  const random = createRandom(seed, 'quality', key.day, key.number);
  const [soonest, latest] = decisionHours[form];
  const hours = random.between(soonest, latest);
  const decision = random.chance(shareRejected) ? 'REJECTED' : 'APPROVED';
  const isPending = first === 'PENDING';
  const decidedAt = isPending
    ? Math.ceil((uploadedAt + hours * hour) / hour) * hour
    : Number.POSITIVE_INFINITY;
  return { first, decision, decidedAt };
}

/** The feature of a ship, with the identifier of its chip. */
export function vesselFeature(vessel: Vessel, chipIdentifier: string): DemoFeature {
  return createFeature(
    { type: 'Point', coordinates: [...vessel.position] },
    {
      sarChipIdentifier: chipIdentifier,
      sensorDataIndex: 0,
      confidence: vessel.confidence,
      length_m: vessel.length,
      width_m: vessel.width,
      heading_deg: vessel.heading,
      vesselClass: vessel.vesselClass,
    },
  );
}

/** The chip identifier of a ship: its record, its index in the list of features, and a checksum. */
export function chipIdentifier({ day, number }: RecordKey, featureIndex: number): string {
  const location = `${day}-${pad(number)}-${pad(featureIndex)}`;
  return `CHIP-${location}-${hash32(location).toString(16).padStart(8, '0')}`;
}

/** The record and feature that an identifier names, or undefined when it is not of the demo data. */
export function parseChipIdentifier(
  identifier: string,
): { readonly key: RecordKey; readonly featureIndex: number } | undefined {
  const parts = /^CHIP-(\d{8})-(\d{4})-(\d{4})-[\da-f]{8}$/.exec(identifier);
  if (parts === null) return undefined;
  const key = { day: parts[1] ?? '', number: Number(parts[2]) };
  const featureIndex = Number(parts[3]);
  return chipIdentifier(key, featureIndex) === identifier ? { key, featureIndex } : undefined;
}

function pad(number: number): string {
  return String(number).padStart(4, '0');
}
