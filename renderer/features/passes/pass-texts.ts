import { formatAngle, formatDirection } from '../../../shared/format.ts';
import type { Pass, PassDetail, PassGroupSubject } from '../../../shared/passes/pass.ts';
import { sensorSideText } from '../../../shared/passes/sensor-side.ts';
import { noPlaceText } from '../../../shared/places/nearest-port.ts';
import { describeFindable } from '../../../shared/results/analytics.ts';
import { isRequested } from '../../../shared/results/field-list.ts';
import { texts } from './texts.ts';

/** A member of the sensor data that a pass may lack, by its name in the record. */
export type PassMember = keyof typeof texts.members;

/** Reason why a pass has no value of a member: `not fetched`, or `not given` by any of its records. */
export function missingText({ fields }: Pick<Pass, 'fields'>, member: PassMember): string {
  return isRequested(fields, `content.sensorData.${member}`) ? texts.notGiven.value : texts.notFetched;
}

/** The same with the name of the member: `polarization not given`. */
export function namedMissingText(pass: Pick<Pass, 'fields'>, member: PassMember): string {
  return `${texts.members[member]} ${missingText(pass, member)}`;
}

/** Reason why a pass may have no detections. It states that nothing was found only if the records are complete. */
export function detectionNotes({
  pass: { detections, detectionsElsewhere: elsewhere },
  records,
}: {
  readonly pass: Pick<PassDetail['pass'], 'detections' | 'detectionsElsewhere'>;
  readonly records: readonly (Pick<PassDetail['records'][number], 'hasFeatures' | 'featureProblems'> &
    Partial<Pick<PassDetail['records'][number], 'analytics'>>)[];
}): readonly string[] {
  const withoutFeatures = records.filter(({ hasFeatures }) => !hasFeatures).length;
  const problems = records.reduce((sum, { featureProblems }) => sum + featureProblems, 0);
  const reasons = [
    elsewhere > 0 ? `${texts.notes.tracedElsewhere(elsewhere)}.` : '',
    withoutFeatures > 0 ? texts.notes.notRequested(withoutFeatures) : '',
    problems > 0 ? texts.notes.problems(problems) : '',
  ].filter(Boolean);
  if (detections > 0) return reasons;
  if (reasons.length > 0) return [texts.notes.noneTraced, ...reasons];
  const analytics = new Set(records.flatMap((record) => record.analytics ?? []));
  const findable = describeFindable([...analytics]);
  return [texts.notes.nothingFound, ...(findable === null ? [] : [findable])];
}

/** Values that the passes of a group have in common, as the heading of the group. */
export function groupTitle(subject: PassGroupSubject): string {
  switch (subject.kind) {
    case 'day':
      return subject.day === null ? texts.notGiven.time : new Date(subject.day).toISOString().slice(0, 10);
    case 'sensor':
      return subject.sensorName ?? texts.notGiven.sensor;
    case 'place':
      return subject.place ?? noPlaceText;
    case 'location':
      return texts.groups.around(positionText(subject.position));
    case 'unknown':
      return subject.missing === 'geometry' ? texts.groups.unknownGeometry : texts.groups.unknownLocation;
    case 'geometry': {
      const { sensorType, sensorMode, polarization, incidenceAngle, azimuthAngle } = subject.image;
      const names = [
        sensorType ?? texts.groups.unknownMember(texts.members.sensorType),
        sensorMode ?? texts.groups.unknownMember(texts.members.sensorMode),
        polarization ?? texts.groups.unknownMember(texts.members.polarization),
      ];
      const angles = [
        incidenceAngle === null ? '' : texts.groups.incidence(formatAngle(incidenceAngle)),
        azimuthAngle === null
          ? ''
          : texts.groups.azimuth(sensorSideText(azimuthAngle), formatDirection(azimuthAngle)),
      ];
      return [...names, ...angles, texts.groups.aroundPosition(positionText(subject.position))]
        .filter(Boolean)
        .join(' · ');
    }
  }
}

function positionText(position: readonly [number, number] | null): string {
  if (!position) return texts.groups.anUnknownLocation;
  const [longitude, latitude] = position;
  const axisText = (value: number, positive: string, negative: string) =>
    `${formatAngle(Math.abs(value), 2)} ${value < 0 ? negative : positive}`;
  return `${axisText(latitude, 'N', 'S')} ${axisText(longitude, 'E', 'W')}`;
}
