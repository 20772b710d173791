import {
  type DetectionColumns,
  identifyDetections,
  sortDetections,
  toPacked,
} from '../../renderer/map/detections/packed-detections.ts';

/** All that the map's worker makes of the columns, at once. */
export function packDetections(columns: DetectionColumns) {
  const { words, order, placeOf } = sortDetections(columns);
  const identities = identifyDetections(columns, placeOf);
  return { packed: toPacked(words, identities), order, flagged: identities.flagged };
}
