import { type Failure, fail } from '../../../../shared/result.ts';
import { callApi } from '../../../api/call-api.ts';
import type { App } from '../../../context/app-context.tsx';
import { zoomToArea } from '../../../context/areas.ts';
import { goToPosition, openBookmark } from '../place-actions.ts';
import { texts } from '../texts.ts';
import type { GoToTarget } from './use-go-to-matches.ts';

/** Goes to the target. Returns the failure; null if there is none. */
export async function goToTarget(app: App, target: GoToTarget): Promise<Failure | null> {
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
      await app.commands.runWith('records.focus', { recordId: target.row.recordId });
      return null;
    case 'detection': {
      const result = await callApi(() => api.results.detail.query(target.id));
      if (!result.ok) return result.failure;
      if (!result.value) {
        return fail('not-found', texts.goTo.noDetection(target.id)).failure;
      }
      const { longitude, latitude } = result.value.detection;
      engine.zoomToPosition([longitude, latitude]);
      stores.results.getState().focus(target.id);
      return null;
    }
  }
}
