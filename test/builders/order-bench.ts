import { createEvents } from '../../electron/core/events.ts';
import { createOrders } from '../../electron/core/orders/create-orders.ts';
import { createServiceClient } from '../../electron/core/service/create-service-client.ts';
import type { AppEvent } from '../../shared/events/app-event.ts';
import type { Result } from '../../shared/result.ts';
import { buildProfile, buildServiceAccess } from './service-access.ts';
import type { ServiceServer } from './service-server.ts';
import { openTestWorkspace } from './workspace-builder.ts';

/** The core's orders on a workspace of their own, talking to `service`. */
export async function startOrders(service: ServiceServer) {
  const workspace = await openTestWorkspace();
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
  return { workspace, orders, access, published, problems };
}

/** The value of a result that must be one. */
export function valued<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.message}`);
  return result.value;
}
