import type { BoundingBox } from '../../../shared/geo/geometry.ts';
import {
  levelAtZoom,
  type TileGrid,
  type TilePlace,
  tilesTouching,
} from '../../../shared/map-sources/tile-grid.ts';
import { type SourceStatus, soundSource } from '../../stores/sources-store.ts';
import { fetchTile, type TileAnswer } from './fetch-tile.ts';

/** While a server cannot be reached, what is in view is asked for again so often. */
const retryEveryMs = 20_000;

/** More tiles than this are not remembered while they are out of view. */
const mostRemembered = 5_000;

type Met = {
  readonly place: TilePlace;
  readonly kind: TileAnswer['kind'];
  readonly again: () => void;
};

/** What came of the tiles of a source that were asked for, of which only those in view count. */
export class MissingTiles {
  readonly #grid: TileGrid;
  readonly #tell: (status: SourceStatus) => void;
  readonly #met = new Map<string, Met>();
  #box: BoundingBox | null = null;
  #level = 0;
  #reason: string | null = null;
  #told: SourceStatus = soundSource;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #retriedAt = Number.NEGATIVE_INFINITY;

  constructor(grid: TileGrid, tell: (status: SourceStatus) => void) {
    this.#grid = grid;
    this.#tell = tell;
  }

  /** Fetches a tile and notes what came of it; `again` asks for it once more. */
  async fetch(url: string, place: TilePlace, again: () => void): Promise<TileAnswer> {
    this.#level = place.z;
    const answer = await fetchTile(url);
    const key = `${place.z}/${place.x}/${place.y}`;
    this.#met.set(key, { place, kind: answer.kind, again });
    if ('reason' in answer) this.#reason = answer.reason;
    // The server answers again: so it will for the others.
    if (answer.kind === 'tile' && answer.source === 'network') this.#retryInTurn();
    this.#update();
    return answer;
  }

  /** Tells what is seen, and how near. Tiles that are still in memory are not asked for again, so those do not tell. */
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
    this.#met.clear();
  }

  /** A tile that can never be had must not make the others be asked for again and again. */
  #retryInTurn(): void {
    if (performance.now() - this.#retriedAt < retryEveryMs) return;
    this.#retriedAt = performance.now();
    this.#retry('offline');
  }

  #retry(kind: 'offline' | 'failed'): void {
    for (const [key, met] of [...this.#met]) {
      if (met.kind !== kind || !this.#isSeen(met.place)) continue;
      this.#met.delete(key);
      met.again();
    }
  }

  #isSeen({ z, x, y }: TilePlace): boolean {
    if (z !== this.#level || !this.#box) return false;
    return tilesTouching(this.#grid, z, this.#box).some(
      ({ fromX, toX, fromY, toY }) => x >= fromX && x <= toX && y >= fromY && y <= toY,
    );
  }

  /** Tiles come in swarms; what is told of them comes once. */
  #update(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const counts = { tile: 0, none: 0, offline: 0, failed: 0 };
      const isFull = this.#met.size > mostRemembered;
      for (const [key, { place, kind }] of [...this.#met]) {
        if (this.#isSeen(place)) counts[kind] += 1;
        else if (isFull) this.#met.delete(key);
      }
      const { offline, failed } = counts;
      const isSound = offline + failed === 0;
      const isEmpty = isSound && counts.none > 0 && counts.tile === 0;
      const status: SourceStatus = isSound
        ? { ...soundSource, isEmpty }
        : { ...soundSource, offline, failed, reason: this.#reason };
      clearTimeout(this.#retryTimer);
      if (counts.offline > 0) this.#retryTimer = setTimeout(() => this.#retryInTurn(), retryEveryMs);
      if (JSON.stringify(status) === JSON.stringify(this.#told)) return;
      this.#told = status;
      this.#tell(status);
    }, 150);
  }
}
