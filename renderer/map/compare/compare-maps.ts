import type { Geometry } from 'geojson';
import { containsXY } from 'ol/extent.js';
import LayerGroup from 'ol/layer/Group.js';
import OlMap from 'ol/Map.js';
import type View from 'ol/View.js';
import { boundsOf } from '../../../shared/geo/bounds-of.ts';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { normalizeLongitude } from '../../../shared/geo/longitude.ts';
import type { PassOutline } from '../../../shared/passes/pass.ts';
import type { DetectionRow } from '../../../shared/results/detection.ts';
import { encodeFeed, packX, packY } from '../../../shared/results/detection-feed.ts';
import { Basemap } from '../basemap/basemap.ts';
import { Camera, mapInteractions } from '../camera.ts';
import { ChipLayer } from '../chip-layer.ts';
import { mapSymbolOf } from '../detections/detection-palette.ts';
import { Detections } from '../detections/detections.ts';
import { toLonLat, toMapCoordinate, worldWidth } from '../map-projection.ts';
import { PassesLayer, type PassStyle } from '../passes/passes-layer.ts';
import { scaleDenominator } from '../scale-denominator.ts';

/** A pass on one of the compared maps. */
type ComparedPass = {
  readonly outline: PassOutline;
  readonly style: PassStyle;
  readonly detections: readonly DetectionRow[];
};

export type Side = 'a' | 'b';

/** Events of the comparison. */
type CompareEvents = {
  /** Called with the number of chips in view that cannot be shown. */
  missingChips(side: Side, count: number): void;
  problem(side: Side, message: string | null): void;
  /** Called at rest with the number of detections in the map's extent, and the scale, which both maps share. */
  view(side: Side, inView: number, scaleDenominator: number): void;
};

/**
 * Two maps with a shared view, each with one pass: its footprint, look direction, detections and chips. Moving one moves
 * both.
 */
export class CompareMaps {
  readonly #camera: Camera;
  readonly #panes: Readonly<Record<Side, ComparePane>>;
  #hasZoomed = false;

