import type { App } from '../context/app-context.tsx';

/** The members of `App` that the map is synced with. */
export type MapApp = Pick<App, 'api' | 'queries' | 'commands' | 'engine' | 'queryClient' | 'stores'>;
