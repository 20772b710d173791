import { ask } from '../../api/ask.ts';
import type { App } from '../../app/app-context.tsx';
import { zoomToArea } from '../../commands/area-commands.ts';
import { goToPosition, openBookmark } from '../../commands/place-work.ts';
import { lookAtRecord } from '../../commands/record-commands.ts';
import type { GoToTarget } from './use-go-to-matches.ts';

/** Goes there. Answers why it could not. */
export async function goToTarget(app: App, target: GoToTarget): Promise<string | null> {
  const { api, engine, stores } = app;
  switch (target.kind) {
    case 'position':
      goToPosition(app, target.position);
      return null;
    case 'place':
      goToPosition(app, target.position, target.label, target.zoom);
      return null;
    case 'bookmark':
      openBookmark(app, target.bookmark);
      return null;
    case 'area':
      stores.ui.getState().selectArea(target.area.id);
      zoomToArea(app, target.area);
      return null;
    case 'record':
      await lookAtRecord(app, target.row);
      return null;
    case 'detection': {
      const result = await ask(() => api.results.detail.query(target.id));
      if (!result.ok) return result.failure.message;
      if (!result.value) return `There is no detection ${target.id} in this workspace.`;
      const { longitude, latitude } = result.value.detection;
      engine.zoomToPosition([longitude, latitude]);
      stores.results.getState().focus(target.id);
      return null;
    }
  }
}
