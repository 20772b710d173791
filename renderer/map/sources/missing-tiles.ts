import type { BoundingBox } from '../../../shared/geo/geometry.ts';
import { type TileGrid, type TilePlace, tilesTouching } from '../../../shared/map-sources/tile-grid.ts';
import { type SourceStatus, soundSource } from '../../stores/sources-store.ts';
import { fetchTile, type TileAnswer } from './fetch-tile.ts';

/** While a server cannot be reached, what is in view is asked for again so often. */
const retryEveryMs = 20_000;

/** Tiles of a source that could not be had, of which only those in view count. */
export class MissingTiles {
  readonly #grid: TileGrid;
  readonly #tell: (status: SourceStatus) => void;
  readonly #missing = new Map<string, { place: TilePlace; kind: 'offline' | 'failed'; again: () => void }>();
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
    if (answer.kind === 'offline' || answer.kind === 'failed') {
      this.#missing.set(key, { place, kind: answer.kind, again });
      this.#reason = answer.reason;
    } else {
      this.#missing.delete(key);
      // The server answers again: so it will for the others.
      if (answer.kind === 'tile' && answer.source === 'network') this.#retryInTurn();
    }
    this.#update();
    return answer;
  }

  setView(box: BoundingBox | null): void {
    this.#box = box;
    this.#update();
  }

  retry(): void {
    this.#retry('offline');
    this.#retry('failed');
  }

  dispose(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#retryTimer);
    this.#missing.clear();
  }

  /** A tile that can never be had must not make the others be asked for again and again. */
  #retryInTurn(): void {
    if (performance.now() - this.#retriedAt < retryEveryMs) return;
    this.#retriedAt = performance.now();
    this.#retry('offline');
  }

  #retry(kind: 'offline' | 'failed'): void {
    for (const [key, missing] of [...this.#missing]) {
      if (missing.kind !== kind || !this.#isSeen(missing.place)) continue;
      this.#missing.delete(key);
      missing.again();
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
      const counts = { offline: 0, failed: 0 };
      for (const { place, kind } of this.#missing.values()) if (this.#isSeen(place)) counts[kind] += 1;
      const isSound = counts.offline + counts.failed === 0;
      const status = isSound ? soundSource : { ...counts, reason: this.#reason, problem: null };
      clearTimeout(this.#retryTimer);
      if (counts.offline > 0) this.#retryTimer = setTimeout(() => this.#retryInTurn(), retryEveryMs);
      if (JSON.stringify(status) === JSON.stringify(this.#told)) return;
      this.#told = status;
      this.#tell(status);
    }, 150);
  }
}
