import path from 'node:path';
import type { Job } from '../../shared/jobs/job.ts';
import { createAis } from './ais/create-ais.ts';
import { createEvents, type Events } from './base/events.ts';
import { type Log, noLog } from './base/log-file.ts';
import { removeLeftoverParts } from './base/part-files.ts';
import { finishInterruptedPublishing, publishJournalFolder } from './base/publish-journal.ts';
import { withTimeout } from './base/with-timeout.ts';
import { createBookmarks } from './bookmarks/create-bookmarks.ts';
import { createChipCache } from './chips/chip-cache.ts';
import { createChipCalibrations } from './chips/chip-calibrations.ts';
import { createChips } from './chips/chips.ts';
import { createChipPrefetch } from './chips/create-chip-prefetch.ts';
import type { Core } from './core.ts';
import { createDemoProfile } from './demo-service/demo-profile.ts';
import type { DemoServiceThreadOptions } from './demo-service/demo-service-thread.ts';
import { createDiagnostics } from './diagnostics/create-diagnostics.ts';
import { createCases } from './exchange/case/create-cases.ts';
import { createExports } from './exchange/create-exports.ts';
import { createPictureSequences } from './exchange/create-picture-sequences.ts';
import { createExportChips } from './exchange/export-chips.ts';
import { createRawImports } from './exchange/raw-import/create-raw-imports.ts';
import { createReportTemplates } from './exchange/reports/report-templates.ts';
import { createFetches } from './fetches/create-fetches.ts';
import { createJobRunner } from './jobs/job-runner.ts';
import { createLayers } from './layers/create-layers.ts';
import { MapSources } from './map-sources/map-sources.ts';
import { certificatesFolder, Network } from './network/network.ts';
import type { SystemProxies } from './network/settings-access.ts';
import { createOrderTracking } from './order-tracking/create-order-tracking.ts';
import { createOrderWatcher } from './orders/order-watcher.ts';
import { createOrders } from './orders/orders.ts';
import { createReviews } from './review/create-reviews.ts';
import { createSearches } from './searches/create-searches.ts';
import { createHttp, type FinishedExchange } from './service/http.ts';
import { createLogIn } from './service/login.ts';
import type { RetryOptions } from './service/retry.ts';
import { hasSameOrigin } from './service/service-address.ts';
import { createServiceClient } from './service/service-client.ts';
import { AccountWorkspace } from './session/account-workspace.ts';
import { Session } from './session/session.ts';
import { bindToFolder, type Keychain } from './session/keychain.ts';
import { createWorkspaceChoice } from './session/workspace-choice.ts';
import { createDataDir, lockDataDir } from './settings/lock-data-dir.ts';
import { requireRTree } from './settings/require-rtree.ts';
import { openSettingsFile } from './settings/settings-file.ts';
import { createTraySetting } from './settings/tray-setting.ts';
import { createAppTeam } from './team/create-app-team.ts';
import { createUpdates } from './updates/create-updates.ts';
import type { UpdateInstaller } from './updates/update-installer.ts';
import { createWatch } from './watch/create-watch.ts';
import { openWorkspace } from './workspace/open/open-workspace.ts';
import { watchEdits } from './workspace/open/watch-edits.ts';
import { detectNetworkDrive } from './workspace/safety/network-drive.ts';
import { pageSumsFile } from './workspace/safety/page-sums.ts';
import { createDamageCheck } from './workspace-tools/check-damage.ts';
import { createWorkspaceTools } from './workspace-tools/create-workspace-tools.ts';
import { createRunTool } from './workspace-tools/run-tool.ts';
import { createSafetyCopies } from './workspace-tools/safety-copies.ts';

