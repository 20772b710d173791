import type { SensorData } from '../../../../shared/results/detection.ts';
import { type Instant, readInstant } from './instant.ts';
import { createMembers, isObject } from './members.ts';
import type { ProblemList } from './problem-list.ts';

/** A sensor item of a record, with its collection start understood. */
export type ReadSensor = SensorData & { readonly collected: Instant | undefined };

/** Footprints longer than this are not taken over. */
export const maxWktLength = 1_000_000;

/** Reads one item of `content.sensorData` (results document, 2.3). Undefined when it is not an object. */
export function readSensor(
  value: unknown,
  brand: string,
  path: string,
  problems: ProblemList,
): ReadSensor | undefined {
  if (!isObject(value)) {
    problems.add(path, 'is not an object');
    return undefined;
  }
  const members = createMembers(value, path, problems);
  const startText = members.text('startTimeUTC');
  const collected = readInstant(startText);
  if (startText !== null && !collected) problems.add(`${path}.startTimeUTC`, 'is not a time in ISO 8601');
  return {
    sensorDataIndex: members.number('sensorDataIndex'),
    sensorName: members.text('sensorName'),
    sensorType: members.text('sensorType'),
    sensorMode: members.text('sensorMode'),
    productType: members.text('productType'),
    brandId: members.text(`${brand}Id`),
    vendorId: members.text('vendorId'),
    startTimeUtc: collected ? startText : null,
    geometryReference: members.text('geometryReference', maxWktLength),
    azimuthAngle: members.number('azimuthAngle'),
    incidenceAngle: members.number('incidenceAngle'),
    polarization: members.text('polarization'),
    footprint: members.text('footprint', maxWktLength),
    collected,
  };
}
