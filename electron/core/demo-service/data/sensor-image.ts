import type { LonLat } from '../../../../shared/geo/geometry.ts';
import {
  type SensorData,
  sensorMemberName,
  sensorMembers,
} from '../../../../shared/results/sensor-members.ts';
import { type Constellation, constellations, type SensorMode } from './constellations.ts';
import {
  alongHeading,
  metresBetween,
  moveBy,
  normalHeading,
  offsetAlongHeading,
  rounded,
} from './local-plane.ts';
import type { Random } from './random.ts';

/** One radar image: its footprint, its acquisition, and its item for `content.sensorData`. */
export type SensorImage = {
  readonly center: LonLat;
  /** Epoch milliseconds UTC. */
  readonly startTime: number;
  readonly mode: SensorMode;
  /** Direction of flight over ground, degrees clockwise from North. */
  readonly trackHeading: number;
  /** Degrees from the scene to the sensor, clockwise from North. */
  readonly azimuthAngle: number;
  /** Degrees from the vertical. */
  readonly incidenceAngle: number;
  readonly sensorName: string;
  /** Whether a position lies in the footprint, `margin` (0…1) of its half size away from the edge. */
  contains(position: LonLat, margin: number): boolean;
  /** A position in the footprint, evenly distributed, away from the edge. */
  randomPosition(random: Random): LonLat;
  /** The item of `content.sensorData` for this image at an index of the list. */
  toSensorData(index: number): Readonly<Record<string, unknown>>;
};

/** The requirements for an image. */
export type ImageRequest = {
  readonly center: LonLat;
  readonly scale: SensorMode['scale'];
  /** Epoch milliseconds UTC. */
  readonly latestStart: number;
  /** The exact time, epoch milliseconds UTC, instead of one before `latestStart`. */
  readonly startTime?: number;
  /** The operator's name in the `<brand>Id` of an image. */
  readonly brand: string;
  /** Without it, any satellite and incidence angle (degrees from, to). */
  readonly beam?: { readonly constellation: Constellation; readonly incidence: readonly [number, number] };
};

const hour = 3_600_000;

/** An image of a position by a suitable satellite, at most seven hours before `latestStart`. */
export function createSensorImage(request: ImageRequest, random: Random): SensorImage {
  const { center, brand } = request;
  const dusk = lastSolarHour(request.latestStart, center[0], 18);
  const dawn = lastSolarHour(request.latestStart, center[0], 6);
  const lastPass = Math.max(dusk, dawn);
  const able = request.beam
    ? [request.beam.constellation]
    : constellations.filter(
        ({ modes, dawnDusk }) =>
          modes.some((mode) => mode.scale === request.scale) &&
          (!dawnDusk || (request.startTime === undefined && request.latestStart - lastPass < 6 * hour)),
      );
  const constellation = random.weighted(able, (item) => item.share);
  const mode = random.pick(constellation.modes.filter((item) => item.scale === request.scale));
  const sensorName = random.pick(constellation.sensorNames);
  const polarization = random.pick(constellation.polarizations);

  const isAscending = constellation.dawnDusk ? dusk > dawn : random.chance(0.5);
  const startTime =
    request.startTime ??
    (constellation.dawnDusk
      ? Math.round(lastPass - random.between(0, 0.4 * hour))
      : Math.round(request.latestStart - random.between(0, 6.5 * hour)));
  const inclinations = constellation.inclinations.filter((inclination) => inclination > center[1] + 2);
  const trackHeading = groundTrackHeading(random.pick(inclinations), center[1], isAscending);
  const looksLeft = constellation.looksLeft && random.chance(0.4);
  const azimuthAngle = normalHeading(trackHeading + (looksLeft ? 90 : -90) + random.normal(0, 1.2));
  const incidenceAngle = random.between(...(request.beam?.incidence ?? ([19, 48] as const)));

  const halfAlong = (mode.along / 2) * random.between(0.95, 1.08);
  const halfAcross = (mode.across / 2) * random.between(0.95, 1.05);
  const at = (along: number, across: number): LonLat =>
    moveBy(center, alongHeading(trackHeading, along * halfAlong, across * halfAcross));

  function contains(position: LonLat, margin: number): boolean {
    const [ahead, right] = offsetAlongHeading(trackHeading, metresBetween(center, position));
    return Math.abs(ahead) <= (1 - margin) * halfAlong && Math.abs(right) <= (1 - margin) * halfAcross;
  }

  const stamp = new Date(startTime).toISOString().replaceAll(/[-:]|\.\d+Z/g, '');
  const serial = random.integer(1_000_000, 9_999_999);
  const footprint = printFootprint([at(1, -1), at(1, 1), at(-1, 1), at(-1, -1)], random);
  const geometryReference = printReference(center, random);
  const values: Partial<SensorData> = {
    sensorName,
    sensorType: 'SAR',
    sensorMode: mode.name,
    productType: mode.productType,
    brandId: `${brand.toUpperCase()}-${stamp}-${random.uuid().slice(0, 8)}`,
    vendorId: constellation.vendorId({ sensorName, mode, polarization, stamp, serial }),
    startTimeUtc: printStartTime(startTime, random),
    geometryReference,
    azimuthAngle: rounded(azimuthAngle, 4),
    incidenceAngle: rounded(incidenceAngle, 4),
    polarization,
    footprint,
  };

  return {
    center,
    startTime,
    mode,
    trackHeading,
    azimuthAngle,
    incidenceAngle,
    sensorName,
    contains,
    randomPosition: (source) => at(source.between(-0.97, 0.97), source.between(-0.97, 0.97)),
    toSensorData: (index) => {
      const all: Partial<SensorData> = { ...values, sensorDataIndex: index };
      return Object.fromEntries(
        sensorMembers.map((member) => [sensorMemberName(member, brand), all[member.key] ?? null]),
      );
    },
  };
}

