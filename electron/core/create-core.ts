import { withTimeout } from './base/with-timeout.ts';
import type { Core } from './core.ts';
import { type CoreBase, openCoreBase } from './core-base.ts';
import type { CoreOptions } from './core-options.ts';
import { createDomains, type Domains } from './create-domains.ts';
import { createHttp } from './service/http.ts';
import { createLogIn } from './service/login.ts';
import { hasSameOrigin } from './service/service-address.ts';
import { AccountWorkspace } from './session/account-workspace.ts';
import { Session } from './session/session.ts';
import { createWorkspaceChoice } from './session/workspace-choice.ts';
import { createDataDir, lockDataDir } from './settings/lock-data-dir.ts';
import { requireRTree } from './settings/require-rtree.ts';
import { openWorkspace } from './workspace/open/open-workspace.ts';
import { watchEdits } from './workspace/open/watch-edits.ts';
import type { Workspace } from './workspace/open/workspace.ts';
import { detectNetworkDrive } from './workspace/safety/network-drive.ts';
import { pageSumsFile } from './workspace/safety/page-sums.ts';

/**
 * Starts the application without a host: the session with its stored token, and the workspace of the last account.
 * Throws `DataDirInUse` when another process uses the data folder, `DataDirUnusable` when it cannot be
 * created or written.
 */
export async function createCore(options: CoreOptions): Promise<Core> {
  requireRTree();
  createDataDir(options.dataDir);
  const unlock = lockDataDir(options.dataDir);
  try {
    return await assemble(options, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function assemble(options: CoreOptions, unlock: () => void): Promise<Core> {
  const base = await openCoreBase(options, (url) =>
    hasSameOrigin(url, session.access.profile().baseUrl) ? session.access.token() : undefined,
  );
  const { settings, keychain, demo, network, events, jobs, toService } = base;
  const { onProblem } = options;
  const account = createAccount(options, base, () => domains);
  const session: Session = new Session({
    ...{ keychain, settings, demo, events, hostProblem: options.hostProblem },
    logIn: createLogIn(createHttp({ ...toService, idleMs: 30_000, totalMs: 60_000 })),
    async openWorkspace(next) {
      const before = account.current();
      const status = await account.open(next);
      if (account.current() !== before) events.publish({ type: 'changed', topic: 'workspace' });
      return status;
    },
  });
  const domains = createDomains({ options, base, account, session });
  const stopWatchingEdits = watchEdits({ workspace: account.current, events, onProblem });
  await session.start();
  void domains.updates.checkAtStart();

  const close = async () => {
    const step = (where: string, work: Promise<unknown>) => work.catch((error) => onProblem(error, where));
    stopWatchingEdits();
    await step('stopping the order watcher', domains.orderWatcher.close());
    await step('ending the follow-up of orders', domains.orderTracking.close());
    await step('ending the schedules of saved searches', domains.searches.close());
    await step('ending the watch', domains.watch.close());
    await step('ending the exchange with the team', domains.team.close());
    await step('ending the matching with AIS', domains.ais.close());
    await step('closing the session', session.close());
    await step('closing the workspace', account.open(undefined));
    await step('ending work on workspace files', domains.workspaceTools.settled());
    await step('closing the chip cache', domains.chips.close());
    await step('closing the map sources', domains.mapSources.close());
    await step('ending the demo service', demo.close());
    await base.removeIncoming();
    unlock();
  };
  let closing: Promise<void> | undefined;
  const { orders, orderWatcher } = domains;
  return {
    ...domains,
    ...{ session, events, jobs, network },
    orders: {
      ...orders,
      submit: (order) => orders.submit(order).finally(orderWatcher.checkSoon),
      resend: (submissionId) => orders.resend(submissionId).finally(orderWatcher.checkSoon),
    },
    workspace: account.current,
    workspaceStatus: () => account.status(),
    workspaceChecked: domains.damageCheck.settled,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** The workspace of the account, which the domains follow from the first opening on. */
function createAccount(
  { workers, findNetworkDrive = detectNetworkDrive, onProblem, fileResponseMs }: CoreOptions,
  { folders, settings, jobs }: CoreBase,
  getDomains: () => Domains,
): AccountWorkspace {
  return new AccountWorkspace({
    folder: folders.workspaces,
    choice: createWorkspaceChoice(folders.workspaces, settings),
    openFile: async (file, readOnly) =>
      openWorkspace({
        path: file,
        workerUrl: workers.workspace,
        // Its pages are not as they were when it was last closed, while another Sightline writes them.
        ...(readOnly === undefined ? { sumsFile: pageSumsFile(folders.workspaces, file) } : { readOnly }),
        networkDrive: await findNetworkDrive(file),
        fileResponseMs,
      }),
    async onOpened(workspace) {
      const domains = getDomains();
      await discardUnfinishedImports(workspace);
      await domains.orders.onWorkspaceOpened(workspace);
      await domains.orderTracking.onWorkspaceOpened(workspace);
      await domains.fetches.onWorkspaceOpened(workspace);
      await domains.chipPrefetch.onWorkspaceOpened(workspace);
      jobs.restoreInterrupted();
      domains.damageCheck.start(workspace);
      domains.safetyCopies.start(workspace);
    },
    async beforeClose() {
      const { team, damageCheck, watch, ais, orders, safetyCopies } = getDomains();
      try {
        await Promise.all([
          jobs.stopAll(),
          team.stop(),
          damageCheck.stop(),
          watch.stop(),
          ais.stop(),
          withTimeout(orderWaitMs, orders.settled(), undefined),
        ]);
        jobs.clear();
      } finally {
        await safetyCopies.finish();
      }
    },
    // Stops team writes: the copy that replaces the file would miss what they write from now on, or tear it.
    onFrozen: () => getDomains().team.stop(),
    onProblem,
  });
}

/** Removes what imports left that were killed. */
async function discardUnfinishedImports(workspace: Workspace): Promise<void> {
  if (workspace.readOnly !== undefined) return;
  await workspace.discardUnfinishedAis();
  await workspace.discardUnfinishedLayers();
}

/** Maximum time for which closing a workspace waits for the response to an order; after that its outcome is unknown. */
const orderWaitMs = 3_000;
