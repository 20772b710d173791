const squareMetresPerSquareKilometre = 1e6;
/** Smaller areas are shown in m². */
const smallestInKilometres = 100;

/**
 * Formats an area: `41,208 km²`, `12.3 km²`, `1.84 km²`, `0.0042 km²`, `42 m²`. It has about three digits; whole
 * square kilometres are never rounded.
 */
export function formatSquareMetres(squareMetres: number): string {
  if (squareMetres < smallestInKilometres) return `${group(squareMetres, 0)} m²`;
  const squareKilometres = squareMetres / squareMetresPerSquareKilometre;
  if (squareKilometres < 1) return `${Number(squareKilometres.toPrecision(2))} km²`;
  if (squareKilometres < 10) return `${group(squareKilometres, 2)} km²`;
  return `${group(squareKilometres, squareKilometres < 100 ? 1 : 0)} km²`;
}

function group(value: number, decimals: number): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}
