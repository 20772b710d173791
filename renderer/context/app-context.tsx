import type { QueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { Api, Queries } from '../api/client.ts';
import type { MapEngine } from '../map/map-engine.ts';
import type { Stores } from '../stores/stores.ts';
import type { DecodedChipCache } from '../ui/chip/chip-cache.ts';
import type { Commands } from './commands.ts';

/** The objects that every panel can use. Created once by the composition root (`main.tsx`). */
export type App = {
  readonly api: Api;
  readonly queries: Queries;
  readonly queryClient: QueryClient;
  readonly stores: Stores;
  readonly engine: MapEngine;
  readonly commands: Commands;
  readonly chips: DecodedChipCache;
};

export const AppContext = createContext<App | null>(null);

/** The app around this component. Throws outside of `AppContext`. */
export function useApp(): App {
  const app = use(AppContext);
  if (!app) throw new Error('useApp needs an AppContext around it.');
  return app;
}
