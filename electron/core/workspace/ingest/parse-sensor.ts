import { parseAngleReference } from '../../../../shared/passes/angle-reference.ts';
import type { SensorData } from '../../../../shared/results/detection.ts';
import { createMemberReader, isObject, type MemberReader } from './member-reader.ts';
import type { Instant } from './parse-instant.ts';
import type { ProblemList } from './problem-list.ts';

/** A sensor item of a record, with its collection start understood. */
export type ParsedSensor = SensorData & { readonly collected: Instant | undefined };

/** Footprints and references longer than this are ignored. */
export const maxWktLength = 1_000_000;

/** Reads one item of `content.sensorData` (service.md, Images). Undefined when it is not an object. */
export function parseSensor(
  value: unknown,
  brand: string,
  path: string,
  problems: ProblemList,
): ParsedSensor | undefined {
  if (!isObject(value)) {
    problems.add(path, 'is not an object');
    return undefined;
  }
  const members = createMemberReader(value, path, problems);
  const start = members.time('startTimeUTC');
  return {
    sensorDataIndex: members.numberOrText('sensorDataIndex'),
    sensorName: members.text('sensorName'),
    sensorType: members.text('sensorType'),
    sensorMode: members.text('sensorMode'),
    productType: members.text('productType'),
    brandId: members.text(`${brand}Id`),
    vendorId: members.text('vendorId'),
    startTimeUtc: start.text,
    geometryReference: readReference(members, path, problems),
    azimuthAngle: members.degrees('azimuthAngle'),
    incidenceAngle: members.degrees('incidenceAngle'),
    polarization: members.text('polarization'),
    footprint: members.textOrObject('footprint', maxWktLength),
    collected: start.instant,
  };
}

function readReference(members: MemberReader, path: string, problems: ProblemList): string | null {
  const text = members.textOrObject('geometryReference', maxWktLength);
  const reference = text === null ? undefined : parseAngleReference(text);
  if (reference?.note !== undefined) problems.add(`${path}.geometryReference`, reference.note);
  return text;
}
