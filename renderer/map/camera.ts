import type Collection from 'ol/Collection.js';
import { containsXY } from 'ol/extent.js';
import DragPan from 'ol/interaction/DragPan.js';
import { defaults as defaultInteractions } from 'ol/interaction/defaults.js';
import type Interaction from 'ol/interaction/Interaction.js';
import View from 'ol/View.js';
import type { BoundingBox, LonLat } from '../../shared/geo/geometry.ts';
import { toContinuousLonLat, toLonLat, toMapCoordinate, worldWidth } from './map-projection.ts';
import type { MapView } from './map-types.ts';
import { type MapOverlay, overlayPadding } from './overlay-padding.ts';
import { scaleDenominator } from './scale-denominator.ts';

/** Maximum zoom when zooming to an extent: about 1 : 8,500 at the equator. */
const closestFitZoom = 16;

/** Meters of EPSG:3857; `maxX` may be past the antimeridian. */
export type MapExtent = readonly [minX: number, minY: number, maxX: number, maxY: number];

/** The view of the map and its animated changes: the short way round the world, without animation for reduced motion. */
export class Camera {
  readonly olView = new View({
    center: toMapCoordinate([0, 25]),
    zoom: 2,
    minZoom: 1,
    maxZoom: 20,
  });
  readonly #sizeOfMap: () => number[] | undefined;
  #measureOverlays: () => readonly MapOverlay[] = () => [];

  /** `sizeOfMap` returns width and height in CSS pixels, or undefined while the map is not mounted. */
  constructor(sizeOfMap: () => number[] | undefined) {
    this.#sizeOfMap = sizeOfMap;
  }

  /** Sets what measures the overlays above the map, which extents that are zoomed to keep clear of. */
  setOverlays(measure: () => readonly MapOverlay[]): void {
    this.#measureOverlays = measure;
  }

  /** Overlays above the map now. Measuring it may lay out the page. */
  overlays(): readonly MapOverlay[] {
    return this.#measureOverlays();
  }

  /** The current view. */
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

  /** The center's x in EPSG:3857, beyond ±180° on copies of the world. */
  get centerX(): number {
    return this.#center[0];
  }

  /** The center's longitude, past ±180 on copies of the world. */
  get centerLongitude(): number {
    return toContinuousLonLat(this.#center)[0];
  }

  /** Resolves when no animation is running and the last event of a moved view has been emitted. */
  async waitUntilStill(): Promise<void> {
    while (this.olView.getAnimating()) await nextFrame();
    // OpenLayers reports the end of a move with the frame that shows it.
    for (const _frame of [1, 2]) await nextFrame();
  }

  /** Sets the view without animation. */
  setView({ center, zoom }: Pick<MapView, 'center' | 'zoom'>): void {
    this.olView.setCenter(toMapCoordinate(center));
    this.olView.setZoom(zoom);
  }

  /** Animates to a view, the short way round the world. */
  goTo({ center, zoom, rotation }: Pick<MapView, 'center' | 'zoom' | 'rotation'>): void {
    const [x, y] = toMapCoordinate(center);
    this.olView.animate({
      center: [this.#nearest(x), y],
      zoom,
      rotation,
      duration: animationMilliseconds(),
    });
  }

  /** Centers a position, zooming in to at least `minZoom`. */
  moveTo(position: LonLat, minZoom = 9): void {
    const [x, y] = toMapCoordinate(position);
    const zoom = Math.max(this.olView.getZoom() ?? 0, minZoom);
    this.olView.animate({ center: [this.#nearest(x), y], zoom, duration: animationMilliseconds() });
  }

  /** Zooms to a box; `west > east` crosses the antimeridian. */
  fitBounds([west, south, east, north]: BoundingBox): void {
    const [minX, minY] = toMapCoordinate([west, south]);
    const [maxX, maxY] = toMapCoordinate([west > east ? east + 360 : east, north]);
    this.fitExtent([minX, minY, maxX, maxY]);
  }

  /** Zooms to an extent, clear of what lies above the map. */
  fitExtent([minX, minY, maxX, maxY]: MapExtent): void {
    const middle = (minX + maxX) / 2;
    const shift = this.#nearest(middle) - middle;
    const [width = 0, height = 0] = this.#sizeOfMap() ?? [];
    const isMounted = width > 0 && height > 0;
    this.olView.fit([minX + shift, minY, maxX + shift, maxY], {
      maxZoom: closestFitZoom,
      duration: animationMilliseconds(),
      ...(isMounted
        ? { size: [width, height], padding: overlayPadding([width, height], this.#measureOverlays()) }
        : {}),
    });
  }

  /** Changes the zoom by whole levels. */
  zoomBy(levels: number): void {
    const zoom = (this.olView.getZoom() ?? 0) + levels;
    this.olView.animate({ zoom, duration: animationMilliseconds() });
  }

  /** Resets the rotation to north up. */
  resetNorth(): void {
    this.olView.animate({ rotation: 0, duration: animationMilliseconds() });
  }

  /** Whether a position is in view. */
  isInView(position: LonLat): boolean {
    const size = this.#sizeOfMap();
    if (!size) return false;
    const [x, y] = toMapCoordinate(position);
    return containsXY(this.olView.calculateExtent(size), this.#nearest(x), y);
  }

  /** The visible box; west > east across the antimeridian. Null while the map has no size. */
  viewBox(): BoundingBox | null {
    const size = this.#sizeOfMap();
    if (!size) return null;
    const [minX = 0, minY = 0, maxX = 0, maxY = 0] = this.olView.calculateExtent(size);
    const [west, south] = toLonLat([minX, minY]);
    const [east, north] = toLonLat([maxX, maxY]);
    return maxX - minX >= worldWidth ? [-180, south, 180, north] : [west, south, east, north];
  }

  /** Moves the center to the copy of the world within ±180°; the visible map stays the same. */
  normalizeCenter(): void {
    const [x, y] = this.#center;
    const home = x - Math.round(x / worldWidth) * worldWidth;
    if (home !== x) this.olView.setCenter([home, y]);
  }

  get #center(): [number, number] {
    const [x = 0, y = 0] = this.olView.getCenter() ?? [];
    return [x, y];
  }

  /** The world copy of an x that is nearest to the center. */
  #nearest(x: number): number {
    return x + Math.round((this.#center[0] - x) / worldWidth) * worldWidth;
  }
}

function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

function animationMilliseconds(): number {
  return prefersReducedMotion() ? 0 : 250;
}

/** Interactions of OpenLayers with a map; without inertia and animated zoom where the user prefers reduced motion. */
export function mapInteractions(): Collection<Interaction> {
  const isReduced = prefersReducedMotion();
  const interactions = defaultInteractions({
    zoomDuration: animationMilliseconds(),
    dragPan: !isReduced,
  });
  if (isReduced) interactions.insertAt(0, new DragPan());
  return interactions;
}
