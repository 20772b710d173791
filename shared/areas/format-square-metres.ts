import { displayFormat, formatDecimals, squareMetresPerUnit } from '../display-format.ts';

/** Smaller areas are shown in m² next to square kilometres. */
const smallestInKilometres = 100;

/**
 * Formats an area in the unit of the settings: `41,208 km²`, `12.3 ha`, `1.84 nm²`, `0.0042 km²`, `42 m²`. It has about
 * three digits; whole units are never rounded.
 */
export function formatSquareMetres(squareMetres: number): string {
  const { area } = displayFormat();
  if (area === 'km²' && squareMetres < smallestInKilometres) return `${formatDecimals(squareMetres, 0)} m²`;
  const value = squareMetres / squareMetresPerUnit[area];
  if (value < 1) {
    const digits = Number(value.toPrecision(2));
    return `${formatDecimals(digits, decimalsOf(digits))} ${area}`;
  }
  return `${formatDecimals(value, value < 10 ? 2 : value < 100 ? 1 : 0)} ${area}`;
}

/** The number of decimals of the shortest text of a number. */
function decimalsOf(value: number): number {
  const [, fraction = ''] = value.toFixed(12).replace(/0+$/, '').split('.');
  return fraction.length;
}
