import type { MapEvents } from './map-types.ts';

/** Stores the listeners of the map's events and calls them. */
export class MapEventEmitter {
  readonly #listeners = new Set<Partial<MapEvents>>();

  /** Adds listeners. Returns a function that removes them. */
  add(events: Partial<MapEvents>): () => void {
    // A copy, so that the same object can be added and removed twice.
    const listeners = { ...events };
    this.#listeners.add(listeners);
    return () => this.#listeners.delete(listeners);
  }

  emit<Name extends keyof MapEvents>(name: Name, ...values: Parameters<MapEvents[Name]>): void {
    for (const listener of [...this.#listeners]) {
      const handler = listener[name] as ((...values: Parameters<MapEvents[Name]>) => void) | undefined;
      handler?.(...values);
    }
  }
}
