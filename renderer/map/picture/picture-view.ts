import { distanceMetres } from '../../../shared/geo/geodesic.ts';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { type LengthUnit, metresPerUnit } from '../../ui/length-unit.ts';
import { toContinuousLonLat, toLonLat, toMapCoordinate } from '../map-projection.ts';

/** The view of a picture of the map. */
export type PictureView = {
  /** Continuous: past ±180 on copies of the world. */
  readonly center: LonLat;
  /** Metres of EPSG:3857 a CSS pixel. */
  readonly resolution: number;
  /** Radians, clockwise, as in OpenLayers. */
  readonly rotation: number;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
};

/** The position at a pixel of the picture, in CSS pixels from its top left corner; longitude within ±180. */
export function positionAt(view: PictureView, x: number, y: number): LonLat {
  return toLonLat(coordinateAt(view, x, y));
}

function coordinateAt(
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

/** A scale bar: its width in CSS pixels and its round length. */
export type ScaleBar = { readonly pixels: number; readonly metres: number; readonly label: string };

/**
 * The longest bar of a round length that is no wider than `widest`. It is true along the middle of the picture: Web
 * Mercator stretches lengths more and more away from the equator, so elsewhere the bar stands for another length.
 */
export function scaleBarOf(view: PictureView, unit: LengthUnit, widest: number): ScaleBar {
  const inMetres = unit === 'km' && groundMetres(view, widest) < 1000;
  const metresOfUnit = inMetres ? 1 : metresPerUnit[unit];
  const value = roundBelow(groundMetres(view, widest) / metresOfUnit);
  const metres = value * metresOfUnit;
  // Geodesics over long bars are not proportional to pixels; three steps are within a hundredth of one.
  let pixels = widest;
  for (let step = 0; step < 4; step += 1) pixels *= metres / groundMetres(view, pixels);
  return { pixels, metres, label: `${value.toLocaleString('en-US')} ${inMetres ? 'm' : unit}` };
}

/** Metres on the ground between two points this many pixels apart, on both sides of the picture's centre. */
function groundMetres(view: PictureView, pixels: number): number {
  const [left, right] = [-1, 1].map((side) =>
    toContinuousLonLat(coordinateAt(view, view.width / 2 + (side * pixels) / 2, view.height / 2)),
  );
  return left && right ? distanceMetres(left, right) : Number.NaN;
}

/** The largest of 1, 2, 5 times a power of ten that is no larger. */
function roundBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const times = [5, 2].find((factor) => factor * power <= value) ?? 1;
  return Number((times * power).toPrecision(1));
}
