import { formatQuantity } from '../../../shared/format.ts';
import { normalizeDirection } from '../../../shared/passes/angles.ts';
import type { PassDetail, PassGroupSubject } from '../../../shared/passes/pass.ts';
import { noPlaceText } from '../../../shared/places/nearest-port.ts';

/** An angle with one decimal: `31.4°`. */
export function formatAngle(degrees: number): string {
  return `${degrees.toFixed(1)}°`;
}

/** A direction as three digits and a decimal: `078.0°`. */
export function formatDirection(degrees: number): string {
  const rounded = (Math.round(normalizeDirection(degrees) * 10) / 10) % 360;
  return `${rounded.toFixed(1).padStart(5, '0')}°`;
}

/** Why a pass may have no detections. It states that nothing was found only if the records are complete. */
export function detectionNotes({
  pass: { detections, detectionsElsewhere: elsewhere },
  records,
}: {
  readonly pass: Pick<PassDetail['pass'], 'detections' | 'detectionsElsewhere'>;
  readonly records: readonly Pick<PassDetail['records'][number], 'hasFeatures' | 'featureProblems'>[];
}): readonly string[] {
  const withoutFeatures = records.filter(({ hasFeatures }) => !hasFeatures).length;
  const problems = records.reduce((sum, { featureProblems }) => sum + featureProblems, 0);
  const reasons = [
    elsewhere > 0 ? `${tracedElsewhereText(elsewhere)}.` : '',
    withoutFeatures > 0
      ? `The features of ${formatQuantity(withoutFeatures, 'record')} were not requested.`
      : '',
    problems > 0 ? `${formatQuantity(problems, 'problem')} with the features of its records.` : '',
  ].filter(Boolean);
  if (detections > 0) return reasons;
  return reasons.length > 0
    ? ['No detection is traced to this image.', ...reasons]
    : ['Imaged, nothing found in this image'];
}

/** States, as a clause, that detections of a pass's records belong to another image of those records. */
export function tracedElsewhereText(count: number): string {
  return `${formatQuantity(count, 'detection')} of its records ${count === 1 ? 'is' : 'are'} traced to another image`;
}

/** What the passes of a group have in common, as the heading of the group. */
export function groupTitle(subject: PassGroupSubject): string {
  switch (subject.kind) {
    case 'day':
      return subject.day === null ? 'Time not given' : new Date(subject.day).toISOString().slice(0, 10);
    case 'sensor':
      return subject.sensorName ?? 'Sensor not given';
    case 'place':
      return subject.place ?? noPlaceText;
    case 'location':
      return `Around ${positionText(subject.position)}`;
    case 'unknown':
      return subject.missing === 'geometry'
        ? 'Geometry unknown: incidence, azimuth or footprint is missing'
        : 'Location unknown: no footprint';
    case 'geometry': {
      const { sensorType, sensorMode, polarization, incidenceAngle, azimuthAngle } = subject.image;
      const names = [
        sensorType ?? 'type not given',
        sensorMode ?? 'mode not given',
        polarization ?? 'polarization not given',
      ];
      const angles = [
        incidenceAngle === null ? '' : `incidence ≈ ${formatAngle(incidenceAngle)}`,
        azimuthAngle === null ? '' : `sensor at ≈ ${formatDirection(azimuthAngle)}`,
      ];
      return [...names, ...angles, `around ${positionText(subject.position)}`].filter(Boolean).join(' · ');
    }
  }
}

function positionText(position: readonly [number, number] | null): string {
  if (!position) return 'an unknown location';
  const [longitude, latitude] = position;
  const axisText = (value: number, positive: string, negative: string) =>
    `${Math.abs(value).toFixed(2)}° ${value < 0 ? negative : positive}`;
  return `${axisText(latitude, 'N', 'S')} ${axisText(longitude, 'E', 'W')}`;
}
