import { createEvents } from '../../electron/core/base/events.ts';
import { createReviews } from '../../electron/core/review/create-reviews.ts';
import type { Settings } from '../../electron/core/settings/settings.ts';
import { firstSettings } from '../../electron/core/settings/settings.ts';
import type { Workspace } from '../../electron/core/workspace/open/workspace.ts';
import { createRunTool } from '../../electron/core/workspace-tools/run-tool.ts';
import type { AppEvent } from '../../shared/events/app-event.ts';
import { type Result, succeed } from '../../shared/result.ts';
import { coreWorkers } from './core-workers.ts';
import { buildProfile } from './service-access.ts';

/** The reviews of a workspace, signed by an account, with the events that they publish. */
export function reviewsOf(
  workspace: Workspace | undefined,
  username: string | undefined = 'anna@example.org',
) {
  const events = createEvents();
  const published: AppEvent[] = [];
  events.listen(({ event }) => published.push(event));
  let settings: Settings = firstSettings;
  const reviews = createReviews({
    workspace: () => workspace,
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
  return { reviews, published };
}
