import type { LonLat } from './geometry.ts';

/** Metres east and north in a transverse Mercator projection, without false easting or northing. */
export type ProjectedMetres = { readonly easting: number; readonly northing: number };

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
export function projectTransverseMercator(
  [longitude, latitude]: LonLat,
  centralMeridian: number,
): ProjectedMetres {
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
export function unprojectTransverseMercator(
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
