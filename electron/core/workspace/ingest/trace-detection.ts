import { readNumber, readText } from '../../../../shared/results/property-meaning.ts';
import { analyticNotStated } from '../file/analytic-not-stated.ts';
import type { ParsedFeature } from './parse-feature.ts';
import type { Instant } from './parse-instant.ts';
import type { ParsedProcessor, ParsedRecord, ParsedSensor } from './parse-record.ts';

/** Statements of a feature's record about it. Nothing is guessed: what is unknown is null. */
export type Trace = {
  readonly analytic: string;
  readonly region: string | null;
  /** Index into the record's sensors as read. */
  readonly sensorIndex: number | null;
  readonly collected: Instant | undefined;
  /** 0…1, or null where no property gives it. */
  readonly confidence: number | null;
};

/** Traces features of one record back to its analytic, region and sensor. */
export function createTracer(record: ParsedRecord): (feature: ParsedFeature) => Trace {
  const { processors, sensors } = record;
  const names = [...new Set(processors.map((processor) => processor.name))];
  const joined = names.length === 0 ? analyticNotStated : names.join(' + ');
  const recordRegion = regionOf(processors);
  const sharedTime = sharedCollectionTime(sensors);
  const regions = new Map(
    names.map((name) => [name, regionOf(processors.filter((processor) => processor.name === name))]),
  );
  return (feature) => {
    const { properties } = feature;
    const analytic = names.length > 1 ? readText(properties, 'analytic') : null;
    const named = names.find((name) => name === analytic);
    const sensorIndex = sensorIndexOf(properties, sensors);
    const sensor = sensorIndex === null ? undefined : sensors[sensorIndex];
    return {
      analytic: named ?? joined,
      region: (named === undefined ? null : regions.get(named)) ?? recordRegion,
      sensorIndex,
      collected: sensor ? sensor.collected : sharedTime,
      confidence: readNumber(properties, 'confidence'),
    };
  };
}

/** The region of the first processor that names one. */
export function regionOf(processors: readonly ParsedProcessor[]): string | null {
  return processors.find((processor) => processor.region !== null)?.region ?? null;
}

/**
 * The sensor whose `sensorDataIndex` the feature names (service.md, Images: "detections and measurements trace back
 * to it"), or else the only one there is.
 */
function sensorIndexOf(
  properties: ParsedFeature['properties'],
  sensors: readonly ParsedSensor[],
): number | null {
  // With one sensor the result is the same whatever the feature names.
  if (sensors.length <= 1) return sensors.length === 1 ? 0 : null;
  const named = readNumber(properties, 'sensorDataIndex');
  const matches = sensors.flatMap((sensor, index) =>
    named !== null && sensor.sensorDataIndex === named ? [index] : [],
  );
  return matches.length === 1 ? (matches[0] ?? null) : null;
}

/** When the sensor is not known, the time still is if all sensors of the record agree on it. */
function sharedCollectionTime(sensors: readonly ParsedSensor[]): Instant | undefined {
  const [first, ...others] = sensors.map((sensor) => sensor.collected);
  return others.every((other) => other?.epochMs === first?.epochMs) ? first : undefined;
}
