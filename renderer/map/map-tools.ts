import type Interaction from 'ol/interaction/Interaction.js';
import type BaseLayer from 'ol/layer/Base.js';
import type { LonLat } from '../../shared/geo/geometry.ts';
import { DrawTool } from './drawing/draw-tool.ts';
import { EditTool } from './drawing/edit-tool.ts';
import { ShapeOverlay } from './drawing/shape-overlay.ts';
import type { MapEventHub } from './map-event-hub.ts';
import type { MapArea, MapTool } from './map-types.ts';
import { MeasureTool } from './measure/measure-tool.ts';
import { type SelectEvents, SelectTool } from './selecting/select-tool.ts';
import { SnapTool } from './snapping/snap-tool.ts';

/** What is done with the map by pointer and key: one tool at a time is in hand. */
export class MapTools {
  readonly #overlay = new ShapeOverlay();
  readonly #draw: DrawTool;
  readonly #edit: EditTool;
  readonly #measure: MeasureTool;
  readonly #select: SelectTool;
  readonly #snap = new SnapTool(
    () => this.#draw.getActive() || this.#edit.isBusy || this.#measure.getActive(),
  );
  #tool: MapTool = 'select';
  #editedId: string | null = null;

  /** `outlined` is told of each outline that was dragged with a tool that selects. */
  constructor(events: MapEventHub, outlined: SelectEvents['outlined']) {
    this.#draw = new DrawTool(this.#overlay, {
      drawing: (state) => events.emit('drawing', state),
      refused: (reason) => events.emit('refused', reason),
      finished: (shape) => events.emit('drawn', shape),
    });
    this.#edit = new EditTool(this.#overlay, {
      drawing: (state) => events.emit('drawing', state),
      refused: (reason) => events.emit('refused', reason),
      finished: (shape) => {
        if (this.#editedId !== null) events.emit('edited', this.#editedId, shape);
      },
    });
    this.#measure = new MeasureTool(this.#overlay, {
      measured: (measurement) => events.emit('measured', measurement),
    });
    this.#select = new SelectTool({ outlined });
  }

  /** To be added to the map in this order: the last is asked first. */
  get interactions(): readonly Interaction[] {
    return [this.#select, this.#draw, this.#edit, this.#measure, this.#snap];
  }

  /** Bottom to top. */
  get layers(): readonly BaseLayer[] {
    return [this.#select.layer, this.#overlay.layer, this.#snap.layer];
  }

  get inHand(): MapTool {
    return this.#tool;
  }

  /** Whether detections are pointed at with the tool in hand. */
  get selects(): boolean {
    return this.#tool === 'select' || this.#select.getActive();
  }

  /** Whether an outline is being dragged around detections. */
  get isSelecting(): boolean {
    return this.#select.isBusy;
  }

  /** Whether a drawing, a measurement or a selection has been begun, or a vertex is being moved. */
  get isBusy(): boolean {
    return this.#draw.isBusy || this.#edit.isBusy || this.#measure.isBusy || this.#select.isBusy;
  }

  /** The cursor where nothing can be pressed; null for the usual one. */
  get cursor(): 'crosshair' | null {
    const draws = this.#draw.getActive() || this.#measure.getActive() || this.#select.getActive();
    return draws ? 'crosshair' : null;
  }

  /** Takes a tool into the hand; what the one before had begun is dropped. */
  take(tool: MapTool): void {
    this.#tool = tool;
    if (tool === 'rectangle' || tool === 'polygon' || tool === 'circle') this.#draw.start(tool);
    else this.#draw.stop();
    if (tool === 'select-box') this.#select.start('box');
    else if (tool === 'lasso') this.#select.start('lasso');
    else this.#select.stop();
    if (tool === 'measure') this.#measure.start();
    else this.#measure.stop();
  }

  /**
   * Which area the edit tool changes, if any, on the copy of the world around `centerLongitude`, and which areas hold
   * points that are placed near them: the corners of the one that is edited must not hold each other.
   */
  workOn(edited: MapArea | undefined, areas: readonly MapArea[], centerLongitude: number): void {
    this.#snap.setShapes(areas.filter((area) => area !== edited).map(({ shape }) => shape));
    if (edited) this.#edit.start(edited.shape, centerLongitude);
    else this.#edit.stop();
    this.#editedId = edited?.id ?? null;
  }

  /** Whether points that are placed jump to corners and edges of areas near them. */
  setSnapping(on: boolean): void {
    this.#snap.setActive(on);
  }

  /** Begins a measurement at a place. The measure tool must be in hand. */
  measureFrom(position: LonLat): void {
    this.#measure.begin(position);
  }

  /** Drops what has been begun. */
  cancel(): void {
    this.#draw.cancel();
    this.#edit.cancel();
    this.#measure.cancel();
    this.#select.cancel();
  }

  /** Takes the last point of a drawing or a measurement back; the edit tool removes the vertex under the pointer. */
  undo(): void {
    if (this.#tool === 'edit') this.#edit.removeActiveVertex();
    else if (this.#tool === 'measure') this.#measure.undo();
    else this.#draw.undo();
  }

  finish(): void {
    if (this.#draw.isBusy) this.#draw.finish();
    this.#measure.finish();
  }
}
