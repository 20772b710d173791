import { parseAngleReference } from '../../../../shared/passes/angle-reference.ts';
import {
  type SensorData,
  sensorMemberName,
  sensorMembers,
} from '../../../../shared/results/sensor-members.ts';
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
  let collected: Instant | undefined;
  const read = {
    index: (name: string) => members.numberOrText(name),
    text: (name: string) => members.text(name),
    time: (name: string) => {
      const time = members.time(name);
      collected = time.instant;
      return time.text;
    },
    degrees: (name: string) => members.degrees(name),
    wkt: (name: string) => members.textOrObject(name, maxWktLength),
    'angle-point': () => readReference(members, path, problems),
  };
  const sensor = Object.fromEntries(
    sensorMembers.map((member) => [member.key, read[member.kind](sensorMemberName(member, brand))]),
  );
  return { ...(sensor as SensorData), collected };
}

function readReference(members: MemberReader, path: string, problems: ProblemList): string | null {
  const text = members.textOrObject('geometryReference', maxWktLength);
  const reference = text === null ? undefined : parseAngleReference(text);
  if (reference?.note !== undefined) problems.add(`${path}.geometryReference`, reference.note);
  return text;
}
