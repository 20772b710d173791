import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { isActive } from '../../shared/jobs/job.ts';
import { demoProfileId, type Profile } from '../../shared/settings/profile.ts';
import { createBookmarks } from './bookmarks/create-bookmarks.ts';
import { createChipCache } from './chips/chip-cache.ts';
import { createChips } from './chips/create-chips.ts';
import { createChipsAhead } from './chips/create-chips-ahead.ts';
import { offerChips } from './chips/offer-chips.ts';
import type { Core } from './core.ts';
import { createAreas } from './create-areas.ts';
import { createJobs } from './create-jobs.ts';
import { demoCredentials } from './demo-service/demo-credentials.ts';
import type { DemoService } from './demo-service/demo-service.ts';
import { type DemoServiceThreadOptions, startDemoServiceThread } from './demo-service/demo-service-thread.ts';
import { createEvents } from './events.ts';
import { createExports } from './exchange/create-exports.ts';
import { createExportChips } from './exchange/export-chips.ts';
import { createPackages } from './exchange/package/create-packages.ts';
import { createJobRegistry, type JobRegistry } from './job-registry.ts';
import { createMapSources } from './map-sources/create-map-sources.ts';
import { createDrafts } from './orders/create-drafts.ts';
import { createOrders } from './orders/create-orders.ts';
import { createOrderFollow } from './orders-follow/create-order-follow.ts';
import { createReviews } from './review/create-reviews.ts';
import { createSearches } from './searches/create-searches.ts';
import { createServiceClient } from './service/create-service-client.ts';
import { createHttp } from './service/http.ts';
import { createLogIn } from './service/login.ts';
import { createAccountWorkspace } from './session/account-workspace.ts';
import { createSession } from './session/create-session.ts';
import type { Keychain } from './session/keychain.ts';
import { createWorkspaceChoice } from './session/workspace-choice.ts';
import { lockDataDir } from './settings/lock-data-dir.ts';
import { openSettingsFile } from './settings/settings-file.ts';
import { createFetches } from './sync/create-fetches.ts';
import { createOrderWatcher } from './sync/order-watcher.ts';
import { openWorkspace } from './workspace/open-workspace.ts';
import { watchEdits } from './workspace/watch-edits.ts';
import { createWorkspaceTools } from './workspace-tools/create-workspace-tools.ts';
import { removeLeftWorkspaceParts } from './workspace-tools/part-name.ts';
import { createRunTool } from './workspace-tools/run-tool.ts';

export type CoreOptions = {
  /** Where everything lies that outlives the process. Made when it is not there. */
  readonly dataDir: string;
  readonly keychain: Keychain;
  readonly workers: {
    readonly workspace: URL;
    readonly exporting: URL;
    readonly workspaceTools: URL;
    readonly demoService: URL;
  };
  /** How the demo service runs; false: not at all. */
  readonly demo?: Omit<DemoServiceThreadOptions, 'stateFile'> | false;
  /** Told of what went wrong without anybody waiting for it. */
  readonly onProblem: (error: unknown, where: string) => void;
};

/**
 * Starts the whole application without a host: the demo service, the session with its kept token, and the workspace
 * of the last account. Throws `DataDirInUse` when another process works in the data folder.
 */