  constructor(events: CompareEvents) {
    this.#camera = new Camera(() => this.#panes.a.map.getSize());
    const pane = (side: Side) =>
      new ComparePane(this.#camera.olView, {
        missingChips: (count) => events.missingChips(side, count),
        problem: (message) => events.problem(side, message),
        view: (inView, scale) => events.view(side, inView, scale),
      });
    this.#panes = { a: pane('a'), b: pane('b') };
  }

  /** Mounts the maps in two elements, which become focusable. */
  mount(a: HTMLElement, b: HTMLElement): void {
    for (const [side, element] of [
      ['a', a],
      ['b', b],
    ] as const) {
      element.tabIndex = 0;
      this.#panes[side].map.setTarget(element);
    }
  }

  show(side: Side, pass: ComparedPass): void {
    this.#panes[side].show(pass);
  }

  /** Zooms to passes, only at the first call. */
  zoomOnce(outlines: readonly PassOutline[]): void {
    if (this.#hasZoomed) return;
    this.#hasZoomed = true;
    const geometries = outlines.flatMap(({ footprint, reference }): Geometry[] => {
      if (footprint) return [footprint.geometry];
      return reference ? [{ type: 'Point', coordinates: [...reference] }] : [];
    });
    const bounds = boundsOf({ type: 'GeometryCollection', geometries });
    if (bounds) this.#camera.fitBounds(bounds);
  }

  /** Must be called when the elements have changed their size. */
  resize(): void {
    for (const { map } of Object.values(this.#panes)) map.updateSize();
  }

  /** Draws both maps in the color scheme in use. */
  applyScheme(): void {
    for (const pane of Object.values(this.#panes)) pane.applyScheme();
  }

  dispose(): void {
    for (const pane of Object.values(this.#panes)) pane.dispose();
  }
}

class ComparePane {
  readonly map: OlMap;
  readonly #basemap: Basemap;
  readonly #passes = new PassesLayer();
  readonly #detections: Detections;
  readonly #chips: ChipsOnMap;
  readonly #view: View;
  readonly #onView: (inView: number, scaleDenominator: number) => void;
  #positions: readonly LonLat[] = [];

  constructor(
    view: View,
    events: {
      missingChips(count: number): void;
      problem(message: string | null): void;
      view(inView: number, scaleDenominator: number): void;
    },
  ) {
    this.#view = view;
    this.#onView = events.view;
    this.#basemap = new Basemap((message) => events.problem(message));
    this.#detections = new Detections({
      packed: () => {},
      channel: () => {},
      nearby: () => {},
      closeUp: () => {},
      reviewed: () => {},
      density: () => {},
      problem: (message) => events.problem(message),
      reviewsProblem: () => {},
    });
    this.#detections.setDensity('off');
    this.#detections.setSymbols(mapSymbolOf);
    this.#chips = new ChipsOnMap((count) => events.missingChips(count));
    this.map = new OlMap({
      view,
      controls: [],
      // Without these a map listens to the wheel only while it has the focus.
      interactions: mapInteractions(),
      layers: [
        this.#basemap.layer,
        this.#passes.layer,
        this.#chips.layer,
        this.#detections.layer,
        this.#passes.arrows,
      ],
    });
    this.map.on('moveend', () => this.#settle());
  }

  show({ outline, style, detections }: ComparedPass): void {
    this.#passes.show([{ ...outline, style }]);
    this.#positions = detections.map(({ longitude, latitude }) => [longitude, latitude]);
    // Failures are reported by `problem`.
    void this.#detections.load(rowsToFeed(detections));
    this.#chips.show(
      detections
        .filter(({ chipIdentifier }) => chipIdentifier !== null)
        .map(({ id, longitude, latitude }) => ({ id, position: [longitude, latitude] })),
    );
    this.#settle();
  }

  applyScheme(): void {
    this.#detections.applyScheme();
    for (const layer of this.map.getAllLayers()) layer.changed();
  }

  dispose(): void {
    this.map.setTarget(undefined);
    this.#detections.dispose();
    this.#basemap.dispose();
    this.map.dispose();
  }

  #settle(): void {
    const size = this.map.getSize();
    const [x = 0, y = 0] = this.#view.getCenter() ?? [];
    if (!size) return;
    const extent = this.#view.calculateExtent(size);
    const isInView = (position: LonLat) => {
      const [atX, atY] = toMapCoordinate(position);
      return containsXY(extent, atX + Math.round((x - atX) / worldWidth) * worldWidth, atY);
    };
    // Mercator stretches lengths by 1 / cos(latitude), which is cosh of y on the sphere.
    const stretch = Math.cosh((y / worldWidth) * 2 * Math.PI);
    const resolution = this.#view.getResolution() ?? 1;
    this.#chips.setView(isInView, resolution / stretch, x, resolution);
    const [, latitude] = toLonLat([x, y]);
    this.#onView(this.#positions.filter(isInView).length, scaleDenominator(resolution, latitude));
  }
}

/** The bits of a verdict in the flags of the feed. */
const verdictBits = { confirmed: 1, rejected: 2, unsure: 3 } as const;

/** Categories are bytes; the last one is used for all others. */
const maxCategories = 256;

/** Encodes rows as a feed for the map; detections with an area become points. */
function rowsToFeed(rows: readonly DetectionRow[]): ArrayBuffer {
  const categories = [...new Set(rows.map(({ analytic }) => analytic))].slice(0, maxCategories);
  const categoryOf = new Map(categories.map((name, index) => [name, index]));
  const encoder = new TextEncoder();
  return encodeFeed(
    {
      count: rows.length,
      version: 1,
      reviewsVersion: 0,
      categories,
      id: Uint32Array.from(rows, ({ id }) => id),
      x: Uint32Array.from(rows, ({ longitude }) => packX(normalizeLongitude(longitude))),
      y: Uint32Array.from(rows, ({ latitude }) => packY(latitude)),
      time: new Uint32Array(rows.length),
      category: Uint8Array.from(rows, ({ analytic }) => categoryOf.get(analytic) ?? maxCategories - 1),
      confidence: new Uint8Array(rows.length).fill(255),
      flags: Uint8Array.from(rows, ({ chipIdentifier, review }) => {
        const verdict = review?.verdict ? verdictBits[review.verdict] : 0;
        return (chipIdentifier === null ? 0 : 2) | (verdict << 2) | (review?.flagged ? 1 << 4 : 0);
      }),
    },
    (text) => encoder.encode(text),
  ).buffer;
}

/** A detection with a chip, and its position. */
type ChipLocation = { readonly id: number; readonly position: LonLat };

/**
 * Maximum ground width of a CSS pixel at which chips are shown and fetched; further out they would cover each other.
 */
const maxMetresPerPixel = 16;
/** Maximum number of chips on the map. */
const maxChips = 48;

/** Chips drawn on the map at the positions of their detections, when zoomed in. */
class ChipsOnMap {
  readonly layer = new LayerGroup();
  readonly #onMissing: (count: number) => void;
  readonly #shown = new Map<number, ChipLayer>();
  readonly #missing = new Set<number>();
  #locations: readonly ChipLocation[] = [];

  /** `onMissing` is called with the number of chips in view that cannot be shown. */
  constructor(onMissing: (count: number) => void) {
    this.#onMissing = onMissing;
  }

  show(locations: readonly ChipLocation[]): void {
    this.#locations = locations;
    this.#missing.clear();
    for (const id of [...this.#shown.keys()]) this.#remove(id);
  }

  /**
   * Sets the view: which positions are visible, ground meters per CSS pixel, the x of the view's center, projected
   * meters per CSS pixel.
   */
  setView(
    isInView: (position: LonLat) => boolean,
    metresPerPixel: number,
    centerX: number,
    resolution: number,
  ): void {
    const isNear = metresPerPixel <= maxMetresPerPixel;
    const inView = isNear
      ? this.#locations.filter(({ position }) => isInView(position)).slice(0, maxChips)
      : [];
    const seenIds = new Set(inView.map(({ id }) => id));
    for (const id of [...this.#shown.keys()]) if (!seenIds.has(id)) this.#remove(id);
    for (const location of inView) this.#add(location);
    for (const layer of this.#shown.values()) layer.setView(centerX, resolution);
    this.#reportMissing();
  }

  #add({ id, position }: ChipLocation): void {
    if (this.#shown.has(id)) return;
    const chip = new ChipLayer((message) => {
      if (message === null) return;
      this.#missing.add(id);
      this.#reportMissing();
    });
    chip.show({ url: `/chips/${id}`, center: position, metersPerPixel: null });
    this.#shown.set(id, chip);
    this.layer.getLayers().push(chip.layer);
  }

  #remove(id: number): void {
    const chip = this.#shown.get(id);
    if (!chip) return;
    this.#shown.delete(id);
    this.layer.getLayers().remove(chip.layer);
    chip.layer.dispose();
  }

  #reportMissing(): void {
    this.#onMissing([...this.#shown.keys()].filter((id) => this.#missing.has(id)).length);
  }
}
