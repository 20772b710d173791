import LineString from 'ol/geom/LineString.js';
import Point from 'ol/geom/Point.js';
import type Graticule from 'ol/layer/Graticule.js';
import type { FrameState } from 'ol/Map.js';
import { getVectorContext } from 'ol/render.js';
import Style from 'ol/style/Style.js';
import type Text from 'ol/style/Text.js';
import { toContinuousLonLat, worldWidth } from '../map-projection.ts';
import { formatDegrees, formatMeridian } from './format-degrees.ts';

/** A box in CSS pixels from the top left corner of the view. */
export type ViewBox = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** Size of the largest label in CSS pixels; one that would not fit in the view is left out. */
const labelSize = { width: 64, height: 16 };
/** CSS pixels at the lower edge that are reserved for the degrees of longitude. */
const lowerEdge = 24;

/**
 * Draws the degrees of parallels at the left edge and of meridians at the lower one, except in reserved boxes. OpenLayers
 * would cut them at the edges. Where the view crosses the antimeridian, it would draw them on another copy of the world.
 */
export function labelGraticule(
  graticule: Graticule,
  texts: { readonly latitude: Text; readonly longitude: Text },
  reserved: () => readonly ViewBox[],
): void {
  const [latitudeStyle, longitudeStyle] = [texts.latitude, texts.longitude].map(
    (text) => new Style({ text }),
  );
  if (!latitudeStyle || !longitudeStyle) return;
  graticule.on('postrender', (event) => {
    const { frameState } = event;
    if (!frameState) return;
    const context = getVectorContext(event);
    const boxes = reserved();
    for (const y of parallelsOf(graticule)) {
      const position = leftEdgeAt(y, frameState, boxes);
      if (!position) continue;
      texts.latitude.setText(formatDegrees(toContinuousLonLat([0, y])[1], 'N', 'S'));
      context.setStyle(latitudeStyle);
      context.drawGeometry(new Point([...position]));
    }
    for (const x of meridiansOf(graticule)) {
      texts.longitude.setText(formatMeridian(toContinuousLonLat([x, 0])[0]));
      context.setStyle(longitudeStyle);
      for (const position of lowerEdgeAt(x, frameState, boxes)) {
        context.drawGeometry(new Point([...position]));
      }
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

/**
 * The place where a horizontal line meets the left edge of the view, in map units; null where its label would not fit.
 */
export function leftEdgeAt(
  y: number,
  { size, viewState: { center, resolution, rotation } }: FrameState,
  reserved: readonly ViewBox[] = [],
): readonly [number, number] | null {
  const [width = 0, height = 0] = size;
  const [centerX = 0, centerY = 0] = center;
  // Just inside, so that rounding never moves it beyond the edge.
  const left = (-width / 2 + 0.5) * resolution;
  const [sine, cosine] = [Math.sin(rotation), Math.cos(rotation)];
  const up = (y - centerY - left * sine) / cosine;
  // The label lies above its line.
  const bottom = height / 2 - up / resolution;
  const label = { x: 0, y: bottom - labelSize.height, ...labelSize };
  const isClear = label.y >= 0 && bottom < height - lowerEdge && !reserved.some((box) => overlap(box, label));
  return isClear ? [centerX + left * cosine - up * sine, y] : null;
}

/**
 * The places where a vertical line meets the lower edge of the view, on all copies of the world on which its label
 * fits.
 */
export function lowerEdgeAt(
  x: number,
  { size, viewState: { center, resolution, rotation } }: FrameState,
  reserved: readonly ViewBox[] = [],
): readonly (readonly [number, number])[] {
  const [width = 0, height = 0] = size;
  const [centerX = 0, centerY = 0] = center;
  const up = (-height / 2 + 0.5) * resolution;
  const [sine, cosine] = [Math.sin(rotation), Math.cos(rotation)];
  const reach = (Math.hypot(width, height) / 2) * resolution;
  const positions: (readonly [number, number])[] = [];
  const firstTurn = Math.ceil((centerX - reach - x) / worldWidth);
  for (let copy = x + firstTurn * worldWidth; copy <= centerX + reach; copy += worldWidth) {
    const right = (copy - centerX + up * sine) / cosine;
    const middle = width / 2 + right / resolution;
    const label = { x: middle - labelSize.width / 2, y: height - labelSize.height, ...labelSize };
    const isInside = label.x >= 0 && label.x + label.width <= width;
    if (isInside && !reserved.some((box) => overlap(box, label))) {
      positions.push([copy, centerY + right * sine + up * cosine]);
    }
  }
  return positions;
}

function overlap(one: ViewBox, other: ViewBox): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
