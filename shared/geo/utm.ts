import type { LonLat } from './geometry.ts';
import { normalizeLongitude } from './longitude.ts';

/** A position in the Universal Transverse Mercator grid, in metres. */
export type UtmPosition = {
  /** 1…60 */
  readonly zone: number;
  readonly hemisphere: 'N' | 'S';
  readonly easting: number;
  /** In the southern hemisphere measured from 10,000 km south of the equator. */
  readonly northing: number;
};

const falseEasting = 500_000;
const falseNorthing = 10_000_000;
const southernmost = -80;
const northernmost = 84;

/** Returns the zone of a position, with the exceptions for Norway (32V) and Svalbard (31X, 33X, 35X, 37X). */
export function utmZone([longitude, latitude]: LonLat): number {
  const east = normalizeLongitude(longitude);
  // 180° is the western edge of the first zone.
  const zone = (Math.floor((east + 180) / 6) % 60) + 1;
  if (latitude >= 56 && latitude < 64 && east >= 3 && east < 12) return 32;
  if (latitude < 72 || east < 0 || east >= 42) return zone;
  return [9, 21, 33].reduce((svalbard, edge) => svalbard + (east >= edge ? 2 : 0), 31);
}

/** Converts a position to UTM, or null beyond 80° S and 84° N, where the polar grid (UPS) starts. */
export function toUtm([longitude, latitude]: LonLat): UtmPosition | null {
  if (!(latitude >= southernmost && latitude <= northernmost) || !Number.isFinite(longitude)) return null;
  const zone = utmZone([longitude, latitude]);
  return projectUtm([longitude, latitude], { zone, hemisphere: latitude < 0 ? 'S' : 'N' });
}

/** Projects a position with the grid of a zone and hemisphere, also where it lies outside of them. */
export function projectUtm(position: LonLat, grid: Pick<UtmPosition, 'zone' | 'hemisphere'>): UtmPosition {
  const { easting, northing } = projectTransverseMercator(position, centralMeridian(grid.zone));
  return {
    ...grid,
    easting: easting + falseEasting,
    northing: northing + (grid.hemisphere === 'S' ? falseNorthing : 0),
  };
}

/** The inverse of `projectUtm`. The longitude is continuous with the zone, so past ±180° at zones 1 and 60. */
export function unprojectUtm({ zone, hemisphere, easting, northing }: UtmPosition): LonLat {
  const metres = {
    easting: easting - falseEasting,
    northing: northing - (hemisphere === 'S' ? falseNorthing : 0),
  };
  return unprojectTransverseMercator(metres, centralMeridian(zone));
}

/**
 * Converts UTM coordinates to a position, or null for invalid ones: a zone beyond 60, an easting outside of 100 to 900
 * km, a northing outside of the hemisphere or beyond 80° S or 84° N. Coordinates may extend into neighboring zones.
 */
export function fromUtm({ zone, hemisphere, easting, northing }: UtmPosition): LonLat | null {
  if (!Number.isInteger(zone) || zone < 1 || zone > 60) return null;
  if (!(easting >= 100_000 && easting < 900_000)) return null;
  if (!(northing >= 0 && northing <= falseNorthing)) return null;
  const [longitude, latitude] = unprojectUtm({ zone, hemisphere, easting, northing });
  // A coordinate of the edge itself is rounded to whole metres when it is written.
  const rounding = 1e-5;
  if (latitude < southernmost - rounding || latitude > northernmost + rounding) return null;
  return [normalizeLongitude(longitude), latitude];
}

/** Formats a position as `51N 645399 3978627`: zone, hemisphere, whole metres. Null outside of 80° S to 84° N. */
export function formatUtm(position: LonLat): string | null {
  const utm = toUtm(position);
  if (!utm) return null;
  return `${utm.zone}${utm.hemisphere} ${Math.round(utm.easting)} ${Math.round(utm.northing)}`;
}

function centralMeridian(zone: number): number {
  return zone * 6 - 183;
}

/** Metres east and north in a transverse Mercator projection, without false easting or northing. */
type ProjectedMetres = { readonly easting: number; readonly northing: number };

const semiMajorMetres = 6_378_137;
const flattening = 1 / 298.257223563;
const eccentricity = Math.sqrt(flattening * (2 - flattening));
const n = flattening / (2 - flattening);
const scale = 0.9996;
const radians = Math.PI / 180;

/** Radius of the circle as long as a meridian of WGS 84. C. F. F. Karney (2011), equation 14. */
const rectifyingRadius = (semiMajorMetres / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64 + n ** 6 / 256);

/**
 * Coefficients of the Krüger series for n¹…n⁴, C. F. F. Karney, Transverse Mercator with an accuracy of a few
 * nanometers, J. Geodesy 85 (2011), equations 35 and 36. The truncation error is below a micrometer within a zone.
 */
const forward = [
  n / 2 - (2 / 3) * n ** 2 + (5 / 16) * n ** 3 + (41 / 180) * n ** 4,
  (13 / 48) * n ** 2 - (3 / 5) * n ** 3 + (557 / 1440) * n ** 4,
  (61 / 240) * n ** 3 - (103 / 140) * n ** 4,
  (49_561 / 161_280) * n ** 4,
];
const inverse = [
  n / 2 - (2 / 3) * n ** 2 + (37 / 96) * n ** 3 - (1 / 360) * n ** 4,
  (1 / 48) * n ** 2 + (1 / 15) * n ** 3 - (437 / 1440) * n ** 4,
  (17 / 480) * n ** 3 - (37 / 840) * n ** 4,
  (4397 / 161_280) * n ** 4,
];

