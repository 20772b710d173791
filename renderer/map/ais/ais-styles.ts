import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { destination } from '../../../shared/geo/geodesic.ts';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { perScheme } from '../map-colors.ts';

/** The track of a contact: its reports around the time of an image. */
export const trackStyle = perScheme(
  ({ seaPlace }) => new Style({ stroke: new Stroke({ color: seaPlace, width: 1.5, lineDash: [2, 3] }) }),
);

/** How far a radar may shift a contact. */
export const bandStyle = perScheme(
  ({ preview }) => new Style({ stroke: new Stroke({ color: preview, width: 2, lineDash: [6, 4] }) }),
);

/** The line of that shift to both sides, `[longitude, latitude]`. */
export function bandLine(
  center: LonLat,
  { azimuthDegrees, limitMeters }: { readonly azimuthDegrees: number; readonly limitMeters: number },
): number[][] {
  return [
    [...destination(center, azimuthDegrees, -limitMeters)],
    [...center],
    [...destination(center, azimuthDegrees, limitMeters)],
  ];
}
