import { formatAngle, formatDuration } from '../format.ts';
import { signedAngleBetween } from '../geo/directions.ts';
import { computeOverlap, type Outline, type Overlap } from './footprint-overlap.ts';
import type { GeometryTolerance, PassImage } from './pass.ts';

/** An image to compare; `outline` is null without a usable footprint. */
export type ComparedImage = { readonly image: PassImage; readonly outline: Outline | null };

/** The aspects in which two images are compared, in display order. */
export const comparedAspects = [
  'incidence',
  'azimuth',
  'overlap',
  'polarization',
  'mode',
  'product',
  'type',
  'sensor',
  'time',
] as const;
export type ComparedAspect = (typeof comparedAspects)[number];

/** The comparison of two images in one aspect. */
export type Finding = {
  readonly aspect: ComparedAspect;
  /** `unknown`: at least one of the images lacks the value. */
  readonly state: 'alike' | 'differs' | 'unknown';
  /** A clause without a capital and full stop, such as `incidence differs by 12.3° (31.4° and 43.7°)`. */
  readonly text: string;
};

export type GeometryComparison = {
  /** Degrees by which the second is steeper (negative) or flatter; null when either is absent. */
  readonly incidenceDifference: number | null;
  /** Degrees by which the direction to the sensor turns from the first to the second, −180…180, clockwise positive. */
  readonly azimuthDifference: number | null;
  /** Milliseconds from the first to the second. */
  readonly millisecondsBetween: number | null;
  readonly overlap: Overlap | null;
  /** One for each aspect, in their order. */
  readonly findings: readonly Finding[];
};

/**
 * Compares how two images were taken. Differences within the tolerance count as alike; every aspect has a finding.
 */
export function compareGeometry(
  first: ComparedImage,
  second: ComparedImage,
  tolerance: GeometryTolerance,
): GeometryComparison {
  const [a, b] = [first.image, second.image];
  const incidenceDifference = differenceOf(a.incidenceAngle, b.incidenceAngle, (one, other) => other - one);
  const azimuthDifference = differenceOf(a.azimuthAngle, b.azimuthAngle, signedAngleBetween);
  const millisecondsBetween = differenceOf(a.startedAt, b.startedAt, (one, other) => other - one);
  const overlap = first.outline && second.outline ? computeOverlap(first.outline, second.outline) : null;
  const findings: readonly Finding[] = [
    angleFinding('incidence', [a.incidenceAngle, b.incidenceAngle], incidenceDifference, tolerance.incidence),
    angleFinding('azimuth', [a.azimuthAngle, b.azimuthAngle], azimuthDifference, tolerance.azimuth),
    overlapFinding(overlap, first.outline, second.outline, tolerance.overlap),
    nameFinding('polarization', 'polarization', a.polarization, b.polarization),
    nameFinding('mode', 'mode', a.sensorMode, b.sensorMode),
    nameFinding('product', 'product type', a.productType, b.productType),
    nameFinding('type', 'sensor type', a.sensorType, b.sensorType),
    nameFinding('sensor', 'sensor', a.sensorName, b.sensorName),
    timeFinding(millisecondsBetween, a.startedAt, b.startedAt),
  ];
  return {
    incidenceDifference,
    azimuthDifference,
    millisecondsBetween,
    overlap,
    findings,
  };
}

function differenceOf(
  one: number | null,
  other: number | null,
  between: (one: number, other: number) => number,
): number | null {
  return one === null || other === null ? null : between(one, other);
}

function angleFinding(
  aspect: 'incidence' | 'azimuth',
  [one, other]: readonly [number | null, number | null],
  difference: number | null,
  maxDifference: number,
): Finding {
  const name = aspect === 'incidence' ? 'incidence' : 'azimuth to sensor';
  if (difference === null) return { aspect, state: 'unknown', text: unknownText(name, one, other) };
  const apart = Math.abs(difference);
  const values = `${degrees(one)} and ${degrees(other)}`;
  if (apart > maxDifference) {
    return { aspect, state: 'differs', text: `${name} differs by ${degrees(apart)} (${values})` };
  }
  return { aspect, state: 'alike', text: `${name} alike within ${degrees(maxDifference)} (${values})` };
}

function nameFinding(
  aspect: ComparedAspect,
  name: string,
  one: string | null,
  other: string | null,
): Finding {
  if (one === null || other === null) {
    return { aspect, state: 'unknown', text: unknownText(name, one, other) };
  }
  return one === other
    ? { aspect, state: 'alike', text: `same ${name} (${one})` }
    : { aspect, state: 'differs', text: `${name} differs (${one} and ${other})` };
}

function overlapFinding(
  overlap: Overlap | null,
  first: Outline | null,
  second: Outline | null,
  minShare: number,
): Finding {
  if (!overlap) {
    return {
      aspect: 'overlap',
      state: 'unknown',
      text: `shared ground unknown: ${whose(first, second)} no footprint that can be used`,
    };
  }
  const { ofFirst, ofSecond } = overlap;
  if (ofFirst === 0 && ofSecond === 0) {
    return { aspect: 'overlap', state: 'differs', text: 'footprints do not overlap' };
  }
  const text = `footprints share ${percent(ofFirst)} of A and ${percent(ofSecond)} of B`;
  return { aspect: 'overlap', state: Math.max(ofFirst, ofSecond) < minShare ? 'differs' : 'alike', text };
}

function timeFinding(milliseconds: number | null, one: number | null, other: number | null): Finding {
  if (milliseconds === null)
    return { aspect: 'time', state: 'unknown', text: unknownText('time', one, other) };
  if (milliseconds === 0) return { aspect: 'time', state: 'alike', text: 'taken at the same time' };
  const order = milliseconds > 0 ? 'A before B' : 'B before A';
  return {
    aspect: 'time',
    state: 'differs',
    text: `${formatDuration(Math.abs(milliseconds))} apart, ${order}`,
  };
}

function unknownText(name: string, one: unknown, other: unknown): string {
  return `${name} unknown: not given ${one === null && other === null ? 'by either image' : one === null ? 'by A' : 'by B'}`;
}

function whose(first: Outline | null, second: Outline | null): string {
  if (!first && !second) return 'neither image has';
  return first ? 'B has' : 'A has';
}

function degrees(value: number | null): string {
  return formatAngle(value ?? Number.NaN);
}

/** Formats a share; one between 0 and 1 is never shown as 0 % or 100 %. */
function percent(share: number): string {
  const whole = Math.round(share * 100);
  if (whole === 0 && share > 0) return 'under 1%';
  if (whole === 100 && share < 0.9999) return 'over 99%';
  return `${whole}%`;
}