/** Projects a position on WGS 84 with the scale 0.9996 along `centralMeridian`, in degrees. */
function projectTransverseMercator([longitude, latitude]: LonLat, centralMeridian: number): ProjectedMetres {
  const lambda = shortWay(longitude - centralMeridian) * radians;
  const tau = conformalTangent(Math.tan(latitude * radians));
  const xi = Math.atan2(tau, Math.cos(lambda));
  const eta = Math.asinh(Math.sin(lambda) / Math.hypot(tau, Math.cos(lambda)));
  let [north, east] = [xi, eta];
  forward.forEach((coefficient, index) => {
    const order = 2 * (index + 1);
    north += coefficient * Math.sin(order * xi) * Math.cosh(order * eta);
    east += coefficient * Math.cos(order * xi) * Math.sinh(order * eta);
  });
  return { easting: scale * rectifyingRadius * east, northing: scale * rectifyingRadius * north };
}

/** Returns the position on WGS 84 of projected metres, its longitude continuous with the central meridian. */
function unprojectTransverseMercator(
  { easting, northing }: ProjectedMetres,
  centralMeridian: number,
): LonLat {
  const north = northing / (scale * rectifyingRadius);
  const east = easting / (scale * rectifyingRadius);
  let [xi, eta] = [north, east];
  inverse.forEach((coefficient, index) => {
    const order = 2 * (index + 1);
    xi -= coefficient * Math.sin(order * north) * Math.cosh(order * east);
    eta -= coefficient * Math.cos(order * north) * Math.sinh(order * east);
  });
  const conformal = Math.sin(xi) / Math.hypot(Math.sinh(eta), Math.cos(xi));
  const longitude = centralMeridian + Math.atan2(Math.sinh(eta), Math.cos(xi)) / radians;
  return [longitude, Math.atan(geographicTangent(conformal)) / radians];
}

/** Tangent of the conformal latitude, from that of the geographic one. Karney (2011), equations 7 to 9. */
function conformalTangent(tau: number): number {
  const sigma = Math.sinh(eccentricity * Math.atanh((eccentricity * tau) / Math.hypot(1, tau)));
  return tau * Math.hypot(1, sigma) - sigma * Math.hypot(1, tau);
}

/** The inverse by Newton's method, which converges in three steps. Karney (2011), equations 19 to 21. */
function geographicTangent(conformal: number): number {
  let tau = conformal;
  for (let step = 0; step < 5; step += 1) {
    const reached = conformalTangent(tau);
    const slope =
      ((1 - eccentricity ** 2) * Math.hypot(1, reached) * Math.hypot(1, tau)) /
      (1 + (1 - eccentricity ** 2) * tau ** 2);
    tau += (conformal - reached) / slope;
  }
  return tau;
}

function shortWay(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360);
}

const number = String.raw`(\d+(?:\.\d+)?)`;
const form = new RegExp(
  String.raw`^(?:UTM\s+)?(?:zone\s+)?(\d{1,2})\s*([A-Z])[\s,;]+${number}\s*(?:m\s*E?|E)?[\s,;]+${number}\s*(?:m\s*N?|N)?$`,
  'i',
);
const bands = 'CDEFGHJKLMNPQRSTUVWX';

/** Whether a text looks like UTM: a zone with a letter, an easting of five digits or more, and a northing. */
export function looksLikeUtm(text: string): boolean {
  const [, , , easting = ''] = form.exec(text.trim()) ?? [];
  return (easting.split('.')[0] ?? '').length >= 5;
}

/** Possible positions of a UTM text. */
type UtmReading =
  | {
      readonly ok: true;
      readonly candidates: readonly { readonly position: LonLat; readonly reading: string }[];
    }
  | { readonly ok: false; readonly message: string };

/**
 * Reads `51N 645399 3978627`. The letter is the hemisphere, N or S, or a latitude band of MGRS; S is both the southern
 * hemisphere and the band from 32 to 40° N, so that it may give two positions.
 */
export function readUtm(text: string): UtmReading {
  const [, zoneText = '', letterText = '', easting = '', northing = ''] = form.exec(text.trim()) ?? [];
  const zone = Number(zoneText);
  const letter = letterText.toUpperCase();
  if (zone < 1 || zone > 60) return refuse(`The zone ${zoneText} is not between 1 and 60.`);
  if (/[ABYZ]/.test(letter))
    return refuse(`Zone ${letter} is the polar grid (UPS), which Sightline does not read.`);
  const candidates: { position: LonLat; reading: string }[] = [];
  const add = (hemisphere: 'N' | 'S', isBand: boolean, reading: string) => {
    const position = fromUtm({ zone, hemisphere, easting: Number(easting), northing: Number(northing) });
    if (position && (!isBand || isInBand(position[1], letter))) candidates.push({ position, reading });
  };
  if (letter === 'N') add('N', false, 'UTM, northern hemisphere');
  else {
    if (letter === 'S') add('S', false, 'UTM, S read as the southern hemisphere');
    if (bands.includes(letter))
      add(letter < 'N' ? 'S' : 'N', true, `UTM, ${letter} read as the latitude band`);
  }
  if (candidates.length > 0) return { ok: true, candidates };
  return refuse(
    `There is no ${easting} m east, ${northing} m north in zone ${zone}${letter}: eastings go from 100,000 to 900,000, northings to 10,000,000 and as far as 80° S and 84° N.`,
  );
}

/** Positions on the edge of a band count for both bands. */
const tolerance = 0.01;

function isInBand(latitude: number, band: string): boolean {
  const south = bands.indexOf(band) * 8 - 80;
  const height = band === 'X' ? 12 : 8;
  return latitude >= south - tolerance && latitude <= south + height + tolerance;
}

function refuse(message: string): UtmReading {
  return { ok: false, message };
}
