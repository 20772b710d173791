import type { Area } from '../../shared/areas/area.ts';
import type { App } from '../app/app-context.tsx';

/** What work on orders needs of the app. */
export type OrderWork = Pick<App, 'api' | 'stores'>;

/** The areas of the workspace as the page holds them. */
export function listedAreas({ stores }: OrderWork): readonly Area[] {
  const { areas } = stores.workspace.getState();
  return areas.state === 'ready' ? areas.value : [];
}
