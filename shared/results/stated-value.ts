import { statedMeters } from '../ais/contact.ts';
import { wordsOf } from './property-label.ts';
import { familyOf, readingOf, toNumber } from './property-meaning.ts';

/**
 * The value of a property; null where it is one by which AIS transponders state that they do not know it (ITU-R
 * M.1371-5, tables 48 and 52): a length of 0, 102.3 kn, a course of 360°, a heading of 511°.
 */
export function statedValue<Value>(name: string, value: Value): Value | null {
  return mayBeUnstated(name) && isUnstated(name, toNumber(value)) ? null : value;
}

/** Whether a property can have such a value, by its name. */
export function mayBeUnstated(name: string): boolean {
  return familyOf(name) === 'ais';
}

function isUnstated(name: string, value: number): boolean {
  if (Number.isNaN(value)) return false;
  if (wordsOf(name).some((word) => word === 'course' || word === 'cog')) return value === 360;
  const reading = readingOf(name);
  switch (reading?.meaning) {
    case 'lengthMetres':
    case 'widthMetres':
      return statedMeters(value * (reading.factor ?? 1)) === null;
    case 'speedKnots':
      return value * (reading.factor ?? 1) > 102.25;
    case 'headingDegrees':
      return value === 511;
    case 'mmsi':
    case 'imo':
      return value === 0;
    default:
      return false;
  }
}
