import type { FrameState } from 'ol/Map.js';
import type { Result } from '../../../shared/result.ts';
import { IdSet } from '../../../shared/results/id-set.ts';
import type { ReviewsChange } from '../../../shared/review/review-flags.ts';
import type { ChannelState, DensityMode, DensityState, MapDetectionStyle } from '../map-types.ts';
import type { Pixel } from '../selecting/select-tool.ts';
import { densityCell } from './density-grid.ts';
import { topOfRamp } from './density-ramp.ts';
import { detectionTest, openFilter, type PackedBox, toPackedFilter } from './detection-filter.ts';
import { type Palette, toPalette } from './detection-palette.ts';
import { type DetectionSelection, noSelection, placesOfIds } from './detection-places.ts';
import { marks } from './detection-shaders.ts';
import { detectionsExtent } from './detections-extent.ts';
import { DetectionsLayer } from './detections-layer.ts';
import {
  type ChannelAnswer,
  type ChannelName,
  channelNames,
  type FeedSource,
  type FeedSummary,
  type LoadedDetections,
} from './detections-messages.ts';
import type { PaintView } from './detections-painter.ts';
import { countInView, type DrawnDetections, idsAt, idsInside } from './detections-queries.ts';
import { DetectionsSource } from './detections-source.ts';
import { DrawnReviews } from './drawn-reviews.ts';
import type { PackedDetections } from './packed-detections.ts';
import { toPaintView } from './paint-view.ts';

/** Events of the detections. */
export type DetectionsEvents = {
  /** Another feed has been packed and is drawn now. */
  packed(count: number): void;
  channel(name: ChannelName, state: ChannelState): void;
  /** Detections in view, where that is near and they are few; else none. Told by `rest`, while wanted. */
  nearby(ids: readonly number[]): void;
  /** Other reviews are drawn, and count for the filter. */
  reviewed(): void;
  /** What the density view shows; null while points are shown. */
  density(shown: DensityState | null): void;
  problem(message: string | null): void;
};

const nobody = new Uint32Array(0);

/** More detections than these are not told one by one, nor those of a view that is not as near as this. */
const mostNearby = 300;
const nearbyZoom = 9;
/** The end of the ramp until it is known how many detections the fullest square holds. */
const firstTop = 100;
/** From this zoom on points are shown unless density is asked for. */
const nearestDensityZoom = 8;
/** The share of the view that points would cover, beside each other, above which density is better, and to keep it. */
const crowdedShare = { begin: 0.3, keep: 0.2 };

/** The detections on the map: feed, filter and marks come in; drawing, hits, counts and extent go out. */
export class Detections {
  readonly layer: DetectionsLayer;
  readonly #events: DetectionsEvents;
  readonly #source: DetectionsSource;
  #categories: readonly string[] = [];
  #packed: PackedDetections | null = null;
  readonly #reviews: DrawnReviews;
  #mask: Uint8Array | null = null;
  #sizes: Uint8Array | null = null;
  /** The tickets by which the answers of the channels are known that were asked for last. */
  readonly #tickets: Record<ChannelName, number> = { mask: 0, size: 0, heading: 0 };
  #analytics: readonly string[] | null = null;
  #filter = openFilter;
  #colorOf: (analytic: string) => string = () => '#ffffff';
  #palette = toPalette([], this.#colorOf, null);
  #selection = noSelection;
  #selected: Uint32Array = nobody;
  #densityMode: DensityMode = 'auto';
  #isNearbyWanted = false;
  #density: { readonly top: number } | null = null;

