import { formatDirection } from '../format.ts';
import type { PassImage } from './pass.ts';

/**
 * Direction from which an image was taken: `radar looks from 081°`. `azimuthAngle`: degrees from the scene to the
 * sensor.
 */
export function lookText(sensorType: PassImage['sensorType'], azimuthAngle: number): string {
  const isRadar = sensorType !== null && /sar|radar/i.test(sensorType);
  return `${isRadar ? 'radar' : 'sensor'} looks from ${formatDirection(azimuthAngle)}`;
}
