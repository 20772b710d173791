import type { App } from '../../context/app-context.tsx';

/** The parts of the app that commands about orders use. */
export type OrderCommandContext = Pick<App, 'api' | 'queries' | 'queryClient' | 'stores'>;
