import { hashGeometry } from './match/match-identities.ts';

/**
 * Identities for reviews of a record's detections, assigned once and then stored: the chip, or else the position in the
 * record's list and the geometry. An identity alone never finds a detection (`match/match-detections.ts`); two
 * workspaces with the same content assign the same identities. Detections are to be given in the order of the record's
 * list, because a chip that is named twice in a record is distinguished by order.
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
      if (chipIdentifier === null) return `at ${position} ${hashGeometry(geometry)}`;
      const times = seen.get(chipIdentifier) ?? 0;
      seen.set(chipIdentifier, times + 1);
      return `chip ${times} ${chipIdentifier}`;
    },
  };
}
