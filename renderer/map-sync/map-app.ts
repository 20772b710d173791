import type { App } from '../context/app-context.tsx';

/** The parts of the app that the map is synced with. */
export type MapApp = Pick<App, 'api' | 'commands' | 'engine' | 'queryClient' | 'stores'>;
