import type { DemoAnalytic } from './analytics.ts';
import { createFeature, type DemoFeature } from './feature.ts';
import { createRandom, hash32 } from './random.ts';
import type { DemoRegion } from './regions.ts';
import type { SensorImage } from './sensor-image.ts';
import type { Vessel } from './vessels.ts';

/** A record with all its fields (results document, 2.1 to 2.5), as the query endpoint sees it. */
export type DemoRecord = {
  readonly assignedId: string;
  readonly uploadTime: string;
  readonly header: Readonly<Record<string, unknown>>;
  readonly content: Readonly<Record<string, unknown>> & { readonly features: readonly DemoFeature[] };
};

/** A record and what the service knows beside it. */
export type DemoEntry = {
  readonly key: RecordKey;
  readonly record: DemoRecord;
  /** Epoch milliseconds UTC. */
  readonly uploadedAt: number;
  /** The region it is disseminated to; a few records name none. */
  readonly region: DemoRegion | undefined;
  /** The latest of its images. */
  readonly image: SensorImage;
  /** The ships behind its features, in their order; empty for what is not vessel detection. */
  vessels(): readonly Vessel[];
};

/** What was found in a record's images. */
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

/** What a record is made of. */
export type RecordParts = {
  readonly key: RecordKey;
  readonly seed: string;
  /** Epoch milliseconds UTC. */
  readonly uploadedAt: number;
  readonly region: DemoRegion;
  readonly isDisseminated: boolean;
  readonly analytics: readonly [DemoAnalytic, ...DemoAnalytic[]];
  /** The latest last. */
  readonly images: readonly [SensorImage, ...SensorImage[]];
  /** Called whenever features or ships are read. */
  readonly contents: () => RecordContents;
};

const qualityStates = ['APPROVED', 'APPROVED', 'APPROVED', 'PENDING', 'NOT_REVIEWED'] as const;

/** The record that its parts describe. Its features are made when they are read, not before. */
export function createEntry(parts: RecordParts): DemoEntry {
  const random = createRandom(parts.seed, 'record', parts.key.day, parts.key.number);
  const [mainAnalytic] = parts.analytics;
  const dissemination = {
    customer: 'GMSS',
    region: parts.region,
    qcStatus: random.pick(qualityStates),
  };
  const record: DemoRecord = {
    assignedId: random.uuid(),
    uploadTime: new Date(parts.uploadedAt).toISOString(),
    header: {
      version: '1.3.0',
      generatorInfo: {
        id: `analytic-node-${random.integer(1, 12)}`,
        timeUTC: new Date(parts.uploadedAt - random.integer(20_000, 600_000)).toISOString(),
        generatorType: 'AnalyticPipeline',
        generatorVersion: '5.14.2',
      },
    },
    content: {
      type: 'FeatureCollection',
      product: { productType: mainAnalytic.productType, documentVersion: '2.0.1' },
      processors: parts.analytics.map(({ name, version, parameters }) => ({
        processorName: name,
        version,
        parameters: parts.isDisseminated ? { ...parameters, dissemination } : parameters,
      })),
      sensorData: parts.images.map((image, index) => image.toSensorData(index)),
      get features() {
        return parts.contents().features;
      },
    },
  };
  return {
    key: parts.key,
    record,
    uploadedAt: parts.uploadedAt,
    region: parts.isDisseminated ? parts.region : undefined,
    image: parts.images.at(-1) ?? parts.images[0],
    vessels: () => parts.contents().vessels,
  };
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

/** The chip identifier of a ship: its record, its place in the list of features, and a check that cannot be guessed at. */
export function chipIdentifier({ day, number }: RecordKey, featureIndex: number): string {
  const place = `${day}-${pad(number)}-${pad(featureIndex)}`;
  return `CHIP-${place}-${hash32(place).toString(16).padStart(8, '0')}`;
}

/** The record and feature that an identifier names, or undefined when it is none of ours. */
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
