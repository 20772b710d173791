import type { Geometry } from 'geojson';
import { defaults as defaultInteractions } from 'ol/interaction/defaults.js';
import OlMap, { type FrameState } from 'ol/Map.js';
import type { AreaShape } from '../../shared/areas/area.ts';
import { shapeToPolygon } from '../../shared/areas/measure-area.ts';
import { boundsOf } from '../../shared/geo/bounds-of.ts';
import type { BoundingBox, LonLat } from '../../shared/geo/geometry.ts';
import type { Result } from '../../shared/result.ts';
import type { ReviewsChange } from '../../shared/review/review-flags.ts';
import { AreasLayer } from './areas-layer.ts';
import { Basemap } from './basemap/basemap-layer.ts';
import { Camera } from './camera.ts';
import { ChipLayer } from './chip-layer.ts';
import type { DetectionSelection } from './detections/detection-places.ts';
import { Detections } from './detections/detections.ts';
import type { ChannelName, FeedSource, FeedSummary } from './detections/detections-messages.ts';
import { fromFeedPosition } from './detections/paint-view.ts';
import { FootprintLayer } from './footprint-layer.ts';
import { GraticuleLayer } from './graticule/graticule-layer.ts';
import { LabelsLayer, type PlacedLabel } from './labels-layer.ts';
import { DetectionAreas } from './layers/detection-areas.ts';
import { type FootprintFilter, Footprints } from './layers/footprints.ts';
import { LayerStack } from './layers/layer-stack.ts';
import { MapEventHub } from './map-event-hub.ts';
import { MapPointer } from './map-pointer.ts';
import { MapTools } from './map-tools.ts';
import type {
  DensityMode,
  MapArea,
  MapChip,
  MapDetectionStyle,
  MapEvents,
  MapFootprint,
  MapHit,
  MapOrder,
  MapTool,
  MapView,
} from './map-types.ts';
import { type MapMark, MarkLayer } from './mark-layer.ts';
import { OrdersLayer } from './orders-layer.ts';
import {
  type MapPicture,
  type PictureLimit,
  type PictureSize,
  pictureLimitOf,
  takeMapPicture,
} from './picture/take-map-picture.ts';
import type { CountryName } from './places/country-names.ts';
import { PreviewLayer, type PreviewPolygon } from './preview-layer.ts';

/** So long nothing must change before the detections in view are counted. */
const restMilliseconds = 100;

/**
 * The map: owns the OpenLayers map, its layers and tools, and knows neither React nor stores. What it shows is set by
 * methods; what happens on it is told by events.
 */
