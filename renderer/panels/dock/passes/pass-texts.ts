import { normalDirection } from '../../../../shared/passes/angles.ts';
import type { PassGroupSubject } from '../../../../shared/passes/pass.ts';

/** An angle with one decimal: `31.4°`. */
export function angleText(degrees: number): string {
  return `${degrees.toFixed(1)}°`;
}

/** A direction as three digits and a decimal: `078.0°`. */
export function directionText(degrees: number): string {
  const rounded = (Math.round(normalDirection(degrees) * 10) / 10) % 360;
  return `${rounded.toFixed(1).padStart(5, '0')}°`;
}

/** What the passes of a group have in common, as the heading of the group. */
export function groupTitle(subject: PassGroupSubject): string {
  switch (subject.kind) {
    case 'day':
      return subject.day === null ? 'Time not given' : new Date(subject.day).toISOString().slice(0, 10);
    case 'sensor':
      return subject.sensorName ?? 'Sensor not given';
    case 'place':
      return `Around ${positionText(subject.position)}`;
    case 'unknown':
      return subject.missing === 'geometry'
        ? 'Geometry not known: incidence, azimuth or footprint is missing'
        : 'Place not known: no footprint';
    case 'geometry': {
      const { sensorType, sensorMode, polarization, incidenceAngle, azimuthAngle } = subject.image;
      const names = [
        sensorType ?? 'type not given',
        sensorMode ?? 'mode not given',
        polarization ?? 'polarization not given',
      ];
      const angles = [
        incidenceAngle === null ? '' : `incidence ≈ ${angleText(incidenceAngle)}`,
        azimuthAngle === null ? '' : `sensor at ≈ ${directionText(azimuthAngle)}`,
      ];
      return [...names, ...angles, `around ${positionText(subject.position)}`].filter(Boolean).join(' · ');
    }
  }
}

function positionText(position: readonly [number, number] | null): string {
  if (!position) return 'an unknown place';
  const [longitude, latitude] = position;
  const part = (value: number, positive: string, negative: string) =>
    `${Math.abs(value).toFixed(2)}° ${value < 0 ? negative : positive}`;
  return `${part(latitude, 'N', 'S')} ${part(longitude, 'E', 'W')}`;
}
