import { appRouter } from '../../electron/api/router.ts';
import { createEvents } from '../../electron/core/base/events.ts';
import type { Core } from '../../electron/core/core.ts';
import type { Workspace } from '../../electron/core/workspace/open/workspace.ts';
import type { HostServices } from '../../electron/host-services.ts';
import type { AppEvent } from '../../shared/events/app-event.ts';
import { stubCore, stubHost } from './stub-core.ts';

/** The procedures of a core. */
export function apiOfCore(core: Core) {
  return appRouter.createCaller({ core, host: stubHost });
}

/** Procedures over a workspace, with the events that they publish; of the core only `parts` are there. */
export function apiOf(
  workspace: Workspace | undefined,
  { host = stubHost, ...parts }: Partial<Core> & { readonly host?: HostServices } = {},
) {
  const { events = createEvents() } = parts;
  const published: AppEvent[] = [];
  events.listen(({ event }) => published.push(event));
  const core = stubCore({ workspace: () => workspace, ...parts, events });
  return { api: appRouter.createCaller({ core, host }), published };
}
