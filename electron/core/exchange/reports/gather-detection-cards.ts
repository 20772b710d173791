import { cutText } from '../../../../shared/cut-text.ts';
import { parsePrintableJson } from '../../../../shared/exact-json.ts';
import { aisText } from '../../../../shared/reports/ais-report.ts';
import type { DetectionCardsInput } from '../../../../shared/reports/detection-cards.ts';
import { type ReportedDetection, reviewText } from '../../../../shared/reports/reported-detection.ts';
import { isEmptyReview, type Review } from '../../../../shared/review/review.ts';
import { readAisMatches } from '../../workspace/read/ais/ais-matches.ts';
import { placeInPasses, propertyText, readReported } from './read-reported.ts';
import type { ReportContext } from './report-context.ts';

/** Characters of a value; a record may state geometry in one. */
const maxValueLength = 1000;

/** Whether a review of the history is the present one; without a present one, whether it cleared the review. */
function isPresent(review: Review, present: ReportedDetection['review']): boolean {
  if (present === null) return isEmptyReview(review);
  return (['reviewedAt', 'reviewer', 'verdict', 'note'] as const).every(
    (name) => review[name] === present[name],
  );
}

/** Reads what the cards of detections show. Throws `ExportRefused` for too many. */
export function gatherDetectionCards(context: ReportContext): DetectionCardsInput {
  const recorded = new Map<number, readonly (readonly [string, string])[]>();
  const { detections, records } = readReported(context, ({ id, propertiesText }) => {
    const all = Object.entries(parsePrintableJson(propertiesText) as Readonly<Record<string, unknown>>);
    recorded.set(
      id,
      all.map(([name, value]) => [
        cutText(name, maxValueLength),
        cutText(propertyText(value) ?? 'null', maxValueLength),
      ]),
    );
  });
  const ids = [...detections.keys()];
  // Only the passes that show one of them, whatever the filter.
  const { passes } = placeInPasses({ ...context, report: { ...context.report, filter: null } }, ids);
  const { matches, names } = readAisMatches(context.sql, ids);
  return {
    ...context.frame,
    cards: [...detections.values()].map((detection) => {
      const match = matches.get(detection.id);
      return {
        detection,
        passes: passes.filter((each) => each.ids.includes(detection.id)).map(({ pass }) => pass),
        ais: match ? aisText({ ...match, names }) : null,
        recorded: recorded.get(detection.id) ?? [],
        history: (context.store.reviewHistory(detection.id) ?? [])
          .filter(({ review }) => !isPresent(review, detection.review))
          .map(({ review }) => reviewText({ review })),
      };
    }),
    withChips: context.plan.chipSource !== undefined,
    records,
  };
}
