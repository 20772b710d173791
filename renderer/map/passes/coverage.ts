import { unexpectedError } from '../../../shared/error-text.ts';
import type { BoundingBox, LonLat } from '../../../shared/geo/geometry.ts';
import {
  type CoverageCounts,
  type CoverageGrid,
  columnOfLongitude,
  rowOfLatitude,
} from '../../../shared/passes/coverage-grid.ts';
import type { MapView } from '../map-types.ts';
import { CoverageLayer } from './coverage-layer.ts';
import type { CoverageRequest, CoverageResponse, CoverageState } from './coverage-messages.ts';

/** Events of the coverage. */
export type CoverageEvents = { state(state: CoverageState): void };

/** Width of the Earth at the equator, metres. */
const equatorMetres = 40_075_017;
/** Margin of the counted grid around the view, as a fraction of its size. */
const margin = 0.2;

/**
 * The coverage: the number of images of each grid cell, counted by a worker and shown in a layer. It counts only
 * while the layer is on, and again whenever the view has changed.
 */
export class Coverage {
  readonly layer = new CoverageLayer();
  readonly #events: CoverageEvents;
  #worker: Worker | null = null;
  #ticket = 0;
  #url: string | null = null;
  #images: number | null = null;
  #view: { readonly box: BoundingBox; readonly view: MapView } | null = null;
  #counts: CoverageCounts | null = null;

  constructor(events: CoverageEvents) {
    this.#events = events;
  }

  /** Sets the URL of the footprints and loads them, also for the same URL; null turns it off. */
  load(url: string | null): void {
    this.#url = url;
    // Until the footprints are loaded the worker still has those of the former URL, which must not be counted as these.
    this.#images = null;
    this.#counts = null;
    if (url === null) {
      this.#stop();
      return;
    }
    this.#events.state({ state: 'loading' });
    this.#send({ kind: 'load', ticket: this.#nextTicket(), url });
  }

  /** Sets the visible box and view. */
  setView(box: BoundingBox | null, view: MapView): void {
    this.#view = box && { box, view };
    if (this.#url !== null && this.#images !== null) this.#count();
  }

  /** The count and the last image of the cell at a position; null outside of the counted grid. */
  at([longitude, latitude]: LonLat): { readonly count: number; readonly last: number | null } | null {
    if (!this.#counts) return null;
    const { grid, counts, last } = this.#counts;
    const row = Math.floor(rowOfLatitude(grid, latitude)) - grid.firstRow;
    const worldColumn = Math.floor(columnOfLongitude(grid, longitude));
    const column =
      (((worldColumn - grid.firstColumn) % grid.worldColumns) + grid.worldColumns) % grid.worldColumns;
    if (row < 0 || row >= grid.rows || column >= grid.columns) return null;
    const time = last[row * grid.columns + column] as number;
    return { count: counts[row * grid.columns + column] as number, last: Number.isNaN(time) ? null : time };
  }

  dispose(): void {
    this.#worker?.terminate();
    this.layer.dispose();
  }

  #nextTicket(): number {
    this.#ticket += 1;
    return this.#ticket;
  }

  #stop(): void {
    this.#nextTicket();
    // Frees the footprints; the next start loads them again.
    this.#worker?.terminate();
    this.#worker = null;
    this.layer.show(null);
    this.#events.state({ state: 'off' });
  }

  #count(): void {
    if (!this.#view) return;
    this.#send({
      kind: 'count',
      ticket: this.#nextTicket(),
      grid: coverageGridOf(this.#view.box, this.#view.view),
    });
  }

  #send(request: CoverageRequest): void {
    this.#worker ??= this.#startWorker();
    this.#worker.postMessage(request);
  }

  #startWorker(): Worker {
    const worker = new Worker(new URL('./coverage-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<CoverageResponse>) => this.#handle(data);
    worker.onerror = ({ message }) =>
      this.#events.state({ state: 'failed', message: unexpectedError, details: message });
    return worker;
  }

  #handle(response: CoverageResponse): void {
    if (response.ticket !== this.#ticket) return;
    switch (response.kind) {
      case 'loaded':
        this.#images = response.images;
        this.#count();
        return;
      case 'progress':
        this.#events.state({ state: 'counting', done: response.done, images: response.images });
        return;
      case 'failed':
        this.#counts = null;
        this.layer.show(null);
        this.#events.state({ state: 'failed', message: response.message, details: response.details });
        return;
      case 'counted': {
        const { counts } = response;
        this.#counts = counts;
        this.layer.show(counts);
        const latitude = ((this.#view?.view.center[1] ?? 0) * Math.PI) / 180;
        this.#events.state({
          state: 'shown',
          images: this.#images ?? 0,
          highestCount: counts.max,
          cellMetres: (equatorMetres / counts.grid.worldColumns) * Math.cos(latitude),
        });
      }
    }
  }
}

/**
 * A grid over the view and its margin, with cells about four pixels wide that are aligned to the world, not to the
 * view.
 */
export function coverageGridOf(
  [west, south, east, north]: BoundingBox,
  { zoom }: Pick<MapView, 'zoom'>,
): CoverageGrid {
  const worldColumns = 2 ** (Math.min(20, Math.max(0, Math.round(zoom))) + 6);
  const world = { worldColumns };
  const left = columnOfLongitude(world, west);
  const right = columnOfLongitude(world, west > east ? east + 360 : east);
  const top = rowOfLatitude(world, north);
  const bottom = rowOfLatitude(world, south);
  const [aside, above] = [(right - left) * margin, (bottom - top) * margin];
  const firstColumn = Math.floor(left - aside);
  const firstRow = Math.max(0, Math.floor(top - above));
  return {
    worldColumns,
    firstColumn,
    firstRow,
    // A width of more than one world would only count positions twice.
    columns: Math.min(worldColumns, Math.ceil(right + aside) - firstColumn),
    rows: Math.max(1, Math.min(worldColumns, Math.ceil(bottom + above)) - firstRow),
  };
}
