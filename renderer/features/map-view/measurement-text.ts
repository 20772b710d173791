import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { tabRow } from '../../../shared/csv-cell.ts';
import { formatDirection, formatMetres } from '../../../shared/format.ts';
import { formatDecimalDegrees } from '../../../shared/geo/coordinates.ts';
import type { Measurement } from '../../map/measure/measurement.ts';
import { texts } from './texts.ts';

/** A measurement as tab-separated text for other programs: lines for the total, the area, and each leg with its ends. */
export function measurementText({ positions, legs, metres, squareMetres, isClosed }: Measurement): string {
  const ends = isClosed ? [...positions, ...positions.slice(0, 1)] : positions;
  const cornerText = (index: number) => {
    const position = ends[index];
    return position ? formatDecimalDegrees(position, 5) : '';
  };
  return [
    `${isClosed ? texts.measure.perimeter : texts.measure.length}\t${formatMetres(metres)}`,
    ...(squareMetres === null
      ? []
      : [
          `${isClosed ? texts.measure.area : texts.measure.areaIfClosed}\t${formatSquareMetres(squareMetres)}`,
        ]),
    texts.measure.columns,
    ...legs.map((leg, index) =>
      tabRow([
        cornerText(index),
        cornerText(index + 1),
        formatMetres(leg.metres),
        formatDirection(leg.azimuthDegrees),
      ]),
    ),
  ].join('\n');
}
