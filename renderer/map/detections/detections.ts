import type { FrameState } from 'ol/Map.js';
import type { Result } from '../../../shared/result.ts';
import type { ColorScale } from '../../../shared/results/feed-colors.ts';
import { IdSet } from '../../../shared/results/id-set.ts';
import type { ReviewFlagsChange } from '../../../shared/review/review-flags.ts';
import type { ChannelState, CloseUp, DensityMode, DensityState, MapDetectionStyle } from '../map-types.ts';
import type { PictureView } from '../picture/picture-view.ts';
import type { PixelPosition } from '../selecting/select-tool.ts';
import { densityCellPixels, densitySquareAt } from './density-grid.ts';
import { topOfRamp } from './density-ramp.ts';
import {
  createDetectionTest,
  type PackedBox,
  toPackedFilter,
  unrestrictedFilter,
} from './detection-filter.ts';
import { closeUpOf, hullFill, markHulls, noCloseUp, type PaletteDetections } from './detection-hulls.ts';
import { createPalette, type MapSymbol } from './detection-palette.ts';
import { marks } from './detection-shaders.ts';
import { type DetectionSelection, noSelection, slotsOfIds } from './detection-slots.ts';
import { detectionsExtent } from './detections-index.ts';
import { DetectionsLayer } from './detections-layer.ts';
import {
  type ChannelColumn,
  type ChannelName,
  type ChannelResponse,
  channelNames,
  type FeedSource,
  type FeedSummary,
  type LoadedDetections,
} from './detections-messages.ts';
import {
  countInside,
  countInView,
  type DetectionsAt,
  type DrawnDetections,
  idsAt,
  idsInside,
} from './detections-queries.ts';
import { DetectionsSource } from './detections-source.ts';
import { DrawnReviews } from './drawn-reviews.ts';
import { HullsLayer, type MapHull } from './hulls-layer.ts';
import type { PackedDetections } from './packed-detections.ts';
import { fromFeedPosition, type PaintView, toPaintView, toViewExtent } from './paint-view.ts';
import { positionAtOffset } from './view-box.ts';

/** Events of the detections. */
export type DetectionsEvents = {
  /** A new feed has been packed and is drawn. */
  packed(count: number): void;
  channel(name: ChannelName, state: ChannelState): void;
  /** Detections in view, when zoomed in and there are few; else none. Emitted by `updateView` while enabled. */
  nearby(ids: readonly number[]): void;
  /** The detections whose hulls are to be drawn. Emitted by `updateView` while enabled. */
  closeUp(ids: CloseUp): void;
  /** Changed reviews are drawn and used by the filter. */
  reviewed(): void;
  /** The color scale of the density view; null while points are shown. */
  density(shown: DensityState | null): void;
  problem(message: string | null): void;
  /** Reason why the drawn reviews are not up to date; null when they are. */
  reviewsProblem(message: string | null): void;
};

const noSlots = new Uint32Array(0);

/** Maximum number of detections, and minimum zoom, for reporting the detections in view. */
const maxNearby = 300;
const nearbyZoom = 9;
/** The end of the ramp until the highest count is known. */
const firstTop = 100;
/** From this zoom on points are shown in `auto` mode. */
const nearestDensityZoom = 8;
/** Maximum number of symbols in view without a graphics card; above it density is shown. */
const maxSoftwareSymbols = 5_000;
/** The fraction of the view covered by points above which density is switched on, and stays on. */
const crowdedShare = { switchOn: 0.3, stayOn: 0.2 };

