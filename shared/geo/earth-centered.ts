/** WGS 84. */
const semiMajorAxis = 6_378_137;
const eccentricitySquared = 0.00669437999014;

/** Earth-centered coordinates `[x, y, z]` in meters of a position in degrees on the WGS 84 ellipsoid. */
export function toEarthCentered(longitude: number, latitude: number): [number, number, number] {
  const [lambda, phi] = [(longitude * Math.PI) / 180, (latitude * Math.PI) / 180];
  const { across } = curvatureRadii(latitude);
  const fromAxis = across * Math.cos(phi);
  return [
    fromAxis * Math.cos(lambda),
    fromAxis * Math.sin(lambda),
    across * (1 - eccentricitySquared) * Math.sin(phi),
  ];
}

/** Radii of curvature of the WGS 84 ellipsoid at a latitude in degrees, in meters: of the meridian, and across it. */
export function curvatureRadii(latitude: number): { readonly meridian: number; readonly across: number } {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const factor = 1 - eccentricitySquared * sine * sine;
  const across = semiMajorAxis / Math.sqrt(factor);
  return { meridian: (across * (1 - eccentricitySquared)) / factor, across };
}