  constructor(events: DetectionsEvents) {
    this.#events = events;
    this.layer = new DetectionsLayer(events.problem);
    this.#source = new DetectionsSource({
      coming: (words) => this.layer.prepare(words),
      loaded: (loaded) => this.#takeLoaded(loaded),
      channel: (name, answer) => this.#takeChannel(name, answer),
      reviews: (reviews) => this.#reviews.takeAll(reviews),
      failed: (message) => events.problem(`Detections cannot be drawn: ${message}`),
    });
    this.#reviews = new DrawnReviews({
      ask: (url) => this.#source.askReviews(url),
      redraw: (places) => {
        this.#updateStandingOut();
        this.layer.redraw(places);
        events.reviewed();
      },
      problem: events.problem,
    });
  }

  /** Loads a feed, packs and draws it. What was drawn before stays until then, or when it fails. */
  load(source: FeedSource): Promise<Result<FeedSummary>> {
    return this.#reviews.during(this.#source.load(source));
  }

  /** Draws what is said of detections from now on; `url` tells of all, should this change not follow the last one. */
  takeReviews(change: ReviewsChange, url: string): void {
    this.#reviews.take(change, url);
  }

  /** Draws no detections. */
  clear(): void {
    this.#source.forget();
    this.#packed = null;
    this.#reviews.clear();
    this.#mask = null;
    this.#sizes = null;
    this.layer.show({ packed: null, mask: null, sizes: null, headings: null });
    this.#updateSelected();
  }

  /** Sets where a channel comes from, now and with every load; none turns it off. */
  setChannel(name: ChannelName, urls: readonly string[]): void {
    this.#tickets[name] = this.#source.setChannel(name, urls);
    if (urls.length > 0) {
      this.#events.channel(name, { state: 'pending' });
      return;
    }
    this.#setColumn(name, null);
    this.#events.channel(name, { state: 'off' });
  }

  setStyle(style: MapDetectionStyle): void {
    this.#filter = toPackedFilter(style);
    this.layer.show({ filter: this.#filter });
    if (style.analytics === this.#analytics) return;
    this.#analytics = style.analytics;
    this.#updatePalette();
  }

  /** Whether density takes the place of points: where those would cover each other, always, or never. */
  setDensity(mode: DensityMode): void {
    this.#densityMode = mode;
    if (mode === 'auto') return;
    this.#showDensity(mode === 'on' ? (this.#density ?? { top: firstTop }) : null);
  }

  /** Whether `nearby` is told. */
  setNearbyWanted(on: boolean): void {
    this.#isNearbyWanted = on;
  }

  setColors(colorOf: (analytic: string) => string): void {
    this.#colorOf = colorOf;
    this.#updatePalette();
  }

  setSelection(selection: DetectionSelection): void {
    const isOther = selection.selectedIds !== this.#selection.selectedIds;
    this.#selection = selection;
    if (isOther) this.#updateSelected();
    else this.#updateStandingOut();
  }

  /** Ids of the drawn detections at a pixel (CSS pixels from the upper left corner), nearest first. */
  at([x = 0, y = 0]: readonly number[], frame: FrameState): number[] {
    const drawn = this.#drawn();
    return drawn ? idsAt(drawn, [x, y], toPaintView(frame)) : [];
  }

  /**
   * Looks at a view that has come to rest: how many of the drawn detections lie in it. Where density is chosen by
   * itself, it is chosen now, and its colours are spread over what is in view.
   */
  rest(frame: FrameState): number {
    const drawn = this.#drawn();
    const view = toPaintView(frame);
    const { count, ids } = drawn ? countInView(drawn, view, mostNearby) : { count: 0, ids: [] };
    if (this.#densityMode === 'auto') {
      const isCrowded = crowds(count, view, frame.viewState.zoom, this.#density !== null);
      this.#showDensity(
        isCrowded && this.layer.hasDensity !== false ? (this.#density ?? { top: firstTop }) : null,
      );
    }
    if (this.#density) void this.#spreadDensity();
    if (this.#isNearbyWanted) {
      const isNear = frame.viewState.zoom >= nearbyZoom && count <= mostNearby && !this.#density;
      this.#events.nearby(isNear ? ids : []);
    }
    return count;
  }

  /** Ids of the drawn detections inside an outline, on whatever copy of the world it lies; CSS pixels. */
  inside(outline: readonly Pixel[], frame: FrameState): IdSet {
    const drawn = this.#drawn();
    return drawn ? idsInside(drawn, outline, toPaintView(frame)) : IdSet.empty;
  }

  /** The box around all detections that are drawn; null when there are none. */
  extent(): PackedBox | null {
    const drawn = this.#drawn();
    return drawn && detectionsExtent(drawn.packed, drawn.passes);
  }

  /** What is drawn, and in which colours; null without any detections. */
  looks(): (DrawnDetections & { readonly palette: Palette }) | null {
    const drawn = this.#drawn();
    return drawn && { ...drawn, palette: this.#palette };
  }

  dispose(): void {
    this.#source.dispose();
    this.layer.dispose();
  }

  #drawn(): DrawnDetections | null {
    const packed = this.#packed;
    if (!packed) return null;
    const passes = detectionTest(packed, this.#filter, this.#palette, this.#mask);
    return { packed, passes, sizes: this.#sizes };
  }

  #takeLoaded(loaded: LoadedDetections): void {
    const { feed, packed, channels } = loaded;
    this.#categories = feed.categories;
    this.#packed = packed;
    this.layer.show({ packed, mask: null, sizes: null, headings: null });
    this.#reviews.show(loaded);
    this.#mask = null;
    this.#sizes = null;
    for (const name of channelNames) this.#takeChannel(name, channels[name]);
    this.#updatePalette();
    this.#updateSelected();
    this.#events.packed(packed.count);
  }

  #takeChannel(name: ChannelName, { ticket, outcome }: ChannelAnswer): void {
    // Of an older question: better than nothing until the newer one is answered.
    if (outcome.state === 'ready') this.#setColumn(name, outcome.column.bytes);
    if (ticket !== this.#tickets[name]) return;
    switch (outcome.state) {
      case 'ready': {
        const { count, scale } = outcome.column;
        this.#events.channel(name, { state: 'shown', count, scale });
        return;
      }
      case 'failed':
        this.#events.channel(name, { state: 'failed', message: outcome.failure.message });
        return;
      case 'behind':
        this.#events.channel(name, { state: 'pending' });
        return;
      case 'off':
    }
  }

  #setColumn(name: ChannelName, bytes: Uint8Array | null): void {
    switch (name) {
      case 'mask':
        this.#mask = bytes;
        this.layer.show({ mask: bytes });
        return;
      case 'size':
        this.#sizes = bytes;
        this.layer.show({ sizes: bytes });
        return;
      case 'heading':
        this.layer.show({ headings: bytes });
    }
  }

  #showDensity(density: { readonly top: number } | null): void {
    if (density?.top === this.#density?.top) return;
    this.#density = density;
    this.layer.show({ density });
    this.#events.density(density && { top: density.top, cellPixels: densityCell });
  }

  /** Puts the end of the ramp where the fullest square is. */
  async #spreadDensity(): Promise<void> {
    // The frame with what has changed last.
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const fullest = await this.layer.readFullest();
    if (fullest !== null && this.#density) this.#showDensity({ top: topOfRamp(fullest) });
  }

  #updatePalette(): void {
    this.#palette = toPalette(this.#categories, this.#colorOf, this.#analytics);
    this.layer.show({ palette: this.#palette });
  }

  #updateSelected(): void {
    this.#selected = this.#packed ? placesOfIds(this.#packed, this.#selection.selectedIds) : nobody;
    this.#updateStandingOut();
  }

  #updateStandingOut(): void {
    const packed = this.#packed;
    const { hoveredIds, focusedId } = this.#selection;
    const placesOf = (ids: readonly number[]) => (packed ? placesOfIds(packed, IdSet.of(ids)) : nobody);
    this.layer.show({
      standingOut: [
        { mark: marks.flagged, places: this.#reviews.flagged },
        { mark: marks.selected, places: this.#selected },
        { mark: marks.hovered, places: placesOf(hoveredIds) },
        { mark: marks.focused, places: placesOf(focusedId === null ? [] : [focusedId]) },
      ],
    });
  }
}

/** Whether so many points would hide each other. */
function crowds(
  count: number,
  { width, height, radius }: PaintView,
  zoom: number,
  isDense: boolean,
): boolean {
  if (zoom >= nearestDensityZoom || width * height === 0) return false;
  const share = (count * Math.PI * radius ** 2) / (width * height);
  return share > (isDense ? crowdedShare.keep : crowdedShare.begin);
}