export type CoreOptions = {
  /** The folder of all persistent data. Created when it does not exist. */
  readonly dataDir: string;
  readonly keychain: Keychain;
  readonly workers: {
    readonly workspace: URL;
    readonly exporting: URL;
    readonly workspaceTools: URL;
    readonly demoService: URL;
    readonly capabilities: URL;
    readonly team: URL;
  };
  /** Options of the demo service; false disables it. */
  readonly demo?: Omit<DemoServiceThreadOptions, 'stateFile' | 'filesFolder'> | false;
  /** What kind of network drive a file is on; by default as the operating system reports it. */
  readonly findNetworkDrive?: (file: string) => Promise<string | undefined>;
  /** How long a workspace file may take to respond, in milliseconds; by default 15 s. */
  readonly fileResponseMs?: number;
  /** Waits before another try of a request or a page; by default for as long as the retry policy says. */
  readonly wait?: RetryOptions['wait'];
  /** The proxies of the operating system, where the host knows them; otherwise the environment names them. */
  readonly systemProxies?: SystemProxies;
  /** What the host cannot do as it should, for the notices and the diagnostics. */
  readonly hostProblem?: string | undefined;
  /** Whether the host shows notifications; true by default. */
  readonly notifies?: boolean;
  /** Installs updates, where the host can. */
  readonly updateInstaller?: UpdateInstaller | undefined;
  /** How long changes of a workspace may be without a safety copy, in milliseconds; ten minutes by default. */
  readonly safetyCopyMs?: number | undefined;
  /** Requests and jobs are logged there. */
  readonly log?: Log;
  /** Called with failures of background work. */
  readonly onProblem: (error: unknown, where: string) => void;
};

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
  const { dataDir, workers, findNetworkDrive = detectNetworkDrive, onProblem, fileResponseMs } = options;
  const { log = noLog } = options;
  const keychain = bindToFolder(options.keychain, path.resolve(dataDir));
  const settings = await openSettingsFile(path.join(dataDir, 'settings.json'));
  if (settings.problem !== undefined) onProblem(settings.problem, 'reading the settings');
  const demo = createDemoProfile({
    options: options.demo ?? {},
    stateFile: path.join(dataDir, 'demo-service.json'),
    filesFolder: path.join(dataDir, 'demo-files'),
    workerUrl: workers.demoService,
    onProblem,
  });
  const onFinished = (exchange: FinishedExchange) => log.write('request', exchange);
  const network = new Network({
    settings,
    keychain,
    folder: certificatesFolder(dataDir),
    environment: process.env,
    systemProxies: options.systemProxies,
    tokenFor: (url) => (hasSameOrigin(url, access.profile().baseUrl) ? access.token() : undefined),
    onFinished,
  });
  const toService = { network: network.access, onFinished, presentsCertificate: true };
  const events = createEvents();
  logJobs(events, log);
  const jobs = createJobRunner({ events, onProblem });

  const journalFolder = publishJournalFolder(dataDir);
  await finishInterruptedPublishing(journalFolder, (error) =>
    onProblem(error, 'completing an export that was interrupted'),
  );
  const workspacesFolder = path.join(dataDir, 'workspaces');
  await removeLeftoverParts(workspacesFolder).catch((error: unknown) =>
    onProblem(error, 'deleting temporary files of interrupted work on workspaces'),
  );
  const choice = createWorkspaceChoice(workspacesFolder, settings);
  const account = new AccountWorkspace({
    folder: workspacesFolder,
    choice,
    openFile: async (file) =>
      openWorkspace({
        path: file,
        workerUrl: workers.workspace,
        sumsFile: pageSumsFile(workspacesFolder, file),
        networkDrive: await findNetworkDrive(file),
        fileResponseMs,
      }),
    async onOpened(workspace) {
      await orders.onWorkspaceOpened(workspace);
      await orderTracking.onWorkspaceOpened(workspace);
      await fetches.onWorkspaceOpened(workspace);
      await chipPrefetch.onWorkspaceOpened(workspace);
      damageCheck.start(workspace);
      safetyCopies.start(workspace);
    },
    async beforeClose() {
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
    onFrozen: () => team.stop(),
    onProblem,
  });
  const session = new Session({
    keychain,
    settings,
    logIn: createLogIn(createHttp({ ...toService, idleMs: 30_000, totalMs: 60_000 })),
    demo,
    async openWorkspace(next) {
      const before = account.current();
      const status = await account.open(next);
      if (account.current() !== before) events.publish({ type: 'changed', topic: 'workspace' });
      return status;
    },
    events,
    hostProblem: options.hostProblem,
  });
  const runTool = createRunTool(workers.workspaceTools);
  const damageCheck = createDamageCheck({ account, session, runTool, onProblem });
  const safetyCopies = createSafetyCopies({ runTool, onProblem, intervalMs: options.safetyCopyMs });
  const tools = createWorkspaceTools({
    folder: workspacesFolder,
    account,
    session,
    jobs,
    events,
    runTool,
    onProblem,
    fileResponseMs,
  });
  const { access } = session;
  const client = createServiceClient(access, {
    http: createHttp(toService),
    ...(options.wait && { retry: { wait: options.wait } }),
  });
  const deps = { client, access, jobs, workspace: account.current, events, onProblem };
  const orders = createOrders(deps);
  const fetches = createFetches({ ...deps, ...(options.wait && { wait: options.wait }) });
  const orderTracking = createOrderTracking({ ...deps, orders, fetches });
  const searches = createSearches({ ...deps, session, fetches, brand: () => access.profile().brand });
  const ais = createAis({
    ...deps,
    readAisFile: (task, options) => runTool('readAisFile', task, options),
    matchAisPass: (input, options) => runTool('matchAisPass', input, options),
    temporaryFolder: path.join(dataDir, 'incoming'),
  });
  const watch = createWatch({
    ...deps,
    updateAis: () => ais.update(),
    shareEvents: (opened, due, signal) => team.shareEvents(opened, due, signal),
    notifies: options.notifies ?? true,
  });
  const cache = createChipCache(path.join(dataDir, 'chips'), { limit: settings.current().chipCacheLimit });
  const chips = createChips({ ...deps, settings, cache });
  const chipPrefetch = createChipPrefetch({ ...deps, chips, cache });
  const mapSources = new MapSources({
    ...deps,
    workerUrl: workers.capabilities,
    dataDir,
    settings,
    http: createHttp({
      network: network.access,
      // Tiles are many, and each that comes is no event.
      onFinished: (exchange) => {
        if (exchange.code !== undefined) onFinished(exchange);
      },
      connectMs: 8_000,
      idleMs: 20_000,
      totalMs: 60_000,
      plainHttp: 'anywhere',
      addressIn: 'the source',
    }),
  });
  const watcher = createOrderWatcher({ session, pull: orders.pull, onProblem });
  const stopWatchingEdits = watchEdits(deps);
  const team = createAppTeam({
    ...deps,
    settings,
    keychain,
    folder: certificatesFolder(dataDir),
    workerUrl: workers.team,
    writeItems: (task, options) => runTool('writeItems', task, options),
    receiveItems: (opened, file, signal) => cases.receiveItems(opened, file, signal),
    temporaryFolder: path.join(dataDir, 'incoming'),
  });
  const updates = createUpdates({
    settings,
    network: network.access,
    events,
    installer: options.updateInstaller,
    onFinished,
  });
  await session.start();
  void updates.checkAtStart();

  let closing: Promise<void> | undefined;
  const close = async () => {
    const step = (where: string, work: Promise<unknown>) => work.catch((error) => onProblem(error, where));
    stopWatchingEdits();
    await step('stopping the order watcher', watcher.close());
    await step('ending the follow-up of orders', orderTracking.close());
    await step('ending the schedules of saved searches', searches.close());
    await step('ending the watch', watch.close());
    await step('ending the exchange with the team', team.close());
    await step('ending the matching with AIS', ais.close());
    await step('closing the session', session.close());
    await step('closing the workspace', account.open(undefined));
    await step('ending work on workspace files', tools.settled());
    await step('closing the chip cache', chips.close());
    await step('closing the map sources', mapSources.close());
    await step('ending the demo service', demo.close());
    unlock();
  };
  const chipCalibrations = createChipCalibrations(account.current, events);
  const reviews = createReviews({ events, session, settings, runTool });
  const layers = createLayers({
    ...deps,
    readLayerFile: (task, options) => runTool('readLayerFile', task, options),
    temporaryFolder: path.join(dataDir, 'incoming'),
  });
  const cases = createCases({
    ...deps,
    session,
    openNew: tools.openNew,
    writeCase: (task, options) => runTool('writeCase', task, options),
    readCase: (task, options) => runTool('readCase', task, options),
    mergeReviews: reviews.mergeCase,
    copyLayers: layers.copyMissing,
    adoptWatch: watch.adopt,
    cache,
    calibrations: chipCalibrations,
    cacheFolder: path.join(dataDir, 'chips'),
  });
  return {
    session,
    events,
    bookmarks: createBookmarks(account.current, events),
    chipCalibrations,
    orders: {
      ...orders,
      submit: (order) => orders.submit(order).finally(watcher.checkSoon),
      resend: (submissionId) => orders.resend(submissionId).finally(watcher.checkSoon),
    },
    orderTracking,
    fetches,
    searches,
    reviews,
    jobs,
    chips,
    chipPrefetch,
    exports: createExports({
      ...deps,
      workerUrl: workers.exporting,
      journalFolder,
      chips: createExportChips({ cacheFolder: path.join(dataDir, 'chips'), access, chips, cache }),
      mapSources: async () => (await mapSources.list()).map(({ source }) => source),
    }),
    pictureSequences: createPictureSequences(jobs),
    workspaceTools: tools,
    mapSources,
    network,
    team,
    updates,
    watch,
    tray: createTraySetting(settings, events),
    diagnostics: createDiagnostics({ dataDir, settings, session, keychain }),
    reportTemplates: createReportTemplates(account.current, events),
    cases,
    ais,
    layers,
    rawImports: createRawImports({
      ...deps,
      session,
      readRawFiles: (task, options) => runTool('readRawFiles', task, options),
    }),
    workspace: account.current,
    workspaceStatus: () => account.status(),
    workspaceChecked: damageCheck.settled,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** Logs each change of a job's state, with the duration of the job so far. */
function logJobs(events: Events, log: Log): void {
  const states = new Map<string, Job['state']>();
  events.listen(({ event }) => {
    if (event.type === 'job-removed') states.delete(event.id);
    if (event.type !== 'job' || states.get(event.job.id) === event.job.state) return;
    const { id, kind, state, startedAt, updatedAt, failure } = event.job;
    states.set(id, state);
    const ms = Date.parse(updatedAt) - Date.parse(startedAt);
    log.write('job', { kind, state, ms, code: failure?.code });
  });
}

/** How long closing a workspace waits for the response to an order; after that its outcome is unknown. */
const orderWaitMs = 3_000;
