import { formatCount, formatQuantity } from '../format.ts';
import type { LonLat } from '../geo/geometry.ts';
import { analyticDisplayName } from '../results/analytics.ts';
import type { ReportCell, ReportImage } from './report-document.ts';
import type { ReportTemplate } from './report-template.ts';
import { instantText, notStated, positionText, unknown } from './report-texts.ts';

/** A detection as a report lists it. */
export type ReportedDetection = {
  readonly id: number;
  /** Text that distinguishes it outside the workspace, whose number means nothing there. */
  readonly label: string;
  readonly recordId: string;
  readonly analytic: string;
  readonly position: LonLat | null;
  readonly lengthMeters: number | null;
  readonly className: string | null;
  readonly confidence: number | null;
  readonly review: {
    readonly verdict: string | null;
    readonly note: string;
    readonly reviewer: string;
    readonly reviewedAt: string;
  } | null;
  readonly chip: ReportedChip;
  /** The values of the template's properties, in their order; null where it has none. */
  readonly properties: readonly (string | null)[];
};

/** `none`: the record names no chip. */
export type ReportedChip =
  | { readonly state: 'shown'; readonly image: Pick<ReportImage, 'png' | 'width' | 'height'> }
  | { readonly state: 'none' | 'missing' | 'left-out' };

/** The chip of a detection, or why there is none; `heading` names where it was imaged. */
export function chipCell({ chip, analytic, label }: ReportedDetection, heading: string): ReportCell {
  if (chip.state !== 'shown') {
    return { none: 'none', missing: 'not in the cache', 'left-out': 'left out' }[chip.state];
  }
  const alternative = `Image chip of ${analyticDisplayName(analytic)} ${label}, ${heading}`;
  return { ...chip.image, alternative, caption: 'Scale unknown' };
}

/** The columns of detections, those of a template included. */
export function detectionColumns({ properties }: Pick<ReportTemplate, 'properties'>): readonly string[] {
  return ['ID', 'Analytic', 'Position', 'Length', 'Class', 'Confidence', ...properties, 'Review', 'Record'];
}

/** Statements about a detection, in the order of `detectionColumns`. */
export function detectionCells(detection: ReportedDetection): readonly string[] {
  const { label, analytic, position, lengthMeters, className, confidence, properties, recordId } = detection;
  return [
    label,
    analyticDisplayName(analytic),
    position ? positionText(position) : unknown,
    lengthMeters === null ? notStated : `${Math.round(lengthMeters)} m`,
    className ?? notStated,
    confidence === null ? notStated : String(Number(confidence.toFixed(3))),
    ...properties.map((value) => value ?? notStated),
    reviewText(detection),
    recordId,
  ];
}

/** The verdict, its reviewer and time, and the note. */
export function reviewText({ review }: Pick<ReportedDetection, 'review'>): string {
  if (!review?.verdict) return review?.note ? `no verdict; note: ${review.note}` : 'no verdict';
  const parts = [
    review.verdict,
    `by ${review.reviewer || 'an unnamed reviewer'}`,
    ...(review.reviewedAt === '' ? [] : [instantText(review.reviewedAt)]),
    ...(review.note ? [`note: ${review.note}`] : []),
  ];
  return parts.join('; ');
}

/** Names of those who reviewed detections, or `none`. */
export function reviewersOf(detections: readonly Pick<ReportedDetection, 'review'>[]): string {
  const names = new Set(detections.flatMap(({ review }) => (review?.verdict ? [review.reviewer] : [])));
  return names.size === 0 ? 'none' : [...names].sort().join(', ');
}

/** The certainty of detections, by the verdicts of analysts and the confidences that the service states, as sentences. */
export function certaintyOf(
  detections: readonly Pick<ReportedDetection, 'review' | 'confidence'>[],
): readonly string[] {
  const verdicts = detections.flatMap(({ review }) => (review?.verdict ? [review.verdict] : []));
  const counts = [...Map.groupBy(verdicts, (verdict) => verdict)]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([verdict, same]) => `${formatCount(same.length)} ${verdict}`);
  const confidences = detections.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]));
  const [least, most] = [Math.min(...confidences), Math.max(...confidences)].map((value) =>
    String(Number(value.toFixed(3))),
  );
  const without = detections.length - confidences.length;
  return [
    ...(counts.length > 0 ? [`Reviewed by an analyst: ${counts.join(', ')}.`] : []),
    ...reviewGaps(detections),
    ...(confidences.length > 0
      ? [
          `Confidence stated by the service: ${least === most ? least : `${least} to ${most}`}${without === 0 ? '' : `, not stated for ${formatCount(without)}`}.`,
        ]
      : []),
  ];
}

/** Numbers of detections by analytic, the most frequent first: `16 Vessel, 12 Aircraft`. */
export function analyticCounts(detections: readonly Pick<ReportedDetection, 'analytic'>[]): string {
  return [...Map.groupBy(detections, ({ analytic }) => analyticDisplayName(analytic))]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([name, same]) => `${formatCount(same.length)} ${name}`)
    .join(', ');
}

/** The number of detections without a verdict, as a sentence. */
function reviewGaps(detections: readonly Pick<ReportedDetection, 'review'>[]): readonly string[] {
  const unreviewed = detections.filter(({ review }) => !review?.verdict).length;
  if (unreviewed === 0) return [];
  const all = formatQuantity(detections.length, 'detection');
  return [
    `${formatCount(unreviewed)} of ${all} ${unreviewed === 1 ? 'has' : 'have'} no verdict of an analyst.`,
  ];
}

/** The number of chips that are not shown, and why, as sentences. */
export function chipGaps(detections: readonly Pick<ReportedDetection, 'chip'>[]): readonly string[] {
  const count = (state: ReportedChip['state']) =>
    detections.filter(({ chip }) => chip.state === state).length;
  const [missing, leftOut, none] = [count('missing'), count('left-out'), count('none')];
  return [
    ...(missing > 0 ? [`${formatQuantity(missing, 'image chip')} not in the cache.`] : []),
    ...(leftOut > 0 ? [describeChipsLeftOut(leftOut)] : []),
    ...(none > 0 ? [`For ${formatQuantity(none, 'detection')} the records name no image chip.`] : []),
  ];
}

export function describeChipsLeftOut(count: number): string {
  return `${formatQuantity(count, 'image chip')} left out, since the document would be too large.`;
}

/** Properties of a template that no detection has, as sentences. */
export function propertyGaps(
  template: Pick<ReportTemplate, 'properties'>,
  detections: readonly Pick<ReportedDetection, 'properties'>[],
): readonly string[] {
  return template.properties.flatMap((name, index) =>
    detections.length > 0 && detections.every(({ properties }) => (properties[index] ?? null) === null)
      ? [`The template names the property “${name}”, which none of these detections has.`]
      : [],
  );
}
