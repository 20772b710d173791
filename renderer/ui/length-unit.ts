import { formatSquareMetres } from '../../shared/areas/format-square-metres.ts';
import { formatMetres } from '../../shared/format.ts';

/** Lengths are shown in kilometres, international nautical miles or statute miles. */
export const lengthUnits = ['km', 'nm', 'mi'] as const;
export type LengthUnit = (typeof lengthUnits)[number];

/** Metres of a unit, by definition. */
export const metresPerUnit: Readonly<Record<LengthUnit, number>> = { km: 1000, nm: 1852, mi: 1609.344 };

/** A length on the ground in a unit: `12.35 nm`, `0.045 mi`; in metres below one kilometre. */
export function formatLength(metres: number, unit: LengthUnit): string {
  if (unit === 'km') return formatMetres(metres);
  return `${withDecimals(metres / metresPerUnit[unit], 100)} ${unit}`;
}

/** An area in the square of a unit: `1,203 nm²`, `0.45 mi²`. */
export function formatAreaIn(squareMetres: number, unit: LengthUnit): string {
  if (unit === 'km') return formatSquareMetres(squareMetres);
  return `${withDecimals(squareMetres / metresPerUnit[unit] ** 2, 10)} ${unit}²`;
}

/** Three decimals below one, two below `few`, then one, and none from a thousand on. */
function withDecimals(value: number, few: number): string {
  const decimals = value < 1 ? 3 : value < few ? 2 : value < 1000 ? 1 : 0;
  return value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}
