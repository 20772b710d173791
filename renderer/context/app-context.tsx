import { createContext, use } from 'react';
import type { Api } from '../api/client.ts';
import type { Commands } from '../commands/commands.ts';
import type { ChipShelves } from '../components/chip/chip-shelves.ts';
import type { MapEngine } from '../map/map-engine.ts';
import type { Stores } from '../stores/stores.ts';

/** What every panel can reach. Made once by the composition root (`main.tsx`). */
export type App = {
  readonly api: Api;
  readonly stores: Stores;
  readonly engine: MapEngine;
  readonly commands: Commands;
  readonly chips: ChipShelves;
};

export const AppContext = createContext<App | null>(null);

/** The app around this component. Throws outside of `AppContext`. */
export function useApp(): App {
  const app = use(AppContext);
  if (!app) throw new Error('useApp needs an AppContext around it.');
  return app;
}
