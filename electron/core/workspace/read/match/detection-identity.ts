import { hashGeometry } from './match-identities.ts';
import type { MatchedDetection } from './matching.ts';

/**
 * The identity under which the review of a detection is stored: its UUID if that is unique in its record, else its chip,
 * else the index in the record's list and the geometry. Two workspaces with the same content assign the same identities.
 * An identity alone never finds a detection (`match/match-detections.ts`).
 *
 * `geometry` is the GeoPackageBinary that `encodeGeometry` makes, and is only needed without UUID and chip.
 */
export function detectionIdentity({
  uuid,
  chip,
  occurrence,
  position,
  geometry,
}: Pick<MatchedDetection, 'uuid' | 'chip' | 'occurrence'> & {
  readonly position: number;
  readonly geometry: Uint8Array | undefined;
}): string {
  if (uuid?.isUnique) return `uuid ${uuid.text}`;
  if (chip !== null) return `chip ${occurrence} ${chip}`;
  return `at ${position} ${hashGeometry(geometry ?? new Uint8Array())}`;
}
