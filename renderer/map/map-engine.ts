import type { Geometry } from 'geojson';
import type { FeatureLike } from 'ol/Feature.js';
import OlMap, { type FrameState } from 'ol/Map.js';
import type { AreaShape } from '../../shared/areas/area.ts';
import { shapeToPolygon } from '../../shared/areas/measure-area.ts';
import { boundsOf } from '../../shared/geo/bounds-of.ts';
import type { Result } from '../../shared/result.ts';
import type { ReviewFlagsChange } from '../../shared/review/review-flags.ts';
import type { ColorScheme } from '../ui/design-tokens.ts';
import { AreasLayer } from './areas-layer.ts';
import { Basemap } from './basemap/basemap.ts';
import { Camera, type MapExtent, mapInteractions } from './camera.ts';
import { ChipLayer } from './chip-layer.ts';
import type { MapSymbol } from './detections/detection-palette.ts';
import type { DetectionSelection } from './detections/detection-slots.ts';
import { Detections } from './detections/detections.ts';
import type { ChannelName, FeedSource, FeedSummary } from './detections/detections-messages.ts';
import type { DetectionsAt } from './detections/detections-queries.ts';
import type { MapHull } from './detections/hulls-layer.ts';
import { fromFeedPosition } from './detections/paint-view.ts';
import { FocusedFootprintLayer } from './focused-footprint-layer.ts';
import { GraticuleLayer } from './graticule/graticule-layer.ts';
import { LabelsLayer } from './labels-layer.ts';
import { LayerStack } from './layers/layer-stack.ts';
import { DetectionAreas, Footprints } from './layers/outline-layers.ts';
import { mapScheme, setMapScheme } from './map-colors.ts';
import { MapEventEmitter } from './map-event-emitter.ts';
import { MapPointer } from './map-pointer.ts';
import { MapTools } from './map-tools.ts';
import type {
  DensityMode,
  LayerFeatureHit,
  MapArea,
  MapDetectionStyle,
  MapEvents,
  MapHit,
  MapTool,
} from './map-types.ts';
import { MarkLayer } from './mark-layer.ts';
import { OrdersLayer } from './orders-layer.ts';
import type { MapOverlay } from './overlay-padding.ts';
import { type PictureLimit, pictureLimitOf } from './picture/picture-limit.ts';
import type { PictureView } from './picture/picture-view.ts';
import { featuresIn, zoomedTo } from './picture/picture-view.ts';
import { type PictureBox, ReservedLayer } from './picture/reserved-layer.ts';
import type { MapPicture, PictureSize } from './picture/take-map-picture.ts';
import { PreviewLayer } from './preview-layer.ts';
import { vectorLayerIdOf } from './vector-layers/vector-layer-id.ts';

/** Content of a picture of the map, beyond its size. */
export type PictureRequest = PictureSize & {
  /** By default that of the screen. */
  readonly scheme?: ColorScheme;
  /** Whether a layer is left out, by id. */
  readonly leavesOut?: (id: string) => boolean;
  /** Boxes that names stay clear of, besides the edges. */
  readonly reserved?: readonly PictureBox[];
};

/** The content of a picture. */
export type PictureContent = {
  readonly detections: number;
  readonly areaIds: readonly string[];
  readonly orderIds: readonly string[];
};

/** Delay after the last change before the detections in view are counted. */
const countDelayMs = 100;

/**
 * The map: owns the OpenLayers map, its layers and tools, and knows neither React nor stores. Parts that depend on no
 * other are public; what concerns several is a method. User actions are emitted as events.
 */