export async function createCore(options: CoreOptions): Promise<Core> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const unlock = lockDataDir(options.dataDir);
  try {
    return await assemble(options, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function assemble(options: CoreOptions, unlock: () => void): Promise<Core> {
  const { dataDir, keychain, workers, onProblem } = options;
  const settings = await openSettingsFile(path.join(dataDir, 'settings.json'));
  const demo = await startDemo(options);
  const events = createEvents();
  const registry = createJobRegistry(events);

  const workspacesFolder = path.join(dataDir, 'workspaces');
  await removeLeftWorkspaceParts(workspacesFolder);
  const choice = createWorkspaceChoice(workspacesFolder, settings);
  const account = createAccountWorkspace({
    folder: workspacesFolder,
    choice,
    openFile: (file) => openWorkspace({ path: file, workerUrl: workers.workspace }),
    async entering(workspace) {
      await orders.adopt(workspace);
      await orderFollow.adopt(workspace);
      await fetches.adopt(workspace);
      await chipsAhead.adopt(workspace);
    },
    async leaving() {
      await Promise.all([
        fetches.interruptAll(),
        chipsAhead.interruptAll(),
        cancelAll(registry),
        within(orderWaitMs, orders.settled()),
      ]);
      for (const { id } of registry.list()) registry.remove(id);
    },
    onProblem,
  });
  const session = createSession({
    keychain,
    settings,
    logIn: createLogIn(createHttp({ idleMs: 30_000, totalMs: 60_000 })),
    demo: demo.profile,
    demoProblem: demo.problem,
    async openWorkspace(next) {
      const before = account.current();
      const status = await account.open(next);
      if (account.current() !== before) events.publish({ type: 'changed', what: 'workspace' });
      return status;
    },
    events,
  });
  const runTool = createRunTool(workers.workspaceTools);
  const tools = createWorkspaceTools({
    folder: workspacesFolder,
    account,
    session,
    registry,
    events,
    runTool,
  });
  const { access } = session;
  const client = createServiceClient(access);
  const parts = { client, access, registry, workspace: account.current, events, onProblem };
  const orders = createOrders(parts);
  const orderFollow = createOrderFollow({ ...parts, orders });
  const fetches = createFetches(parts);
  const jobs = createJobs(registry);
  const searches = createSearches({ ...parts, session, fetches, jobs, brand: () => access.profile().brand });
  const cache = createChipCache(path.join(dataDir, 'chips'), { limit: settings.current().chipCacheLimit });
  const chips = createChips({ ...parts, cache });
  const chipsAhead = createChipsAhead({ ...parts, chips, cache });
  const mapSources = createMapSources({
    ...parts,
    dataDir,
    settings,
    http: createHttp({
      connectMs: 8_000,
      idleMs: 20_000,
      totalMs: 60_000,
      plainHttp: 'anywhere',
      addressIn: 'the source',
    }),
  });
  const watcher = createOrderWatcher({ session, pull: orders.pull, onProblem });
  const stopWatchingEdits = watchEdits(parts);
  await session.start();

  let closing: Promise<void> | undefined;
  const close = async () => {
    const step = (where: string, work: Promise<unknown>) => work.catch((error) => onProblem(error, where));
    stopWatchingEdits();
    await step('stopping the order watcher', watcher.close());
    await step('ending the follow-up of orders', orderFollow.close());
    await step('ending the schedules of saved searches', searches.close());
    await step('closing the session', session.close());
    await step('closing the workspace', account.open(undefined));
    await step('ending work on workspace files', tools.settled());
    await step('closing the chip cache', chips.close());
    await step('closing the map sources', mapSources.close());
    await step('ending the demo service', demo.service?.close() ?? Promise.resolve());
    unlock();
  };
  return {
    session,
    events,
    areas: createAreas(account.current, events),
    bookmarks: createBookmarks(account.current, events),
    orders: {
      ...orders,
      submit: (order) => orders.submit(order).finally(watcher.nudge),
      resend: (submissionId) => orders.resend(submissionId).finally(watcher.nudge),
    },
    drafts: createDrafts(account.current, events),
    orderFollow,
    fetches,
    searches,
    reviews: createReviews({ workspace: account.current, events, session, settings, runTool }),
    jobs,
    chips: offerChips(chips, cache, settings, events),
    chipsAhead,
    exports: createExports({
      ...parts,
      workerUrl: workers.exporting,
      chips: createExportChips({ cacheFolder: path.join(dataDir, 'chips'), access, chips, cache }),
    }),
    workspaceTools: tools,
    mapSources,
    packages: createPackages({
      ...parts,
      session,
      tools,
      runTool,
      cache,
      cacheFolder: path.join(dataDir, 'chips'),
    }),
    workspace: account.current,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

type Demo = {
  readonly profile: Profile;
  readonly service?: DemoService;
  /** Why the service does not run. */
  readonly problem?: string;
};

/** The built-in profile, with the addresses of the demo service if that could be started. */
async function startDemo({ dataDir, workers, demo = {}, onProblem }: CoreOptions): Promise<Demo> {
  const profile: Profile = {
    id: demoProfileId,
    kind: 'demo',
    name: 'Demo service',
    baseUrl: '',
    imageBaseUrl: '',
    brand: (demo === false ? undefined : demo.brand) ?? 'svc',
    bracedQueryBody: false,
    sendTokenToImages: false,
    demoCredentials,
  };
  if (demo === false) return { profile, problem: 'The demo service is switched off.' };
  try {
    const stateFile = path.join(dataDir, 'demo-service.json');
    const service = await startDemoServiceThread(workers.demoService, { ...demo, stateFile }, (error) =>
      onProblem(error, 'the demo service has ended'),
    );
    const { baseUrl, imageBaseUrl } = service;
    return { profile: { ...profile, baseUrl, imageBaseUrl }, service };
  } catch (error) {
    onProblem(error, 'starting the demo service');
    const reason = error instanceof Error ? error.message : String(error);
    return { profile, problem: `The demo service could not be started: ${reason}` };
  }
}

/** How long a workspace that is left waits for the answer to an order; later, its outcome counts as unknown. */
const orderWaitMs = 3_000;

async function cancelAll(registry: JobRegistry): Promise<void> {
  const active = registry.list().filter((job) => job.kind !== 'fetch' && isActive(job));
  await Promise.all(active.map(({ id }) => registry.control(id)?.cancel()));
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
