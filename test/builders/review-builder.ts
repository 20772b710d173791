import { createEvents } from '../../electron/core/base/events.ts';
import type { ChosenFile } from '../../electron/core/base/file-ids.ts';
import { createReviews } from '../../electron/core/review/create-reviews.ts';
import { type AppSettings, firstSettings } from '../../electron/core/settings/settings.ts';
import type { Workspace } from '../../electron/core/workspace/open/workspace.ts';
import { createRunTool } from '../../electron/core/workspace-tools/run-tool.ts';
import { type Result, succeed } from '../../shared/result.ts';
import { apiOf } from './api-of.ts';
import { coreWorkers } from './core-workers.ts';
import { buildProfile } from './service-access.ts';
import { stubHost } from './stub-core.ts';

/** The procedures of reviews of a workspace, signed by an account, with the events that they publish. */
export function reviewsOf(
  workspace: Workspace | undefined,
  username: string | undefined = 'anna@example.org',
) {
  const events = createEvents();
  let settings: AppSettings = firstSettings;
  const core = createReviews({
    events,
    session: {
      state: () => ({
        profile: buildProfile('http://127.0.0.1:1'),
        status: 'signed-out',
        ...(username === undefined ? {} : { username }),
        tokenStorage: 'none',
        connection: 'unknown',
        workspace: 'open',
      }),
    },
    runTool: createRunTool(coreWorkers.workspaceTools),
    settings: {
      current: () => settings,
      async change(change): Promise<Result<void>> {
        settings = change(settings);
        return succeed(undefined);
      },
    },
  });
  const { api, published } = apiOf(workspace, { events, reviews: core });
  const exportTo = (path: string) =>
    apiOf(workspace, {
      reviews: core,
      host: { ...stubHost, chooseSaveTarget: async () => ({ path }) },
    }).api.reviews.exportUnattached();
  const opened = () => {
    if (!workspace) throw new Error('No workspace is open.');
    return workspace;
  };
  const reviews = {
    ...core,
    set: api.reviews.set,
    undo: (batch: string) => api.reviews.undo({ batch }),
    unattached: api.reviews.unattached,
    attach: api.reviews.attach,
    detach: (detectionId: number) => api.reviews.detach({ detectionId }),
    reattach: api.reviews.reattach,
    writeUnattached: exportTo,
    detectionId: api.reviews.detectionId,
    history: (id: number) => api.reviews.history({ id }),
    batches: (limit: number) => api.reviews.batches({ limit }),
    previewMerge: (chosen: ChosenFile) => core.previewMerge(opened(), chosen),
    merge: api.reviews.merge,
  };
  return { reviews, published };
}
