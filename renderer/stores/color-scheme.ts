import type { StoreApi } from 'zustand/vanilla';
import type { ColorScheme } from '../ui/design-tokens.ts';
import type { SettingsStore } from './settings-store.ts';

type Settings = Pick<StoreApi<SettingsStore>, 'getState' | 'subscribe'>;

const systemPrefersLight = () => globalThis.matchMedia?.('(prefers-color-scheme: light)');

/** The color scheme that the theme in the settings means on this computer now. */
export function colorSchemeOf({ theme }: Pick<SettingsStore, 'theme'>): ColorScheme {
  if (theme !== 'system') return theme;
  return systemPrefersLight()?.matches ? 'light' : 'dark';
}

/** Calls `apply` with the color scheme, now and whenever the theme or that of the system changes. Returns a stop function. */
export function watchColorScheme(settings: Settings, apply: (scheme: ColorScheme) => void): () => void {
  let last = colorSchemeOf(settings.getState());
  apply(last);
  const update = () => {
    const next = colorSchemeOf(settings.getState());
    if (next === last) return;
    last = next;
    apply(next);
  };
  const query = systemPrefersLight();
  query?.addEventListener('change', update);
  const stop = settings.subscribe(update);
  return () => {
    stop();
    query?.removeEventListener('change', update);
  };
}
