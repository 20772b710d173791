import LineString from 'ol/geom/LineString.js';
import Point from 'ol/geom/Point.js';
import type Graticule from 'ol/layer/Graticule.js';
import type { FrameState } from 'ol/Map.js';
import { getVectorContext } from 'ol/render.js';
import Style from 'ol/style/Style.js';
import type Text from 'ol/style/Text.js';
import { toContinuousLonLat } from '../map-projection.ts';
import { formatDegrees } from './format-degrees.ts';

/** CSS pixels at the lower edge that are reserved for the degrees of longitude. */
const lowerEdge = 24;

/**
 * Draws the degrees of a graticule's parallels at the left edge of the view. OpenLayers would draw its labels on
 * another copy of the world when the view crosses the antimeridian.
 */
export function labelLatitudes(graticule: Graticule, text: Text): void {
  const style = new Style({ text });
  graticule.on('postrender', (event) => {
    const { frameState } = event;
    if (!frameState) return;
    const context = getVectorContext(event);
    for (const y of parallelsOf(graticule)) {
      const position = leftEdgeAt(y, frameState);
      if (!position) continue;
      const [, latitude] = toContinuousLonLat([0, y]);
      text.setText(formatDegrees(latitude, 'N', 'S'));
      context.setStyle(style);
      context.drawGeometry(new Point([...position]));
    }
  });
}

/** The y of the drawn parallels in map units: in Web Mercator they are horizontal lines. */
export function parallelsOf(graticule: Graticule): ReadonlySet<number> {
  return linesOf(graticule, 1);
}

/** The x of the drawn meridians in map units: in Web Mercator they are vertical lines. */
export function meridiansOf(graticule: Graticule): ReadonlySet<number> {
  return linesOf(graticule, 0);
}

/** The coordinate along an axis (0 is x) of the lines on which it does not change. */
function linesOf(graticule: Graticule, axis: 0 | 1): ReadonlySet<number> {
  const features = graticule.getSource()?.getFeatures() ?? [];
  return new Set(
    features.flatMap((feature) => {
      const line = feature.getGeometry();
      if (!(line instanceof LineString)) return [];
      const [first, last] = [line.getFirstCoordinate()[axis], line.getLastCoordinate()[axis]];
      return first !== undefined && first === last ? [first] : [];
    }),
  );
}

/** Where a horizontal line meets the left edge of the view, in map units; null where it does not, or too low. */
export function leftEdgeAt(
  y: number,
  { size, viewState: { center, resolution, rotation } }: FrameState,
): readonly [number, number] | null {
  const [width = 0, height = 0] = size;
  const [centerX = 0, centerY = 0] = center;
  // Just inside, so that rounding never moves it beyond the edge.
  const left = (-width / 2 + 0.5) * resolution;
  const [sine, cosine] = [Math.sin(rotation), Math.cos(rotation)];
  const up = (y - centerY - left * sine) / cosine;
  const isOnEdge = up < (height / 2) * resolution && up > (-height / 2 + lowerEdge) * resolution;
  return isOnEdge ? [centerX + left * cosine - up * sine, y] : null;
}