export class MapEngine {
  /** The layers, for those who add or remove some; looks and order are the sync file's. */
  readonly layers = new LayerStack();
  readonly #events = new MapEventHub();
  readonly #map: OlMap;
  readonly #camera = new Camera(() => this.#map.getSize());
  readonly #basemap = new Basemap((message) => this.#events.emit('problem', 'basemap', message));
  readonly #graticule = new GraticuleLayer();
  readonly #areasLayer = new AreasLayer();
  readonly #orders = new OrdersLayer();
  readonly #footprint = new FootprintLayer();
  readonly #chip = new ChipLayer((message) => this.#events.emit('problem', 'chip', message));
  readonly #detections = new Detections({
    packed: (count) => {
      this.#events.emit('detectionsShown', count);
      this.#tellInView();
    },
    channel: (name, state) => {
      this.#events.emit('channel', name, state);
      if (name === 'mask') this.#tellInView();
    },
    reviewed: () => this.#tellInView(),
    nearby: (ids) => this.#events.emit('nearby', ids),
    density: (shown) => this.#events.emit('density', shown),
    problem: (message) => this.#events.emit('problem', 'detections', message),
  });
  readonly #detectionAreas = new DetectionAreas(this.#detections);
  readonly #footprints = new Footprints();
  readonly #labels = new LabelsLayer();
  readonly #tools = new MapTools(this.#events, (outline, mode) => {
    if (this.#frame) this.#events.emit('outlined', this.#detections.inside(outline, this.#frame), mode);
  });
  readonly #pointer: MapPointer;
  readonly #preview = new PreviewLayer();
  readonly #mark = new MarkLayer();
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
      view: this.#camera.olView,
      controls: [],
      interactions: defaultInteractions({ altShiftDragRotate: true, pinchRotate: true }),
      layers: this.layers.group,
    });
    for (const interaction of this.#tools.interactions) this.#map.addInteraction(interaction);
    this.#pointer = new MapPointer({
      map: this.#map,
      events: this.#events,
      takesPresses: () => this.#tools.selects || this.#tools.inHand === 'edit',
      looks: () => this.#tools.selects && !this.#tools.isSelecting,
      cursor: () => this.#tools.cursor,
      detectionsAt: (pixel) => this.#detectionsAt(pixel),
      hitAt: (pixel) => this.#hitAt(pixel),
    });
    this.#map.on('postrender', ({ frameState }) => {
      this.#frame = frameState;
    });
    this.#map.on('moveend', ({ frameState }) => {
      // Told before `postrender`, so the frame that is known is still the one before.
      this.#frame = frameState;
      if (!this.#isTakingPicture) this.#settleView();
    });
  }

  /** Adds listeners; the answer removes them. */
  on(events: Partial<MapEvents>): () => void {
    return this.#events.add(events);
  }

  /** Shows the map in an element, which can take the focus. */
  mount(element: HTMLElement): void {
    element.tabIndex = 0;
    this.#pointer.mount(element);
    this.#map.setTarget(element);
  }

  /** Takes the map out of its element; it keeps all it shows. */
  unmount(): void {
    const element = this.#map.getTargetElement();
    if (element) this.#pointer.unmount(element);
    this.#map.setTarget(undefined);
  }

  /** Ends the map for good, with its workers. */
  dispose(): void {
    this.unmount();
    clearTimeout(this.#countTimer);
    this.#detectionAreas.dispose();
    this.#footprints.dispose();
    this.#detections.dispose();
    this.#basemap.dispose();
    this.#map.dispose();
  }

  focus(): void {
    this.#map.getTargetElement()?.focus({ preventScroll: true });
  }

  /**
   * Loads the detections' feed and draws it; done once it is on the map. What is drawn already stays until then, or
   * when it fails.
   */
  loadDetections(source: FeedSource): Promise<Result<FeedSummary>> {
    return this.#detections.load(source);
  }

  /** Draws what is said of detections from now on; `url` tells of all of them, see `FeedReviews`. */
  takeReviews(change: ReviewsChange, url: string): void {
    this.#detections.takeReviews(change, url);
    this.#events.emit('reviewed');
  }

  /** Loads the outlines of detections (`areas`) or those of all images (`footprints`); null draws none. */
  async loadOutlines(
    of: 'areas' | 'footprints',
    source: string | ArrayBuffer | null,
  ): Promise<Result<{ readonly count: number; readonly skipped: number }>> {
    const outlines = of === 'areas' ? this.#detectionAreas : this.#footprints;
    if (source !== null) return outlines.load(source);
    outlines.clear();
    return { ok: true, value: { count: 0, skipped: 0 } };
  }

  /** Which lines the graticule has. */
  setGraticule(kind: 'degrees' | 'mgrs'): void {
    this.#graticule.setKind(kind);
  }

  setFootprintFilter(filter: FootprintFilter): void {
    this.#footprints.setFilter(filter);
  }

  /** Draws no detections any more. */
  clearDetections(): void {
    this.#detections.clear();
    this.#tellInView();
  }

  /**
   * Where a mask, sizes or headings come from, now and whenever detections are loaded; none turns it off. What becomes
   * of it is told by `channel`.
   */
  setDetectionChannel(name: ChannelName, urls: readonly string[]): void {
    this.#detections.setChannel(name, urls);
    if (urls.length === 0) this.#tellInView();
  }

  setDetectionStyle(style: MapDetectionStyle): void {
    this.#detections.setStyle(style);
    this.#tellInView();
  }

  /** When density takes the place of points. */
  setDensity(mode: DensityMode): void {
    this.#detections.setDensity(mode);
    this.#tellInView();
  }

  /** Whether `nearby` is told. */
  setNearbyWanted(on: boolean): void {
    this.#detections.setNearbyWanted(on);
    this.#tellInView();
  }

  /** Texts beside detections, so many pixels to the right of them. */
  setLabels(labels: readonly PlacedLabel[], offsetPixels: number): void {
    this.#labels.show(labels, offsetPixels);
  }

  /** `colorOf` gives `#rrggbb` for an analytic's name. */
  setDetectionColors(colorOf: (analytic: string) => string): void {
    this.#detections.setColors(colorOf);
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

  setOrders(orders: readonly MapOrder[], selectedId: string | null): void {
    this.#orders.show(orders, selectedId);
  }

  setFootprint(footprint: MapFootprint | null): void {
    this.#footprint.show(footprint);
  }

  setChip(chip: MapChip | null): void {
    this.#chip.show(chip);
  }

  setTool(tool: MapTool): void {
    this.#tools.take(tool);
    this.#pointer.restCursor();
    this.#showAreas();
  }

  /** Whether points that are placed jump to corners and edges of areas near them. */
  setSnapping(on: boolean): void {
    this.#tools.setSnapping(on);
  }

  /** Shows polygons that are not kept yet. */
  setPreview(polygons: readonly PreviewPolygon[]): void {
    this.#preview.show(polygons);
  }

  /** Marks a place until it is taken off again with null. */
  setMark(mark: MapMark | null): void {
    this.#mark.show(mark);
  }

  /** Tells `menu` for the middle of the map. */
  openMenu(): void {
    this.#pointer.openMenu();
  }

  /** Begins a measurement at a place. The measure tool must be in hand. */
  measureFrom(position: LonLat): void {
    this.#tools.measureFrom(position);
  }

  /** Draws the map once more at another size, for a file or for print. See `takeMapPicture`. */
  takePicture(size: PictureSize, signal: AbortSignal): Promise<Result<MapPicture>> {
    const take = async () => {
      this.#isTakingPicture = true;
      try {
        return await takeMapPicture(this.#map, size, signal);
      } finally {
        this.#isTakingPicture = false;
      }
    };
    // There is one map: a picture waits until the one before has put it back.
    const taken = this.#lastPicture.then(take, take);
    this.#lastPicture = taken;
    return taken;
  }

  /** How large a picture may be here. */
  pictureLimit(): PictureLimit {
    return pictureLimitOf(this.#map);
  }

  /** Width and height of the map on the screen in CSS pixels; null while it is nowhere. */
  size(): readonly [width: number, height: number] | null {
    const [width = 0, height = 0] = this.#map.getSize() ?? [];
    return width > 0 && height > 0 ? [width, height] : null;
  }

  /** Whether a drawing or a measurement has been begun or a vertex is being moved. */
  get isDrawing(): boolean {
    return this.#tools.isBusy;
  }

  /** Drops the drawing or the measurement, or the change of the vertex in hand. */
  cancelDrawing(): void {
    this.#tools.cancel();
  }

  /** Takes the last point of a drawing or a measurement back; the edit tool removes the vertex under the pointer. */
  undoLastVertex(): void {
    this.#tools.undo();
  }

  finishDrawing(): void {
    this.#tools.finish();
  }

  zoomToArea(shape: AreaShape): void {
    this.zoomToGeometry(shapeToPolygon(shape));
  }

  /** Brings a whole geometry into view; one that is a single position gets some surroundings. Nothing for an empty one. */
  zoomToGeometry(geometry: Geometry): void {
    const bounds = boundsOf(geometry);
    if (bounds) this.zoomToBounds(bounds);
  }

  /** `west > east` crosses the antimeridian. */
  zoomToBounds(box: BoundingBox): void {
    this.#camera.fitBounds(box);
  }

  /** Brings a position to the middle, coming at least as close as `minZoom`. */
  zoomToPosition(position: LonLat, minZoom = 9): void {
    this.#camera.moveTo(position, minZoom);
  }

  /** Shows all detections that pass the filter. False when there are none. */
  zoomToDetections(): boolean {
    const box = this.#detections.extent();
    if (!box) return false;
    const east = box.west > box.east ? box.east + 2 ** 32 : box.east;
    const [minX, maxY] = fromFeedPosition(box.west, box.north);
    const [maxX, minY] = fromFeedPosition(east, box.south);
    this.#camera.fitExtent([minX, minY, maxX, maxY]);
    return true;
  }

  /** Brings all of a layer into view. Nothing for one that is empty, or has no end. */
  zoomToLayer(id: string): void {
    if (id === 'orders') this.zoomToGeometry(this.#orders.outlines());
    if (id === 'detection-areas') this.zoomToGeometry(this.#detectionAreas.extent());
    if (id === 'footprints') this.zoomToGeometry(this.#footprints.extent());
  }

  /** Changes the zoom by whole levels. */
  zoomBy(levels: number): void {
    this.#camera.zoomBy(levels);
  }

  /** Comes to look there, turned as it was looked at. */
  goTo(view: Pick<MapView, 'center' | 'zoom' | 'rotation'>): void {
    this.#camera.goTo(view);
  }

  /** Turns North up again. */
  northUp(): void {
    this.#camera.northUp();
  }

  /** Looks there at once, as at the last start. */
  setView(view: Pick<MapView, 'center' | 'zoom'>): void {
    this.#camera.look(view);
  }

  /** Turns the map clockwise, in radians. */
  setRotation(radians: number): void {
    this.#camera.olView.setRotation(radians);
  }

  /** Whether a position can be seen now. */
  isInView(position: LonLat): boolean {
    return this.#camera.sees(position);
  }

  /** The countries of the basemap; none until they have been read. */
  countries(): readonly CountryName[] {
    return this.#basemap.places.countries;
  }

  /** What is seen; null while the map has no size. */
  viewBox(): BoundingBox | null {
    return this.#camera.box();
  }

  view(): MapView {
    return this.#camera.state;
  }

  /** Resolves once the map has come to where it goes. */
  standsStill(): Promise<void> {
    return this.#camera.standsStill();
  }

  /** Bottom to top, as they lie without any looks. */
  #addLayers(): void {
    const { layers } = this;
    layers.add('basemap', [this.#basemap.layer]);
    layers.add('graticule', this.#graticule.layers, { above: this.#graticule.labels });
    layers.add('places', [this.#basemap.places.layer]);
    layers.add('footprints', [this.#footprints.layer]);
    layers.add('orders', [this.#orders.layer]);
    layers.add('areas', [this.#areasLayer.layer], { above: [this.#areasLayer.labels] });
    layers.add('detection-areas', [this.#detectionAreas.layer]);
    layers.add('detections', [this.#detections.layer]);
    layers.add('labels', [], { above: [this.#labels.layer] });
    // What is looked at and what is being worked on is in no list of layers.
    layers.add('focus', [this.#footprint.layer, this.#chip.layer], {
      below: 'detections',
      above: [this.#footprint.line],
    });
    layers.add('tools', [], {
      above: [this.#mark.layer, this.#preview.layer, ...this.#tools.layers],
    });
  }

  #showAreas(): void {
    const isEditing = this.#tools.inHand === 'edit';
    const edited = isEditing ? this.#areas.find(({ id }) => id === this.#selectedId) : undefined;
    this.#areasLayer.show({
      areas: this.#areas,
      selectedId: this.#selectedId,
      editedId: edited?.id ?? null,
    });
    this.#tools.workOn(edited, this.#areas, this.#camera.centerLongitude);
  }

  #hitAt(pixel: readonly number[]): MapHit {
    return {
      detections: this.#detectionsAt(pixel),
      ...this.#shapesAt(pixel),
      footprints: this.#footprintsAt(pixel),
    };
  }

  #shapesAt(pixel: readonly number[]): Pick<MapHit, 'areas' | 'orders'> {
    const areas = this.#map
      .getFeaturesAtPixel([...pixel], {
        layerFilter: (layer) => layer === this.#areasLayer.layer,
        hitTolerance: 3,
      })
      .map((feature) => String(feature.getId()));
    const orders = this.#map
      .getFeaturesAtPixel([...pixel], {
        layerFilter: (layer) => layer === this.#orders.layer,
        hitTolerance: 3,
      })
      .map((feature) => this.#orders.orderIdOf(feature));
    return { areas: [...new Set(areas)], orders: [...new Set(orders)] };
  }

  #footprintsAt(pixel: readonly number[]): number[] {
    if (!this.#frame || !this.layers.isVisible('footprints')) return [];
    return this.#footprints.at(pixel, this.#frame);
  }

  #detectionsAt(pixel: readonly number[]): number[] {
    if (!this.#frame) return [];
    const points = this.layers.isVisible('detections') ? this.#detections.at(pixel, this.#frame) : [];
    const areas = this.layers.isVisible('detection-areas') ? this.#detectionAreas.at(pixel, this.#frame) : [];
    return [...new Set([...points, ...areas])];
  }

  #settleView(): void {
    // Shapes stand on three copies of the world; a drawing, though, must not change its copy half-way.
    if (!this.isDrawing && this.#tools.inHand !== 'edit') this.#camera.comeHome();
    this.#basemap.setZoom(this.#camera.state.zoom);
    this.#chip.setViewCenter(this.#camera.centerX);
    if (this.#frame) {
      this.#footprints.rest(this.#frame);
      this.#graticule.rest(this.#frame);
    }
    this.#events.emit('view', this.#camera.state);
    this.#tellInView();
  }

  /** Counting looks at every detection in view, so it waits until filter and view rest. */
  #tellInView(): void {
    clearTimeout(this.#countTimer);
    this.#countTimer = setTimeout(() => {
      if (this.#frame) this.#events.emit('inView', this.#detections.rest(this.#frame));
    }, restMilliseconds);
  }
}
