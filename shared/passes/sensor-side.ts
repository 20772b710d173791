import { compassWord } from '../format.ts';

/** The side that the sensor was on: `sensor to the east`. `azimuthAngle`: degrees from the scene to the sensor. */
export function sensorSideText(azimuthAngle: number): string {
  return `sensor to the ${compassWord(azimuthAngle)}`;
}
