import type { Pass, PassResult } from './pass.ts';

/** Known result of a pass that shows a filter's area and was searched for its analytics. */
export function resultOfPass({
  detections,
  allDetections,
  detectionsElsewhere,
  hasAllFeatures,
}: Pick<Pass, 'detections' | 'allDetections' | 'detectionsElsewhere' | 'hasAllFeatures'>): PassResult {
  if (detections > 0) return 'found';
  if (allDetections > 0) return 'no-match';
  if (detectionsElsewhere > 0) return 'elsewhere';
  return hasAllFeatures ? 'nothing' : 'not-fetched';
}

/** The results in words, as in exported tables. */
export const passResultTexts: Readonly<Record<PassResult, string>> = {
  found: 'detections',
  'no-match': 'no matching detection',
  elsewhere: 'detections in another image of its records',
  nothing: 'nothing found',
  'not-fetched': 'detections not fetched',
};
