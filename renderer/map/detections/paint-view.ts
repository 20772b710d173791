import type { FrameState } from 'ol/Map.js';
import { toMapCoordinate } from '../map-projection.ts';
import type { PictureView } from '../picture/picture-view.ts';

/** Half the width of the world in EPSG:3857, metres: π times the WGS 84 equatorial radius. */
const halfWorld = Math.PI * 6_378_137;
/** Feed units of one metre in EPSG:3857. */
const unitsPerMetre = 2 ** 32 / (2 * halfWorld);

/** From this zoom on (1 : 2,200,000 at the equator) marks have their shapes and show headings; below, they are discs. */
export const shapeZoom = 7;

/** The extent of a view. */
export type ViewExtent = {
  /** Size of the map in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** The view's center in feed units; x may lie outside of 0…2³². */
  readonly centerX: number;
  readonly centerY: number;
  readonly unitsPerPixel: number;
  /** Radians, clockwise, as in OpenLayers. */
  readonly rotation: number;
};

/** The view to draw. */
export type PaintView = ViewExtent & {
  readonly pixelRatio: number;
  /** Radius of a point in CSS pixels. */
  readonly radius: number;
  /** Radii in CSS pixels of the smallest and the largest value, where sizes are shown. */
  readonly sizeRadii: readonly [number, number];
  /** Whether marks are large enough to have shapes and to show headings. */
  readonly showsShapes: boolean;
};

/** The extent of a picture in feed units. */
export function toViewExtent({ center, resolution, rotation, width, height }: PictureView): ViewExtent {
  const [centerX, centerY] = toFeedPosition(toMapCoordinate(center));
  return { width, height, centerX, centerY, unitsPerPixel: resolution * unitsPerMetre, rotation };
}

/** A frame of OpenLayers (EPSG:3857) in feed units. */
export function toPaintView({ size, pixelRatio, viewState }: FrameState): PaintView {
  const [width = 0, height = 0] = size;
  const [x, y] = toFeedPosition(viewState.center);
  return {
    width,
    height,
    pixelRatio,
    centerX: x,
    centerY: y,
    unitsPerPixel: viewState.resolution * unitsPerMetre,
    rotation: viewState.rotation,
    radius: radiusAt(viewState.zoom),
    sizeRadii: sizeRadiiAt(viewState.zoom),
    showsShapes: viewState.zoom >= shapeZoom,
  };
}

/** A coordinate in EPSG:3857 as `[x, y]` in feed units, not rounded, y southwards. */
export function toFeedPosition([x = 0, y = 0]: readonly number[]): [number, number] {
  return [(x + halfWorld) * unitsPerMetre, (halfWorld - y) * unitsPerMetre];
}

/** A position in feed units as a coordinate in EPSG:3857. */
export function fromFeedPosition(x: number, y: number): [number, number] {
  return [x / unitsPerMetre - halfWorld, halfWorld - y / unitsPerMetre];
}

/** Radius of a point close up in CSS pixels; shapes then have the size of `symbolShapes`. */
export const fullRadius = 5;

/** Radius of a point in CSS pixels: small on the whole world, where thousands overlap, larger when zoomed in. */
export function radiusAt(zoom: number): number {
  return Math.min(fullRadius, Math.max(1.6, 1.6 + (zoom - 3) * 0.5));
}

/** Radii of the smallest and the largest value, where sizes are shown. */
export function sizeRadiiAt(zoom: number): readonly [number, number] {
  const radius = radiusAt(zoom);
  // When zoomed out, where markers are close together, the largest must not cover all others.
  const largest = 1.5 + Math.min(1.1, Math.max(0, (zoom - 3) * 0.15));
  return [radius * 0.7, radius * largest];
}
