import type { App } from '../context/app-context.tsx';

/** The members of `App` that the map is synced with. */
export type MapApp = Pick<App, 'api' | 'commands' | 'engine' | 'queryClient' | 'stores'>;
