import type { Area } from '../../shared/areas/area.ts';
import type { App } from '../app/app-context.tsx';

/** What work on areas needs of the app. */
export type AreaWork = Pick<App, 'api' | 'stores'>;

/** The areas as the page has them; none while there is no workspace. */
export function listedAreas(app: Pick<App, 'stores'>): readonly Area[] {
  const { areas } = app.stores.workspace.getState();
  return areas.state === 'ready' ? areas.value : [];
}

/** The area with an id, if there is one. */
export function findArea(app: Pick<App, 'stores'>, id: string): Area | undefined {
  return listedAreas(app).find((area) => area.id === id);
}

/** The first of “Area 1”, “Area 2”, … that no area has. */
export function nextAreaName(areas: readonly Area[]): string {
  const names = new Set(areas.map(({ name }) => name));
  let number = 1;
  while (names.has(`Area ${number}`)) number += 1;
  return `Area ${number}`;
}
