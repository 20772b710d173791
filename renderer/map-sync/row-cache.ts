import type { DetectionRow } from '../../shared/results/detection.ts';
import type { MapApp } from './map-app.ts';

/** Rows of detections that the map shows, until they are cleared. */
export class RowCache {
  readonly #api: MapApp['api'];
  #rows = new Map<number, DetectionRow>();

  constructor(api: MapApp['api']) {
    this.#api = api;
  }

  get(id: number): DetectionRow | undefined {
    return this.#rows.get(id);
  }

  hasAll(ids: readonly number[]): boolean {
    return ids.every((id) => this.#rows.has(id));
  }

  /** Loads the missing rows of up to 1,000 detections; those that cannot be loaded stay missing. */
  async load(ids: readonly number[]): Promise<void> {
    const rows = this.#rows;
    const missing = ids.filter((id) => !rows.has(id));
    if (missing.length === 0) return;
    const result = await this.#api.results.detections.query(missing);
    if (result.ok) for (const row of result.value) rows.set(row.id, row);
  }

  clear(): void {
    this.#rows = new Map();
  }
}
