import type { Pass, PassResult } from './pass.ts';

type CountedPass = Pick<
  Pass,
  'detections' | 'allDetections' | 'detectionsElsewhere' | 'hasAllFeatures' | 'isExamined'
>;

/** Known result of a pass that shows a filter's area and was searched for its analytics. */
export function resultOfPass({
  detections,
  allDetections,
  detectionsElsewhere,
  hasAllFeatures,
  isExamined,
}: CountedPass): PassResult {
  if (detections > 0) return 'found';
  if (allDetections > 0) return 'no-match';
  if (detectionsElsewhere > 0) return 'elsewhere';
  if (!hasAllFeatures) return 'not-fetched';
  return isExamined ? 'nothing' : 'not-examined';
}

/** Whether the number of its detections is known, also where it is zero. */
export function isCounted(pass: CountedPass): boolean {
  return pass.hasAllFeatures && resultOfPass(pass) !== 'not-examined';
}

/** The results in words, as in exported tables. */
export const passResultTexts: Readonly<Record<PassResult, string>> = {
  found: 'detections',
  'no-match': 'no matching detection',
  elsewhere: 'detections in another image of its records',
  nothing: 'nothing found',
  'not-examined': 'nothing found; which sites its analytic examines is not stated',
  'not-fetched': 'detections not fetched',
};
