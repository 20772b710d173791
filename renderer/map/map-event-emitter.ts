import type { MapEvents } from './map-types.ts';

/** The listeners of the map, and the way to tell them. */
export class MapEventHub {
  readonly #listeners = new Set<Partial<MapEvents>>();

  /** Adds listeners; the answer removes them. */
  add(events: Partial<MapEvents>): () => void {
    // A copy, so that the same object can be added and removed twice.
    const own = { ...events };
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  emit<Name extends keyof MapEvents>(name: Name, ...values: Parameters<MapEvents[Name]>): void {
    for (const listener of [...this.#listeners]) {
      const handler = listener[name] as ((...values: Parameters<MapEvents[Name]>) => void) | undefined;
      handler?.(...values);
    }
  }
}
