import { createEvents } from '../../electron/core/base/events.ts';
import { createOrders } from '../../electron/core/orders/orders.ts';
import { createServiceClient } from '../../electron/core/service/service-client.ts';
import type { Workspace } from '../../electron/core/workspace/open/workspace.ts';
import type { AppEvent } from '../../shared/events/app-event.ts';
import type { Result } from '../../shared/result.ts';
import { buildProfile, buildServiceAccess } from './service-access.ts';
import type { ServiceServer } from './service-server.ts';
import { openTestWorkspace } from './workspace-builder.ts';

/** The core's orders on `file`, by default a new workspace, connected to `service`. */
export async function startOrders(service: ServiceServer, file?: Workspace) {
  const workspace = file ?? (await openTestWorkspace());
  const events = createEvents();
  const published: AppEvent[] = [];
  events.listen(({ event }) => published.push(event));
  const access = buildServiceAccess(buildProfile(service.url));
  const problems: unknown[] = [];
  const orders = createOrders({
    client: createServiceClient(access, { retry: { wait: async () => {} } }),
    workspace: () => workspace,
    events,
    onProblem: (error) => problems.push(error),
  });
  await orders.onWorkspaceOpened(workspace);
  return { workspace, orders, access, published, problems };
}

/** The value of a result that must be successful. */
export function valued<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.message}`);
  return result.value;
}