export class MapEngine {
  /** The layers, for modules that add or remove some; visibility and order are set by the sync module. */
  readonly layers = new LayerStack();
  readonly #events = new MapEventEmitter();
  readonly #map: OlMap;
  readonly camera = new Camera(() => this.#map.getSize());
  readonly basemap = new Basemap((message) => this.#events.emit('problem', 'basemap', message));
  readonly graticule = new GraticuleLayer();
  readonly #areasLayer = new AreasLayer();
  readonly orders = new OrdersLayer();
  readonly footprint = new FocusedFootprintLayer();
  readonly chip = new ChipLayer((message) => this.#events.emit('problem', 'chip', message));
  readonly #detections = new Detections({
    packed: (count) => {
      this.#events.emit('detectionsShown', count);
      this.#emitInView();
    },
    channel: (name, state) => {
      this.#events.emit('channel', name, state);
      if (name === 'mask') this.#emitInView();
    },
    reviewed: () => this.#emitInView(),
    nearby: (ids) => this.#events.emit('nearby', ids),
    closeUp: (closeUp) => this.#events.emit('closeUp', closeUp),
    density: (shown) => {
      this.basemap.linesAbove.setVisible(shown !== null);
      this.#setLandCovered('density', shown !== null);
      this.#events.emit('density', shown);
    },
    problem: (message) => this.#events.emit('problem', 'detections', message),
    reviewsProblem: (message) => this.#events.emit('problem', 'reviews', message),
  });
  readonly #detectionAreas = new DetectionAreas(this.#detections);
  readonly footprints = new Footprints();
  readonly labels = new LabelsLayer();
  readonly tools = new MapTools(this.#events, (outline, mode) => {
    if (this.#frame) this.#events.emit('outlined', this.#detections.idsInside(outline, this.#frame), mode);
  });
  readonly pointer: MapPointer;
  readonly preview = new PreviewLayer();
  readonly mark = new MarkLayer();
  readonly #reserved = new ReservedLayer();
  readonly #landCoveredBy = new Set<'density' | 'coverage'>();
  #areas: readonly MapArea[] = [];
  #selectedId: string | null = null;
  #countTimer: ReturnType<typeof setTimeout> | undefined;
  #frame: FrameState | null = null;
  #isTakingPicture = false;
  #lastPicture: Promise<unknown> = Promise.resolve();

  constructor(events: Partial<MapEvents> = {}) {
    this.#events.add(events);
    this.#addLayers();
    this.#map = new OlMap({
      view: this.camera.olView,
      controls: [],
      interactions: mapInteractions(),
      layers: this.layers.group,
    });
    for (const interaction of this.tools.interactions) this.#map.addInteraction(interaction);
    this.pointer = new MapPointer({
      map: this.#map,
      events: this.#events,
      handlesClicks: () => this.tools.isSelectTool || this.tools.activeTool === 'edit',
      handlesHover: () => this.tools.isSelectTool && !this.tools.isSelecting,
      cursor: () => this.tools.cursor,
      detectionsAt: (pixel) => this.#detectionsAt(pixel).ids,
      countInSquare: (pixel) =>
        this.#frame && this.layers.isVisible('detections')
          ? this.#detections.countInSquare(pixel, this.#frame)
          : null,
      hitAt: (pixel) => this.#hitAt(pixel),
    });
    this.#map.on('precompose', ({ frameState }) => {
      for (const { fills } of [this.#areasLayer, this.orders]) fills.setExtent(frameState?.extent ?? null);
    });
    this.#map.on('postrender', ({ frameState }) => {
      this.#frame = frameState;
      // Turning the graticule on or off does not move the map.
      if (frameState) this.graticule.setVisible(frameState, this.layers.isVisible('graticule'));
    });
    this.#map.on('moveend', ({ frameState }) => {
      // Emitted before `postrender`, so `#frame` is still the previous one.
      this.#frame = frameState;
      if (!this.#isTakingPicture) this.#settleView();
    });
  }

  /** Adds listeners. Returns a function that removes them. */
  on(events: Partial<MapEvents>): () => void {
    return this.#events.add(events);
  }

  /** Mounts the map in an element, which becomes focusable. */
  mount(element: HTMLElement): void {
    element.tabIndex = 0;
    this.pointer.mount(element);
    this.#map.setTarget(element);
  }

  /** Unmounts the map; it keeps its content. */
  unmount(): void {
    const element = this.#map.getTargetElement();
    if (element) this.pointer.unmount(element);
    this.#map.setTarget(undefined);
  }

  /** Mounts the map in another element, which shows nothing above it. Returns a function that mounts it back. */
  moveTo(element: HTMLElement): () => void {
    const former = this.#map.getTargetElement();
    this.unmount();
    this.mount(element);
    return () => {
      this.unmount();
      if (former?.isConnected) this.mount(former);
    };
  }

  /** Disposes the map and its workers. */
  dispose(): void {
    this.unmount();
    clearTimeout(this.#countTimer);
    this.#detectionAreas.dispose();
    this.footprints.dispose();
    this.#detections.dispose();
    this.basemap.dispose();
    this.#map.dispose();
  }

  /** Sets what measures the overlays above the map, which every zoom to an extent keeps clear of. */
  setOverlays(measure: () => readonly MapOverlay[]): void {
    this.camera.setOverlays(measure);
    this.overlaysChanged();
  }

  /** Leaves out the degrees that overlays cover, after these have changed. */
  overlaysChanged(): void {
    this.graticule.setCovered(
      this.camera.overlays().map(({ left, top, right, bottom }) => ({
        x: left,
        y: top,
        width: right - left,
        height: bottom - top,
      })),
    );
  }

  focus(): void {
    this.#map.getTargetElement()?.focus({ preventScroll: true });
  }

  /**
   * Loads and draws the detection feed; resolves once it is on the map. The previous detections stay until then, and
   * when loading fails.
   */
  loadDetections(source: FeedSource): Promise<Result<FeedSummary>> {
    return this.#detections.load(source);
  }

  /** Applies changed reviews; `url` serves all reviews, see `FeedReviews`. */
  applyReviews(change: ReviewFlagsChange, url: string): void {
    this.#detections.applyReviews(change, url);
    this.#events.emit('reviewed');
  }

  /** Loads the outlines of detections (`areas`) or those of all images (`footprints`); null draws none. */
  async loadOutlines(
    of: 'areas' | 'footprints',
    source: string | ArrayBuffer | null,
  ): Promise<Result<{ readonly count: number; readonly skipped: number }>> {
    const outlines = of === 'areas' ? this.#detectionAreas : this.footprints;
    if (source !== null) return outlines.load(source);
    outlines.clear();
    return { ok: true, value: { count: 0, skipped: 0 } };
  }

  /** Removes all detections. */
  clearDetections(): void {
    this.#detections.clear();
    this.#emitInView();
  }

  /**
   * Sets the URLs of a mask, sizes, headings or colors, now and for every load; none turns it off. Its state is emitted by
   * `channel`.
   */
  setDetectionChannel(name: ChannelName, urls: readonly string[]): void {
    this.#detections.setChannel(name, urls);
    if (urls.length === 0) this.#emitInView();
  }

  /**
   * Applies what follows from filter and view after a delay: whether density is shown, `nearby` and `inView`. Resolves
   * once the color scale of the density is that of the view.
   */
  async settleDetections(): Promise<void> {
    clearTimeout(this.#countTimer);
    if (!this.#frame) return;
    this.#events.emit('inView', this.#detections.updateView(this.#frame));
    await this.#detections.adaptDensity();
  }

  setDetectionStyle(style: MapDetectionStyle): void {
    this.#detections.setStyle(style);
    this.#emitInView();
  }

  /** Sets when density is shown instead of points. */
  setDensity(mode: DensityMode): void {
    this.#detections.setDensity(mode);
    this.#emitInView();
  }

  /** Sets whether less is drawn where there is no graphics card: density above a number of symbols. */
  setSavesDrawing(savesDrawing: boolean): void {
    this.#detections.setSavesDrawing(savesDrawing);
    this.#emitInView();
  }

  /** Sets whether `nearby` is emitted. */
  setNearbyEnabled(on: boolean): void {
    this.#detections.setNearbyEnabled(on);
    this.#emitInView();
  }

  /** Sets whether `closeUp` is emitted. */
  setHullsEnabled(on: boolean): void {
    this.#detections.setHullsEnabled(on);
    this.#emitInView();
  }

  /** Draws these hulls instead of the marks of their detections. */
  setHulls(hulls: readonly MapHull[]): void {
    this.#detections.setHulls(hulls);
  }

  /** Sets whether coverage is shown, which covers the names of places in their default position. */
  setCoverageShown(isShown: boolean): void {
    this.#setLandCovered('coverage', isShown);
  }

  /** Sets the symbols of the detections. `symbolOf` is called again when the color scheme changes. */
  setDetectionSymbols(symbolOf: (analytic: string) => MapSymbol): void {
    this.#detections.setSymbols(symbolOf);
  }

  /** Sets the colors of the map. */
  setColorScheme(scheme: ColorScheme): void {
    setMapScheme(scheme);
    this.graticule.applyScheme();
    this.#detections.applyScheme();
    this.footprints.update();
    for (const layer of this.#map.getAllLayers()) layer.changed();
  }

  setSelection(selection: DetectionSelection): void {
    this.#detections.setSelection(selection);
    this.#detectionAreas.setSelection(selection);
  }

  setAreas(areas: readonly MapArea[], selectedId: string | null): void {
    this.#areas = areas;
    this.#selectedId = selectedId;
    this.#showAreas();
  }

  setTool(tool: MapTool): void {
    this.tools.setTool(tool);
    this.pointer.resetCursor();
    this.#showAreas();
  }

  /** Renders the map at another size, for a file or for print. See `takeMapPicture`. */
  takePicture(request: PictureRequest, signal: AbortSignal): Promise<Result<MapPicture>> {
    const capture = async (): Promise<Result<MapPicture>> => {
      this.#isTakingPicture = true;
      try {
        const { takeMapPicture } = await import('./picture/take-map-picture.ts');
        return await takeMapPicture(this.#map, request, (view) => this.#arrange(view, request), signal);
      } finally {
        this.#isTakingPicture = false;
      }
    };
    // Pictures are taken one after another, because each resizes the map and restores it.
    const picture = this.#lastPicture.then(capture, capture);
    this.#lastPicture = picture;
    return picture;
  }

  /**
   * The view of a picture, unless that would reach past the end of the world; null while the map is not mounted. With
   * `zoomsIn` it is zoomed to the detections that match the filter, where all of them are in view.
   */
  pictureView({ width, height }: Pick<PictureSize, 'width' | 'height'>, zoomsIn = false): PictureView | null {
    const size = this.size();
    if (!size) return null;
    const { center, rotation } = this.camera.state;
    const current = this.camera.olView.getResolution() ?? 1;
    const view: PictureView = {
      center: [this.camera.centerLongitude, center[1]],
      resolution: current * Math.max(size[0] / width, size[1] / height),
      rotation,
      width,
      height,
    };
    const extent = zoomsIn ? this.#detectionsExtent() : null;
    return extent ? zoomedTo(view, extent) : view;
  }

  /** Counts of drawn detections, areas and orders in a view; nothing of layers that are not visible. */
  contentOf(view: PictureView): PictureContent {
    const isShown = (id: string) => this.layers.isVisible(id);
    return {
      detections: isShown('detections') ? this.#detections.countInPicture(view) : 0,
      areaIds: isShown('areas') ? featuresIn(this.#areasLayer.source, view).map(idOf) : [],
      orderIds: isShown('orders')
        ? featuresIn(this.orders.source, view).map((feature) => this.orders.orderIdOf(feature))
        : [],
    };
  }

  /** The maximum size of a picture. */
  pictureLimit(): PictureLimit {
    return pictureLimitOf(this.#map);
  }

  /** Width and height of the map on the screen in CSS pixels; null while it is not mounted. */
  size(): readonly [width: number, height: number] | null {
    const [width = 0, height = 0] = this.#map.getSize() ?? [];
    return width > 0 && height > 0 ? [width, height] : null;
  }

  zoomToArea(shape: AreaShape): void {
    this.zoomToGeometry(shapeToPolygon(shape));
  }

  /** Zooms to a geometry; a single position gets some surroundings. Does nothing for an empty one. */
  zoomToGeometry(geometry: Geometry): void {
    const bounds = boundsOf(geometry);
    if (bounds) this.camera.fitBounds(bounds);
  }

  /** The highest id of a detection on the map; 0 without any. Ids increase with the order in which detections come. */
  lastDetectionId(): number {
    return this.#detections.lastId();
  }

  /** Zooms to all detections that match the filter, of ids above one. Returns false when there are none. */
  zoomToDetections(afterId = 0): boolean {
    const extent = this.#detectionsExtent(afterId);
    if (extent) this.camera.fitExtent(extent);
    return extent !== null;
  }

  #detectionsExtent(afterId = 0): MapExtent | null {
    const box = this.#detections.extent(afterId);
    if (!box) return null;
    const east = box.west > box.east ? box.east + 2 ** 32 : box.east;
    const [minX, maxY] = fromFeedPosition(box.west, box.north);
    const [maxX, minY] = fromFeedPosition(east, box.south);
    return [minX, minY, maxX, maxY];
  }

  /** Zooms to a layer. Does nothing for one that is empty or unbounded. */
  zoomToLayer(id: string): void {
    if (id === 'orders') this.zoomToGeometry(this.orders.allOutlines());
    if (id === 'detection-areas') this.zoomToGeometry(this.#detectionAreas.extent());
    if (id === 'footprints') this.zoomToGeometry(this.footprints.extent());
  }

  /** Adds the layers, bottom to top in their default order. */
  #addLayers(): void {
    const { layers } = this;
    layers.add('basemap', [this.basemap.layer], { above: [this.basemap.linesAbove] });
    layers.add('graticule', this.graticule.layers, { above: this.graticule.labels });
    layers.add('places', [this.basemap.places.layer], { above: [this.basemap.places.above] });
    layers.add('footprints', [this.footprints.layer]);
    layers.add('orders', [this.orders.fills.layer, this.orders.outlines], { above: [this.orders.labels] });
    layers.add('areas', [this.#areasLayer.fills.layer, this.#areasLayer.outlines], {
      above: [this.#areasLayer.labels],
    });
    layers.add('detection-areas', [this.#detectionAreas.layer]);
    layers.add('detections', [this.#detections.hulls.layer, this.#detections.layer]);
    layers.add('labels', [], { above: [this.labels.layer] });
    // The focused detection and the tools are not in the list of layers.
    layers.add('focus', [this.footprint.layer, this.chip.layer], {
      below: 'detections',
      above: [this.footprint.line],
    });
    layers.add('tools', [], {
      above: [
        this.mark.layer,
        this.preview.layer,
        ...this.tools.layers,
        this.graticule.reserved,
        this.#reserved.layer,
      ],
    });
  }

  /** Draws what a picture requests. Returns a function that undoes it. */
  #arrange(view: PictureView, { scheme, leavesOut, reserved = [] }: PictureRequest): () => void {
    const former = mapScheme();
    const changesColors = scheme !== undefined && scheme !== former;
    if (changesColors) this.setColorScheme(scheme);
    if (leavesOut) this.layers.leaveOut(leavesOut);
    this.#reserved.show(view, reserved);
    this.graticule.setReserved(reserved);
    return () => {
      if (changesColors) this.setColorScheme(former);
      if (leavesOut) this.layers.leaveOut(() => false);
      this.#reserved.clear();
      this.graticule.setReserved(null);
    };
  }

  /** Names lie above all detections while something covers the land. */
  #setLandCovered(by: 'density' | 'coverage', isCovered: boolean): void {
    if (isCovered) this.#landCoveredBy.add(by);
    else this.#landCoveredBy.delete(by);
    this.basemap.places.setAbove(this.#landCoveredBy.size > 0);
  }

  #showAreas(): void {
    const isEditing = this.tools.activeTool === 'edit';
    const edited = isEditing ? this.#areas.find(({ id }) => id === this.#selectedId) : undefined;
    this.#areasLayer.show({
      areas: this.#areas,
      selectedId: this.#selectedId,
      editedId: edited?.id ?? null,
    });
    this.tools.setEditedArea(edited, this.#areas, this.camera.centerLongitude);
  }

  #hitAt(pixel: readonly number[]): MapHit {
    const { ids, count } = this.#detectionsAt(pixel);
    return {
      detections: ids,
      detectionCount: count,
      ...this.#shapesAt(pixel),
      footprints: this.#footprintsAt(pixel),
      layerFeatures: this.#layerFeaturesAt(pixel),
    };
  }

  #layerFeaturesAt(pixel: readonly number[]): LayerFeatureHit[] {
    const hits: LayerFeatureHit[] = [];
    this.#map.forEachFeatureAtPixel(
      [...pixel],
      (feature, layer) => {
        const [layerId, fid] = [vectorLayerIdOf(layer), Number(feature.getId())];
        if (layerId !== undefined && Number.isInteger(fid)) hits.push({ layerId, fid });
      },
      { layerFilter: (layer) => vectorLayerIdOf(layer) !== undefined, hitTolerance: 3 },
    );
    return hits;
  }

  #shapesAt(pixel: readonly number[]): Pick<MapHit, 'areas' | 'orders'> {
    const areas = this.#featuresAt(pixel, this.#areasLayer).map((feature) => String(feature.getId()));
    const orders = this.#featuresAt(pixel, this.orders).map((feature) => this.orders.orderIdOf(feature));
    return { areas: [...new Set(areas)], orders: [...new Set(orders)] };
  }

  #featuresAt(pixel: readonly number[], { fills, outlines }: AreasLayer | OrdersLayer): FeatureLike[] {
    return this.#map.getFeaturesAtPixel([...pixel], {
      layerFilter: (layer) => layer === fills.layer || layer === outlines,
      hitTolerance: 3,
    });
  }

  #footprintsAt(pixel: readonly number[]): number[] {
    if (!this.#frame || !this.layers.isVisible('footprints')) return [];
    return this.footprints.idsAt(pixel, this.#frame);
  }

  #detectionsAt(pixel: readonly number[]): DetectionsAt {
    if (!this.#frame) return { ids: [], count: 0 };
    const points = this.layers.isVisible('detections')
      ? this.#detections.idsAt(pixel, this.#frame)
      : { ids: [], count: 0 };
    const areas = this.layers.isVisible('detection-areas')
      ? this.#detectionAreas.idsAt(pixel, this.#frame)
      : [];
    const ids = [...new Set([...points.ids, ...areas])];
    return { ids, count: ids.length + points.count - points.ids.length };
  }

  #settleView(): void {
    // Shapes are drawn on three copies of the world, but an unfinished drawing must stay on its copy.
    if (!this.tools.isBusy && this.tools.activeTool !== 'edit') this.camera.normalizeCenter();
    this.chip.setView(this.camera.centerX, this.camera.olView.getResolution() ?? 1);
    if (this.#frame) {
      this.footprints.setView(this.#frame);
      this.overlaysChanged();
      this.graticule.setView(this.#frame);
    }
    this.#events.emit('view', this.camera.state);
    this.#emitInView();
  }

  /** Counting visits every detection in view, so it is delayed until filter and view have settled. */
  #emitInView(): void {
    clearTimeout(this.#countTimer);
    this.#countTimer = setTimeout(() => void this.settleDetections(), countDelayMs);
  }
}

function idOf(feature: FeatureLike): string {
  return String(feature.getId());
}
