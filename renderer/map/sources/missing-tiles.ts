import type { BoundingBox } from '../../../shared/geo/geometry.ts';
import { levelAtZoom, type TileCoordinates, type TileGrid } from '../../../shared/map-sources/tile-grid.ts';
import { tileRangesIn } from '../../../shared/map-sources/tile-ranges.ts';
import { healthyStatus, type SourceStatus } from './source-status.ts';

/** Retry interval for tiles in view while a server cannot be reached. */
const retryIntervalMs = 20_000;

/** Above this number, tiles out of view are forgotten. */
const maxRemembered = 5_000;

type TileOutcome = {
  readonly position: TileCoordinates;
  readonly kind: TileResponse['kind'];
  readonly refetch: () => void;
};

/** Records the outcome of each requested tile of a source, and reports the status of those in view. */
export class MissingTiles {
  readonly #grid: TileGrid;
  readonly #report: (status: SourceStatus) => void;
  readonly #outcomes = new Map<string, TileOutcome>();
  #box: BoundingBox | null = null;
  #level = 0;
  #reason: string | null = null;
  #details: string | undefined;
  #reported: SourceStatus = healthyStatus;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #retriedAt = Number.NEGATIVE_INFINITY;

  constructor(grid: TileGrid, report: (status: SourceStatus) => void) {
    this.#grid = grid;
    this.#report = report;
  }

  /** Fetches a tile and stores its outcome; `refetch` requests it again. */
  async fetch(url: string, position: TileCoordinates, refetch: () => void): Promise<TileResponse> {
    this.#level = position.z;
    const response = await fetchTile(url);
    const key = `${position.z}/${position.x}/${position.y}`;
    this.#outcomes.set(key, { position, kind: response.kind, refetch });
    if ('reason' in response) {
      this.#reason = response.reason;
      this.#details = response.details;
    }
    // The server responds again, so the other tiles are retried, too.
    if (response.kind === 'tile' && response.source === 'network') this.#retryThrottled();
    this.#update();
    return response;
  }

  /**
   * Sets the visible box and the zoom. They cannot be derived from tile requests, because cached tiles are not
   * requested again.
   */
  setView(box: BoundingBox | null, zoom: number): void {
    this.#box = box;
    this.#level = levelAtZoom(this.#grid, zoom);
    this.#update();
  }

  retry(): void {
    this.#retry('offline');
    this.#retry('failed');
  }

  dispose(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#retryTimer);
    this.#outcomes.clear();
  }

  /** Limits retries: a tile that always fails must not cause endless retries of the others. */
  #retryThrottled(): void {
    if (performance.now() - this.#retriedAt < retryIntervalMs) return;
    this.#retriedAt = performance.now();
    this.#retry('offline');
  }

  #retry(kind: 'offline' | 'failed'): void {
    for (const [key, outcome] of [...this.#outcomes]) {
      if (outcome.kind !== kind || !this.#isInView(outcome.position)) continue;
      this.#outcomes.delete(key);
      outcome.refetch();
    }
  }

  #isInView({ z, x, y }: TileCoordinates): boolean {
    if (z !== this.#level || !this.#box) return false;
    return tileRangesIn(this.#grid, z, this.#box).some(
      ({ fromX, toX, fromY, toY }) => x >= fromX && x <= toX && y >= fromY && y <= toY,
    );
  }

  /** Updates the status, once for several tiles. */
  #update(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const counts = { tile: 0, none: 0, offline: 0, failed: 0 };
      const isFull = this.#outcomes.size > maxRemembered;
      for (const [key, { position, kind }] of [...this.#outcomes]) {
        if (this.#isInView(position)) counts[kind] += 1;
        else if (isFull) this.#outcomes.delete(key);
      }
      const { offline, failed } = counts;
      const isSound = offline + failed === 0;
      const isEmpty = isSound && counts.none > 0 && counts.tile === 0;
      const status: SourceStatus = isSound
        ? { ...healthyStatus, isEmpty }
        : { ...healthyStatus, offline, failed, reason: this.#reason, details: this.#details };
      clearTimeout(this.#retryTimer);
      if (counts.offline > 0) this.#retryTimer = setTimeout(() => this.#retryThrottled(), retryIntervalMs);
      if (JSON.stringify(status) === JSON.stringify(this.#reported)) return;
      this.#reported = status;
      this.#report(status);
    }, 150);
  }
}

/** The result of fetching a tile: the tile, or the reason why there is none; see `electron/app-handler.ts`. */
type TileResponse =
  | { readonly kind: 'tile'; readonly blob: Blob; readonly source: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'offline' | 'failed'; readonly reason: string; readonly details?: string | undefined };

/** Fetches a tile from the main process. */
async function fetchTile(url: string): Promise<TileResponse> {
  try {
    const response = await fetch(url);
    if (response.status === 204) return { kind: 'none' };
    if (response.ok) {
      const source = response.headers.get('x-tile-source') ?? '';
      return { kind: 'tile', blob: await response.blob(), source };
    }
    const refusal: unknown = await response.json();
    const { reason, details } = (refusal ?? {}) as { readonly reason?: unknown; readonly details?: unknown };
    return {
      kind: response.status === 503 ? 'offline' : 'failed',
      reason: typeof reason === 'string' ? reason : `Sightline responded with status ${response.status}.`,
      details: typeof details === 'string' ? details : undefined,
    };
  } catch {
    return { kind: 'failed', reason: 'The page has lost its link to Sightline.' };
  }
}
