import type { UnknownObject } from './members.ts';

/** The detection's confidence, 0…1, or null where no property of that meaning holds such a number. */
export function readConfidence(properties: UnknownObject): number | null {
  const value = properties.confidence;
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : null;
}