/**
 * Direction of a satellite's track over ground where it passes a latitude, degrees clockwise from North:
 * sin(heading) = cos(inclination) / cos(latitude), without the turn of the Earth.
 */
function groundTrackHeading(inclination: number, latitude: number, isAscending: boolean): number {
  const radians = Math.PI / 180;
  const sine = Math.cos(inclination * radians) / Math.cos(latitude * radians);
  const heading = Math.asin(Math.max(-1, Math.min(1, sine))) / radians;
  return normalHeading(isAscending ? heading : 180 - heading);
}

/** The last instant at or before `time` at which the mean solar time of a longitude is `solarHour`. */
function lastSolarHour(time: number, longitude: number, solarHour: number): number {
  const day = 24 * hour;
  const shift = (solarHour - longitude / 15) * hour;
  return Math.floor((time - shift) / day) * day + shift;
}

/** Most services print milliseconds; some vendors' times come with microseconds, which is ISO 8601 as well. */
function printStartTime(time: number, random: Random): string {
  const text = new Date(time).toISOString();
  return random.chance(0.2) ? text.replace('Z', `${random.integer(100, 999)}Z`) : text;
}

/** WKT of the perimeter. Vendors differ in spacing, letter case and digits, and all of it is valid. */
function printFootprint(corners: readonly LonLat[], random: Random): string {
  const decimals = random.pick([6, 6, 6, 7, 9, 12]);
  const ring = random.chance(0.5) ? corners : [...corners].reverse();
  const positions = [...ring, ...ring.slice(0, 1)].map((position) =>
    position.map((value) => value.toFixed(decimals)).join(' '),
  );
  const style = random.unit();
  if (style < 0.02) return `polygon((${positions.join(',')}))`;
  if (style < 0.12) return `POLYGON((${positions.join(',')}))`;
  return `POLYGON ((${positions.join(', ')}))`;
}

function printReference([longitude, latitude]: LonLat, random: Random): string {
  const position = `${longitude.toFixed(6)} ${latitude.toFixed(6)}`;
  return random.chance(0.05)
    ? `POINT Z (${position} ${random.between(0, 40).toFixed(1)})`
    : `POINT (${position})`;
}
