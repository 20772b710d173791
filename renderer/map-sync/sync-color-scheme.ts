import { watchColorScheme } from '../stores/color-scheme.ts';
import type { MapApp } from './map-app.ts';

/** Syncs the color scheme of the page to the map. */
export function syncColorScheme({ stores, engine }: Pick<MapApp, 'stores' | 'engine'>): () => void {
  return watchColorScheme(stores.settings, (scheme) => engine.setColorScheme(scheme));
}
