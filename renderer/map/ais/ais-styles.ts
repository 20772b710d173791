import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { destination } from '../../../shared/geo/geodesic.ts';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { mapFont, perScheme, type SchemeColors } from '../map-colors.ts';

/** The track of a contact: its reports around the time of an image. */
export const trackStyle = perScheme(
  ({ seaPlace }) => new Style({ stroke: new Stroke({ color: seaPlace, width: 1.5, lineDash: [2, 3] }) }),
);

/** Maximum shift of a contact by a radar. */
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

/** The label of a contact at its point, or of a link along its line; layers of them leave out what would cover another. */
export function contactLabel(
  text: string,
  { halo, label }: SchemeColors,
  placement: 'left' | 'right' | 'line',
): Text {
  return new Text({
    text,
    font: mapFont,
    fill: new Fill({ color: label }),
    stroke: new Stroke({ color: halo, width: 3 }),
    ...(placement === 'line'
      ? { placement, overflow: true, textBaseline: 'bottom' }
      : placement === 'left'
        ? { offsetX: -8, textAlign: 'right' }
        : { offsetX: 8, textAlign: 'left' }),
  });
}
