import { hash } from 'node:crypto';

/**
 * What makes a detection the same one when its record comes again with other content, as a short text that is the same
 * in every workspace: its chip, or else its place in the record's list and its geometry. Detections are to be given in
 * the order of the record's list, because a chip that is named twice in a record is told apart by order.
 *
 * `geometry` is the GeoPackageBinary that `encodeGeometry` makes.
 */
export type DetectionIdentities = {
  next(chipIdentifier: string | null, position: number, geometry: Uint8Array): string;
};

/** Identities of the detections of one record. */
export function createDetectionIdentities(): DetectionIdentities {
  const seen = new Map<string, number>();
  return {
    next(chipIdentifier, position, geometry) {
      if (chipIdentifier === null)
        return `at ${position} ${hash('sha256', geometry, 'base64url').slice(0, 22)}`;
      const times = seen.get(chipIdentifier) ?? 0;
      seen.set(chipIdentifier, times + 1);
      return `chip ${times} ${chipIdentifier}`;
    },
  };
}
