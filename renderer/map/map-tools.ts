import type Interaction from 'ol/interaction/Interaction.js';
import type BaseLayer from 'ol/layer/Base.js';
import type { LonLat } from '../../shared/geo/geometry.ts';
import { DrawTool } from './drawing/draw-tool.ts';
import { EditTool } from './drawing/edit-tool.ts';
import { ShapeOverlay } from './drawing/shape-overlay.ts';
import type { MapEventEmitter } from './map-event-emitter.ts';
import type { MapArea, MapTool } from './map-types.ts';
import { MeasureTool } from './measure/measure-tool.ts';
import { type SelectEvents, SelectTool } from './selecting/select-tool.ts';
import { SnapTool } from './snapping/snap-tool.ts';

/** The tools of the map, of which one is active at a time. */
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

  /** `outlined` is called with each outline drawn with a select tool. */
  constructor(events: MapEventEmitter, outlined: SelectEvents['outlined']) {
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

  /** Must be added to the map in this order: the last one handles events first. */
  get interactions(): readonly Interaction[] {
    return [this.#select, this.#draw, this.#edit, this.#measure, this.#snap];
  }

  /** The layers of the tools, bottom to top. */
  get layers(): readonly BaseLayer[] {
    return [this.#select.layer, this.#overlay.layer, this.#snap.layer];
  }

  get activeTool(): MapTool {
    return this.#tool;
  }

  /** Whether the active tool selects detections. */
  get isSelectTool(): boolean {
    return this.#tool === 'select' || this.#select.getActive();
  }

  /** Whether an outline is being dragged around detections. */
  get isSelecting(): boolean {
    return this.#select.isBusy;
  }

  /** Whether a drawing, a measurement or a selection has been started, or a vertex is being moved. */
  get isBusy(): boolean {
    return this.#draw.isBusy || this.#edit.isBusy || this.#measure.isBusy || this.#select.isBusy;
  }

  /** The cursor where nothing can be clicked; null for the default one. */
  get cursor(): 'crosshair' | null {
    const draws = this.#draw.getActive() || this.#measure.getActive() || this.#select.getActive();
    return draws ? 'crosshair' : null;
  }

  /** Activates a tool; the unfinished work of the previous one is dropped. */
  setTool(tool: MapTool): void {
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
   * Sets the area that the edit tool changes, if any, on the copy of the world around `centerLongitude`. Sets the areas
   * to snap to, which exclude the edited one.
   */
  setEditedArea(edited: MapArea | undefined, areas: readonly MapArea[], centerLongitude: number): void {
    this.#snap.setShapes(areas.filter((area) => area !== edited).map(({ shape }) => shape));
    if (edited) this.#edit.start(edited.shape, centerLongitude);
    else this.#edit.stop();
    this.#editedId = edited?.id ?? null;
  }

  /** Whether drawn points snap to corners and edges of nearby areas. */
  setSnapping(on: boolean): void {
    this.#snap.setActive(on);
  }

  /** Starts a measurement at a position. The measure tool must be active. */
  measureFrom(position: LonLat): void {
    this.#measure.startAt(position);
  }

  /** Cancels unfinished work of all tools. */
  cancel(): void {
    this.#draw.cancel();
    this.#edit.cancel();
    this.#measure.cancel();
    this.#select.cancel();
  }

  /** Removes the last point of a drawing or a measurement; the edit tool removes the vertex under the pointer. */
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
