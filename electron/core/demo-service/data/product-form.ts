import type { Geometry, Position } from 'geojson';
import type { DemoFeature } from './feature.ts';
import { moveBy, rounded, roundedPosition } from './local-plane.ts';
import { createRandom, type Random } from './random.ts';
import type { Vessel } from './vessels.ts';

/** Version of the documents in this form, in which features have the properties of public product formats. */
export const productFormVersion = '3.0.0';

/** Names in this form by those of the other half of the world. */
const names: Readonly<Record<string, string>> = {
  sarChipIdentifier: 'sarChipIdentifier',
  sensorDataIndex: 'sensorDataIndex',
  referenceSensorDataIndex: 'changeReferenceSensorDataIndex',
  confidence: 'sarConfidence',
  length_m: 'sarLengthM',
  width_m: 'sarWidthM',
  wingspan_m: 'sarWingspanM',
  heading_deg: 'sarHeadingDeg',
  clusterId: 'sarClusterId',
  brightness_db: 'sarBrightnessDb',
  area_m2: 'area',
  changeType: 'changeType',
  direction: 'changeDirection',
  meanChange_db: 'changeMeanDb',
};
/** Names whose values become a list of likely classes, and what else such an object may be. */
const classNames = [
  ['vesselClass', ['General cargo', 'Tanker', 'Fishing', 'Passenger', 'Unknown']],
  ['aircraftClass', ['Transport', 'Fighter', 'Regional airliner', 'Helicopter']],
  ['predictedClass', ['Truck', 'Van', 'Car', 'Bus']],
] as const;

/** Share of ships that a message of AIS was matched to. */
const shareMatched = 0.45;
/** Share of detections that the quality control removes as false, and of those whose first class it corrects. */
const shareFalse = 0.06;
const shareReclassified = 0.12;
/** Meters by which the quality control moves a detection, to each side. */
const correctionSpread = 10;

/**
 * The features of a record in this form, and the ships behind them, if any. `source` names the record: with the same
 * one, a feature has the same `uuid`.
 */
export function toProductForm(
  features: readonly DemoFeature[],
  vessels: readonly Vessel[],
  source: string,
): DemoFeature[] {
  return features.map((feature, index) => {
    const random = createRandom(source, 'product form', index);
    const uuid = random.uuid();
    const vessel = vessels[index];
    const renamed = Object.entries(feature.properties).flatMap(([name, value]) => {
      const to = names[name];
      return to === undefined ? [] : [[to, value] as const];
    });
    const properties = {
      uuid,
      detectionNumber: index + 1,
      label: '',
      ...(vessel && { area: rounded(vessel.length * vessel.width * 0.8, 1) }),
      geometrySource: 'SAR',
      ...Object.fromEntries(renamed),
      ...(vessel &&
        vessel.situation !== 'fixed' &&
        random.chance(shareMatched) &&
        aisProperties(vessel, random)),
      ...classDetails(feature, random),
    };
    return { ...feature, properties };
  });
}

/** Statements of an AIS message about a ship; no country has the numbers that begin with 299. */
function aisProperties(vessel: Vessel, random: Random): Readonly<Record<string, unknown>> {
  const number = random.integer(0, 999_999);
  return {
    aisMmsi: `299${String(number).padStart(6, '0')}`,
    aisName: `DEMO ${number}`,
    aisLengthM: Math.round(vessel.length + random.normal(0, 3)),
    aisSpeedKts: vessel.situation === 'berthed' ? 0 : rounded(Math.abs(random.normal(9, 4)), 1),
    aisHeadingDeg: Math.round(vessel.heading) % 360,
    aisMatchScore: rounded(random.between(0.6, 0.99), 2),
  };
}

type ClassDetail = { readonly label: string; readonly probability: number };

/** The class of an object and one or two others; the sum of their probabilities is at most 1. */
function classDetails(
  { properties }: DemoFeature,
  random: Random,
): { readonly classificationDetails?: readonly ClassDetail[] } {
  for (const [name, alternatives] of classNames) {
    const label = properties[name];
    if (typeof label !== 'string') continue;
    const others = alternatives.filter((alternative) => alternative !== label);
    const start = random.integer(0, others.length - 2);
    const first = rounded(random.between(0.45, 0.95), 2);
    const second = rounded((1 - first) * random.between(0.4, 0.9), 2);
    const details = [label, ...others.slice(start, start + 2)].map((each, index) => ({
      label: each,
      probability: [first, second, rounded(1 - first - second, 2)][index] ?? 0,
    }));
    return { classificationDetails: details.slice(0, random.integer(2, 3)) };
  }
  return {};
}

/**
 * The features of a record in this form after the quality control: without false ones, moved by some meters, some of
 * another class, in another order and with other numbers.
 */
export function correctFeatures(features: readonly DemoFeature[], source: string): DemoFeature[] {
  const random = createRandom(source, 'correction');
  return features
    .filter(() => !random.chance(shareFalse))
    .map((feature) => ({ feature: correctFeature(feature, random), rank: random.unit() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ feature }, index) => ({
      ...feature,
      properties: { ...feature.properties, detectionNumber: index + 1 },
    }));
}

function correctFeature(feature: DemoFeature, random: Random): DemoFeature {
  const offset = [
    random.between(-1, 1) * correctionSpread,
    random.between(-1, 1) * correctionSpread,
  ] as const;
  const move = ([longitude = 0, latitude = 0]: Position): Position => [
    ...roundedPosition(moveBy([longitude, latitude], offset)),
  ];
  const { classificationDetails: details, ...properties } = feature.properties;
  const isReclassified = random.chance(shareReclassified);
  return {
    ...feature,
    geometry: moved(feature.geometry, move),
    properties: {
      ...properties,
      label: isReclassified ? 'corrected' : 'checked',
      ...(Array.isArray(details) && {
        classificationDetails: isReclassified ? exchangeFirst(details) : details,
      }),
    },
  };
}

/** The list with the labels of its first two classes exchanged. */
function exchangeFirst([first, second, ...others]: readonly ClassDetail[]): readonly ClassDetail[] {
  if (!first || !second) return first ? [first] : [];
  return [{ ...first, label: second.label }, { ...second, label: first.label }, ...others];
}

function moved(geometry: Geometry, move: (position: Position) => Position): Geometry {
  switch (geometry.type) {
    case 'Point':
      return { ...geometry, coordinates: move(geometry.coordinates) };
    case 'Polygon':
      return { ...geometry, coordinates: geometry.coordinates.map((ring) => ring.map(move)) };
    case 'MultiPolygon':
      return {
        ...geometry,
        coordinates: geometry.coordinates.map((polygon) => polygon.map((ring) => ring.map(move))),
      };
    default:
      throw new Error(`The demo data has no ${geometry.type}.`);
  }
}
