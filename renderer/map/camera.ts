import { containsXY } from 'ol/extent.js';
import View from 'ol/View.js';
import type { BoundingBox, LonLat } from '../../shared/geo/geometry.ts';
import { toContinuousLonLat, toLonLat, toMapCoordinate, worldWidth } from './map-projection.ts';
import type { MapView } from './map-types.ts';
import { scaleDenominator } from './scale-denominator.ts';

/** Zooming to something leaves so many pixels free on each side. */
const fitPadding = [56, 56, 56, 56];
/** Zooming to something small stops here: about 1 : 8,500 at the equator. */
const closestFitZoom = 16;

/** Where the map looks, and how it gets elsewhere: the short way round the world, at once where motion is unwanted. */
export class Camera {
  readonly olView = new View({
    center: toMapCoordinate([0, 25]),
    zoom: 2,
    minZoom: 1,
    maxZoom: 20,
  });
  readonly #sizeOfMap: () => number[] | undefined;

  /** `sizeOfMap` gives width and height in CSS pixels, or undefined while the map is nowhere. */
  constructor(sizeOfMap: () => number[] | undefined) {
    this.#sizeOfMap = sizeOfMap;
  }

  /** Where it looks now. */
  get state(): MapView {
    const center = toLonLat(this.#center);
    const zoom = this.olView.getZoom() ?? 0;
    return {
      center,
      zoom,
      rotation: this.olView.getRotation(),
      scaleDenominator: scaleDenominator(this.olView.getResolution() ?? 1, center[1]),
    };
  }

  /** The centre's x in EPSG:3857, beyond ±180° on copies of the world. */
  get centerX(): number {
    return this.#center[0];
  }

  /** The centre's longitude, past ±180 on copies of the world. */
  get centerLongitude(): number {
    return toContinuousLonLat(this.#center)[0];
  }

  /** Resolves once no movement is under way. */
  async standsStill(): Promise<void> {
    while (this.olView.getAnimating()) await new Promise((resolve) => requestAnimationFrame(resolve));
  }

  /** Looks there at once. */
  look({ center, zoom }: Pick<MapView, 'center' | 'zoom'>): void {
    this.olView.setCenter(toMapCoordinate(center));
    this.olView.setZoom(zoom);
  }

  /** Comes to look there, the short way round the world. */
  goTo({ center, zoom, rotation }: Pick<MapView, 'center' | 'zoom' | 'rotation'>): void {
    const [x, y] = toMapCoordinate(center);
    this.olView.animate({
      center: [this.#nearest(x), y],
      zoom,
      rotation,
      duration: animationMilliseconds(),
    });
  }

  /** Brings a position to the middle, coming at least as close as `minZoom`. */
  moveTo(position: LonLat, minZoom: number): void {
    const [x, y] = toMapCoordinate(position);
    const zoom = Math.max(this.olView.getZoom() ?? 0, minZoom);
    this.olView.animate({ center: [this.#nearest(x), y], zoom, duration: animationMilliseconds() });
  }

  /** Brings a box into view; `west > east` crosses the antimeridian. */
  fitBounds([west, south, east, north]: BoundingBox): void {
    const [minX, minY] = toMapCoordinate([west, south]);
    const [maxX, maxY] = toMapCoordinate([west > east ? east + 360 : east, north]);
    this.fitExtent([minX, minY, maxX, maxY]);
  }

  /** Brings an extent in EPSG:3857 into view. */
  fitExtent([minX, minY, maxX, maxY]: readonly [number, number, number, number]): void {
    const middle = (minX + maxX) / 2;
    const shift = this.#nearest(middle) - middle;
    const size = this.#sizeOfMap();
    this.olView.fit([minX + shift, minY, maxX + shift, maxY], {
      padding: fitPadding,
      maxZoom: closestFitZoom,
      duration: animationMilliseconds(),
      ...(size ? { size } : {}),
    });
  }

  /** Changes the zoom by whole levels. */
  zoomBy(levels: number): void {
    const zoom = (this.olView.getZoom() ?? 0) + levels;
    this.olView.animate({ zoom, duration: animationMilliseconds() });
  }

  /** Turns North up again. */
  northUp(): void {
    this.olView.animate({ rotation: 0, duration: animationMilliseconds() });
  }

  /** Whether a position can be seen now. */
  sees(position: LonLat): boolean {
    const size = this.#sizeOfMap();
    if (!size) return false;
    const [x, y] = toMapCoordinate(position);
    return containsXY(this.olView.calculateExtent(size), this.#nearest(x), y);
  }

  /** What is seen; west > east across the antimeridian. Null while the map has no size. */
  box(): BoundingBox | null {
    const size = this.#sizeOfMap();
    if (!size) return null;
    const [minX = 0, minY = 0, maxX = 0, maxY = 0] = this.olView.calculateExtent(size);
    const [west, south] = toLonLat([minX, minY]);
    const [east, north] = toLonLat([maxX, maxY]);
    return maxX - minX >= worldWidth ? [-180, south, 180, north] : [west, south, east, north];
  }

  /** Brings the centre back within ±180°, which changes nothing of what is seen. */
  comeHome(): void {
    const [x, y] = this.#center;
    const home = x - Math.round(x / worldWidth) * worldWidth;
    if (home !== x) this.olView.setCenter([home, y]);
  }

  get #center(): [number, number] {
    const [x = 0, y = 0] = this.olView.getCenter() ?? [];
    return [x, y];
  }

  /** The copy of an x that lies nearest to the centre. */
  #nearest(x: number): number {
    return x + Math.round((this.#center[0] - x) / worldWidth) * worldWidth;
  }
}

function animationMilliseconds(): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 250;
}
