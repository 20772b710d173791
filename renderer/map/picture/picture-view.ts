import type Feature from 'ol/Feature.js';
import type VectorSource from 'ol/source/Vector.js';
import { type DistanceUnit, metresPerUnit } from '../../../shared/display-format.ts';
import { formatSignificant } from '../../../shared/format.ts';
import { distanceMetres } from '../../../shared/geo/geodesic.ts';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import type { MapExtent } from '../camera.ts';
import { toContinuousLonLat, toLonLat, toMapCoordinate, worldWidth } from '../map-projection.ts';

/** The view of a picture of the map. */
export type PictureView = {
  /** Continuous: past ±180 on copies of the world. */
  readonly center: LonLat;
  /** Metres of EPSG:3857 per CSS pixel. */
  readonly resolution: number;
  /** Radians, clockwise, as in OpenLayers. */
  readonly rotation: number;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
};

/** Share of a picture's width and height that stays free around the extent to which it is zoomed. */
const margin = 0.08;
/** The closest zoom, in metres of EPSG:3857 per CSS pixel, at which coasts around a single detection show where it is. */
const closestResolution = worldWidth / 256 / 2 ** 11;

/** A view zoomed to an extent in EPSG:3857, on whichever copy of the world; unchanged where not all of that is in view. */
export function zoomedTo(view: PictureView, [minX, minY, maxX, maxY]: MapExtent): PictureView {
  const { resolution, rotation, width, height } = view;
  const [x, y] = toMapCoordinate(view.center);
  const east = Math.round((x - (minX + maxX) / 2) / worldWidth) * worldWidth;
  const center = [(minX + maxX) / 2 + east, (minY + maxY) / 2] as const;
  const [cos, sin] = [Math.abs(Math.cos(rotation)), Math.abs(Math.sin(rotation))];
  const isInView =
    Math.abs(center[0] - x) + (maxX - minX) / 2 <= ((width * cos + height * sin) * resolution) / 2 &&
    Math.abs(center[1] - y) + (maxY - minY) / 2 <= ((width * sin + height * cos) * resolution) / 2;
  if (!isInView) return view;
  const [across, up] = [maxX - minX, maxY - minY];
  const fitting = Math.max(
    (across * cos + up * sin) / (width * (1 - 2 * margin)),
    (across * sin + up * cos) / (height * (1 - 2 * margin)),
  );
  return {
    ...view,
    center: toContinuousLonLat(center),
    resolution: Math.max(fitting, Math.min(closestResolution, resolution)),
  };
}

/** The position at a pixel of the picture, in CSS pixels from its top left corner; longitude within ±180. */
export function positionAt(view: PictureView, x: number, y: number): LonLat {
  return toLonLat(coordinateAt(view, x, y));
}

/** The coordinate in EPSG:3857 at a pixel of the picture. */
export function coordinateAt(
  { center, resolution, rotation, width, height }: PictureView,
  x: number,
  y: number,
): [number, number] {
  const [centerX, centerY] = toMapCoordinate(center);
  const right = (x - width / 2) * resolution;
  const up = (height / 2 - y) * resolution;
  return [
    centerX + right * Math.cos(rotation) - up * Math.sin(rotation),
    centerY + right * Math.sin(rotation) + up * Math.cos(rotation),
  ];
}

/** The pixel of a coordinate of EPSG:3857 in the picture: the inverse of `coordinateAt`. */
export function pixelAt(
  { center, resolution, rotation, width, height }: PictureView,
  [x, y]: readonly [number, number],
): [x: number, y: number] {
  const [centerX, centerY] = toMapCoordinate(center);
  const [east, north] = [(x - centerX) / resolution, (y - centerY) / resolution];
  return [
    width / 2 + east * Math.cos(rotation) + north * Math.sin(rotation),
    height / 2 + east * Math.sin(rotation) - north * Math.cos(rotation),
  ];
}

/** A scale bar: its width in CSS pixels and its round length. */
export type ScaleBar = { readonly pixels: number; readonly metres: number; readonly label: string };

/**
 * The longest bar of a round length that is no wider than `widest`. It is exact along the middle of the picture only,
 * because Web Mercator stretches lengths more towards the poles.
 */
export function scaleBarOf(view: PictureView, unit: DistanceUnit, widest: number): ScaleBar {
  const inMetres = unit === 'km' && groundMetres(view, widest) < 1000;
  const metresOfUnit = inMetres ? 1 : metresPerUnit[unit];
  const value = roundBelow(groundMetres(view, widest) / metresOfUnit);
  const metres = value * metresOfUnit;
  // Geodesic length is not proportional to pixels for long bars; three iterations are accurate to 0.01 pixel.
  let pixels = widest;
  for (let step = 0; step < 4; step += 1) pixels *= metres / groundMetres(view, pixels);
  return { pixels, metres, label: `${formatSignificant(value, 3)} ${inMetres ? 'm' : unit}` };
}

/** Ground distance in metres between two points this many pixels apart, left and right of the picture's center. */
function groundMetres(view: PictureView, pixels: number): number {
  const [left, right] = [-1, 1].map((side) =>
    toContinuousLonLat(coordinateAt(view, view.width / 2 + (side * pixels) / 2, view.height / 2)),
  );
  return left && right ? distanceMetres(left, right) : Number.NaN;
}

/** The largest number of the form 1, 2 or 5 times a power of ten that does not exceed `value`. */
function roundBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const times = [5, 2].find((factor) => factor * power <= value) ?? 1;
  return Number((times * power).toPrecision(1));
}

/** The features of a source of which a part lies in a picture, also a rotated one. */
export function featuresIn(source: VectorSource<Feature>, view: PictureView): readonly Feature[] {
  const { center, resolution, rotation, width, height } = view;
  const [x, y] = toMapCoordinate(center);
  const [halfWidth, halfHeight] = [(width * resolution) / 2, (height * resolution) / 2];
  const extent = [x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight];
  return source.getFeatures().filter((feature) => {
    const geometry = feature.getGeometry()?.clone();
    // The picture is an upright box in coordinates that are turned with it.
    geometry?.rotate(-rotation, [x, y]);
    return geometry?.intersectsExtent(extent) ?? false;
  });
}
