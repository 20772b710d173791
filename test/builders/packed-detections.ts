import {
  type DrawnColumns,
  identifyDetections,
  sortDetections,
  toPacked,
} from '../../renderer/map/detections/packed-detections.ts';

/** Packs columns as the map's worker does, in one step. */
export function packDetections(columns: DrawnColumns) {
  const { words, order, slotOf } = sortDetections(columns);
  const identities = identifyDetections(columns, slotOf);
  return { packed: toPacked(words, identities), order, flagged: identities.flagged };
}
