const equatorialRadius = 6_378_137;
const squaredEccentricity = 0.006_694_379_990_14;

/** Meters for a degree of longitude and of latitude on WGS 84 (NIMA TR8350.2, radii of curvature). */
export function metersPerDegree(latitude: number): { readonly east: number; readonly north: number } {
  const radians = (latitude * Math.PI) / 180;
  const root = Math.sqrt(1 - squaredEccentricity * Math.sin(radians) ** 2);
  const degree = Math.PI / 180;
  return {
    east: (equatorialRadius / root) * Math.cos(radians) * degree,
    north: ((equatorialRadius * (1 - squaredEccentricity)) / root ** 3) * degree,
  };
}