/** The detections on the map: loads, filters, draws, hit-tests and counts them. */
export class Detections {
  readonly layer: DetectionsLayer;
  readonly hulls = new HullsLayer();
  readonly #events: DetectionsEvents;
  readonly #source: DetectionsSource;
  #categories: readonly string[] = [];
  #packed: PackedDetections | null = null;
  readonly #reviews: DrawnReviews;
  #mask: Uint8Array | null = null;
  #sizes: Uint8Array | null = null;
  #colors: Uint8Array | null = null;
  #colorScale: ColorScale | null = null;
  /** The tickets of the latest channel requests; null while the channel is off. */
  readonly #tickets: Record<ChannelName, number | null> = {
    mask: null,
    size: null,
    heading: null,
    color: null,
  };
  #analytics: readonly string[] | null = null;
  #filter = unrestrictedFilter;
  #symbolOf: (analytic: string) => MapSymbol = () => ({ color: '#ffffff', shape: 'disc' });
  #palette = createPalette([], this.#symbolOf, null, null);
  #selection = noSelection;
  #selected: Uint32Array = noSlots;
  #densityMode: DensityMode = 'auto';
  #isNearbyEnabled = false;
  #areHullsEnabled = false;
  #hullIds: readonly number[] = [];
  #density: ShownDensity | null = null;

  constructor(events: DetectionsEvents) {
    this.#events = events;
    this.layer = new DetectionsLayer(events.problem);
    this.#source = new DetectionsSource({
      wordsReceived: (words) => this.layer.prepare(words),
      loaded: (loaded) => this.#applyLoaded(loaded),
      channel: (name, response) => this.#applyChannel(name, response),
      reviews: (reviews) => this.#reviews.applyAll(reviews),
      failed: (message) => events.problem(`Detections cannot be drawn: ${message}`),
    });
    this.#reviews = new DrawnReviews({
      requestAll: (url) => this.#source.requestReviews(url),
      redraw: (slots) => {
        this.#updateHighlights();
        this.layer.redrawChanged(slots);
        this.#redrawHulls();
        events.reviewed();
      },
      problem: events.reviewsProblem,
    });
  }

  /** Loads, packs and draws a feed. The previous detections stay until then, and when loading fails. */
  load(source: FeedSource): Promise<Result<FeedSummary>> {
    return this.#reviews.trackLoad(this.#source.load(source));
  }

  /** Applies changed reviews; `url` serves all reviews, in case changes were missed. */
  applyReviews(change: ReviewFlagsChange, url: string): void {
    this.#reviews.apply(change, url);
  }

  /** Draws no detections. */
  clear(): void {
    this.#source.cancelLoad();
    this.#showPacked(null);
    this.#reviews.clear();
    this.#updateSelected();
  }

  /** Sets the URLs of a channel, now and for every load; none turns it off. */
  setChannel(name: ChannelName, urls: readonly string[]): void {
    const ticket = this.#source.setChannel(name, urls);
    this.#tickets[name] = urls.length > 0 ? ticket : null;
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
    this.#redrawHulls();
    if (style.analytics === this.#analytics) return;
    this.#analytics = style.analytics;
    this.#updatePalette();
  }

  /** Whether density is shown instead of points: where points would overlap, always, or never. */
  setDensity(mode: DensityMode): void {
    this.#densityMode = mode;
    if (mode === 'auto') return;
    this.#showDensity(mode === 'on' ? { top: this.#density?.top ?? firstTop, isLimit: false } : null);
  }

  /** Whether less is drawn where there is no graphics card: density above a number of symbols. */
  setSavesDrawing(savesDrawing: boolean): void {
    this.layer.setSavesDrawing(savesDrawing);
  }

  /** Whether `nearby` is emitted. */
  setNearbyEnabled(on: boolean): void {
    this.#isNearbyEnabled = on;
  }

  /** Whether `closeUp` is emitted. */
  setHullsEnabled(on: boolean): void {
    this.#areHullsEnabled = on;
  }

  /** Draws these hulls instead of the marks of their detections. */
  setHulls(hulls: readonly MapHull[]): void {
    if (hulls.length === 0 && this.#hullIds.length === 0) return;
    this.#markHulls(0);
    this.#hullIds = hulls.map(({ id }) => id);
    this.#markHulls(1);
    this.hulls.show(hulls);
    this.#redrawHulls();
  }

  setSymbols(symbolOf: (analytic: string) => MapSymbol): void {
    this.#symbolOf = symbolOf;
    this.#updatePalette();
  }

  /** Draws the detections in the color scheme in use. */
  applyScheme(): void {
    this.#updatePalette();
  }

  setSelection(selection: DetectionSelection): void {
    const isOther = selection.selectedIds !== this.#selection.selectedIds;
    this.#selection = selection;
    if (isOther) this.#updateSelected();
    else this.#updateHighlights();
  }

  /** The drawn detections at a pixel (CSS pixels from the upper left corner). */
  idsAt([x = 0, y = 0]: readonly number[], frame: FrameState): DetectionsAt {
    const drawn = this.#drawn();
    if (!drawn) return { ids: [], count: 0 };
    const view = toPaintView(frame);
    const { ids, count } = idsAt(drawn, [x, y], view);
    const coordinate = fromFeedPosition(...positionAtOffset(view, x - view.width / 2, y - view.height / 2));
    const ofHulls = this.hulls.idsAt(coordinate).filter((id) => !ids.includes(id));
    return { ids: [...ids, ...ofHulls], count: count + ofHulls.length };
  }

  /** Number of drawn detections within the extent of a picture. */
  countInPicture(picture: PictureView): number {
    const drawn = this.#drawn();
    return drawn ? countInView(drawn, toViewExtent(picture), 0).count : 0;
  }

  /**
   * Must be called when the view has stopped moving. Returns the number of drawn detections in view. In `auto` mode
   * density is switched on or off; then `adaptDensity` adapts its color scale.
   */
  updateView(frame: FrameState): number {
    const drawn = this.#drawn();
    const view = toPaintView(frame);
    const { count, ids } = drawn ? countInView(drawn, view, maxNearby) : { count: 0, ids: [] };
    if (this.#densityMode === 'auto') {
      const crowded = isCrowded(count, view, frame.viewState.zoom, this.#density !== null);
      const isLimit = !crowded && count > maxSoftwareSymbols && this.layer.isSaving;
      const showsDensity = (crowded || isLimit) && this.layer.hasDensity !== false;
      this.#showDensity(showsDensity ? { top: this.#density?.top ?? firstTop, isLimit } : null);
    }
    if (this.#isNearbyEnabled) {
      const isNear = frame.viewState.zoom >= nearbyZoom && count <= maxNearby && !this.#density;
      this.#events.nearby(isNear ? ids : []);
    }
    if (this.#areHullsEnabled) {
      this.#events.closeUp(drawn && !this.#density ? closeUpOf(drawn, frame) : noCloseUp);
    }
    return count;
  }

  /** Ids of the drawn detections inside an outline in CSS pixels, on any copy of the world. */
  idsInside(outline: readonly PixelPosition[], frame: FrameState): IdSet {
    const drawn = this.#drawn();
    return drawn ? idsInside(drawn, outline, toPaintView(frame)) : IdSet.empty;
  }

  /** Number of detections in the density square at a pixel; null while points are shown. */
  countInSquare([x = 0, y = 0]: readonly number[], frame: FrameState): number | null {
    const drawn = this.#density && this.#drawn();
    if (!drawn) return null;
    const view = toPaintView(frame);
    return countInside(drawn, densitySquareAt(view, [x, y]), view);
  }

  /** The box around all detections that are drawn, of ids above one; null when there are none. */
  extent(afterId: number): PackedBox | null {
    const drawn = this.#drawn();
    if (!drawn) return null;
    const { ids } = drawn.packed;
    return detectionsExtent(drawn.packed, (slot) => (ids[slot] as number) > afterId && drawn.matches(slot));
  }

  /** The highest id of the detections, drawn or not; 0 without any. */
  lastId(): number {
    const last = this.#packed?.byId.at(-1);
    return (last !== undefined && this.#packed?.ids[last]) || 0;
  }

  /** The drawn detections with their palette and the codes of their colors, if any; null without any detections. */
  drawnWithPalette(): PaletteDetections | null {
    const drawn = this.#drawn();
    return drawn && { ...drawn, palette: this.#palette, colors: this.#colors };
  }

  dispose(): void {
    this.#source.dispose();
    this.layer.dispose();
  }

  /** Marks in the packed detections whether those with a hull are drawn as one. */
  #markHulls(isDrawn: 0 | 1): void {
    if (!this.#packed || this.#hullIds.length === 0) return;
    this.layer.redrawChanged(markHulls(this.#packed, this.#hullIds, isDrawn));
  }

  #redrawHulls(): void {
    if (this.#hullIds.length === 0) return;
    const drawn = this.#density ? null : this.drawnWithPalette();
    this.hulls.redraw((id) => drawn && hullFill(drawn, id));
  }

  #drawn(): DrawnDetections | null {
    const packed = this.#packed;
    if (!packed) return null;
    const passes = createDetectionTest(packed, this.#filter, this.#palette, this.#mask);
    return { packed, matches: passes, sizes: this.#sizes };
  }

  #applyLoaded(loaded: LoadedDetections): void {
    const { feed, packed, channels } = loaded;
    this.#categories = feed.categories;
    this.#showPacked(packed);
    this.#reviews.show(loaded);
    for (const name of channelNames) this.#applyChannel(name, channels[name]);
    this.#updatePalette();
    this.#updateSelected();
    this.#events.packed(packed.count);
  }

  #applyChannel(name: ChannelName, { ticket, outcome }: ChannelResponse): void {
    const latest = this.#tickets[name];
    // Turned off since it was requested.
    if (latest === null) return;
    // A response to an older request is used until the newer one arrives.
    if (outcome.state === 'ready') this.#setColumn(name, outcome.column);
    if (ticket !== latest) return;
    switch (outcome.state) {
      case 'ready': {
        const { bytes: _, ...column } = outcome.column;
        this.#events.channel(name, { state: 'shown', ...column });
        return;
      }
      case 'failed':
        this.#setColumn(name, null);
        this.#events.channel(name, {
          state: 'failed',
          message: outcome.failure.message,
          details: outcome.failure.details,
        });
        return;
      case 'outdated':
        this.#events.channel(name, { state: 'pending' });
        return;
      case 'off':
    }
  }

  /** Shows detections without any columns, which are in their order. */
  #showPacked(packed: PackedDetections | null): void {
    this.#packed = packed;
    this.#mask = null;
    this.#sizes = null;
    this.#colors = null;
    this.#colorScale = null;
    this.layer.show({ packed, mask: null, sizes: null, headings: null, colors: null });
    this.#markHulls(1);
    this.#redrawHulls();
  }

  #setColumn(name: ChannelName, column: ChannelColumn | null): void {
    const bytes = column?.bytes ?? null;
    switch (name) {
      case 'mask':
        this.#mask = bytes;
        this.layer.show({ mask: bytes });
        this.#redrawHulls();
        return;
      case 'size':
        this.#sizes = bytes;
        this.layer.show({ sizes: bytes });
        return;
      case 'heading':
        this.layer.show({ headings: bytes });
        return;
      case 'color':
        this.#colors = bytes;
        this.#colorScale = column?.colors ?? null;
        this.layer.show({ colors: bytes });
        this.#updatePalette();
    }
  }

  #showDensity(density: ShownDensity | null): void {
    if (density?.top === this.#density?.top && density?.isLimit === this.#density?.isLimit) return;
    this.#density = density;
    this.layer.show({ density });
    this.#redrawHulls();
    this.#events.density(
      density && {
        top: density.top,
        cellPixels: densityCellPixels,
        ...(density.isLimit ? { symbolLimit: maxSoftwareSymbols } : {}),
      },
    );
  }

  /** While density is shown, adapts the end of its ramp to the highest count in view, once that is drawn. */
  async adaptDensity(): Promise<void> {
    if (!this.#density) return;
    // Wait for the frame with the latest change.
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const highestCount = await this.layer.readHighestCount();
    if (highestCount !== null && this.#density) {
      this.#showDensity({ ...this.#density, top: topOfRamp(highestCount) });
    }
  }

  #updatePalette(): void {
    this.#palette = createPalette(this.#categories, this.#symbolOf, this.#analytics, this.#colorScale);
    this.layer.show({ palette: this.#palette });
    this.#redrawHulls();
  }

  #updateSelected(): void {
    this.#selected = this.#packed ? slotsOfIds(this.#packed, this.#selection.selectedIds) : noSlots;
    this.#updateHighlights();
  }

  #updateHighlights(): void {
    const packed = this.#packed;
    const { hoveredIds, focusedId } = this.#selection;
    const slotsOf = (ids: readonly number[]) => (packed ? slotsOfIds(packed, IdSet.of(ids)) : noSlots);
    this.layer.show({
      highlights: [
        { mark: marks.flagged, slots: this.#reviews.flagged },
        { mark: marks.selected, slots: this.#selected },
        { mark: marks.hovered, slots: slotsOf(hoveredIds) },
        { mark: marks.focused, slots: slotsOf(focusedId === null ? [] : [focusedId]) },
      ],
    });
  }
}

/** The count at the end of the ramp, and whether only the limit of symbols is the reason for density. */
type ShownDensity = { readonly top: number; readonly isLimit: boolean };

/** Whether this many points would overlap too much. */
function isCrowded(
  count: number,
  { width, height, radius }: PaintView,
  zoom: number,
  isDense: boolean,
): boolean {
  if (zoom >= nearestDensityZoom || width * height === 0) return false;
  const share = (count * Math.PI * radius ** 2) / (width * height);
  return share > (isDense ? crowdedShare.stayOn : crowdedShare.switchOn);
}
