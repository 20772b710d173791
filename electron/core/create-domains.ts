import { createAis } from './ais/create-ais.ts';
import { CacheClosedError } from './base/disk-cache.ts';
import { createChipCache } from './chips/chip-cache.ts';
import { createChips } from './chips/chips.ts';
import { createChipPrefetch } from './chips/create-chip-prefetch.ts';
import type { CoreBase } from './core-base.ts';
import type { CoreOptions } from './core-options.ts';
import { createDiagnostics } from './diagnostics/create-diagnostics.ts';
import { createCases } from './exchange/case/create-cases.ts';
import { createExports } from './exchange/create-exports.ts';
import { createPictureSequences } from './exchange/create-picture-sequences.ts';
import { createExportChips } from './exchange/export-chips.ts';
import { createRawImports } from './exchange/raw-import/create-raw-imports.ts';
import { createFetches } from './fetches/create-fetches.ts';
import { createLayers } from './layers/create-layers.ts';
import { MapSources } from './map-sources/map-sources.ts';
import { createOrderTracking } from './order-tracking/create-order-tracking.ts';
import { createOrderWatcher } from './orders/order-watcher.ts';
import { createOrders } from './orders/orders.ts';
import { createReviews } from './review/create-reviews.ts';
import { createSearches } from './searches/create-searches.ts';
import { createHttp } from './service/http.ts';
import { createServiceClient } from './service/service-client.ts';
import type { AccountWorkspace } from './session/account-workspace.ts';
import type { Session } from './session/session.ts';
import { createTraySetting } from './settings/settings-file.ts';
import { createAppTeam } from './team/create-app-team.ts';
import { createUpdates } from './updates/create-updates.ts';
import { createWatch } from './watch/create-watch.ts';
import { createDamageCheck } from './workspace-tools/check-damage.ts';
import { createWorkspaceTools } from './workspace-tools/create-workspace-tools.ts';
import { createRunTool } from './workspace-tools/run-tool.ts';
import { createSafetyCopies } from './workspace-tools/safety-copies.ts';

type DomainsDeps = {
  readonly options: CoreOptions;
  readonly base: CoreBase;
  readonly account: AccountWorkspace;
  readonly session: Session;
};

export type Domains = ReturnType<typeof createDomains>;

/** Creates everything that works with the open workspace and the service. */
export function createDomains({ options, base, account, session }: DomainsDeps) {
  const { dataDir, workers, wait, onProblem, fileResponseMs } = options;
  const { settings, keychain, folders, network, events, jobs } = base;
  const { access } = session;
  const workspace = account.current;
  const runTool = createRunTool(workers.workspaceTools);
  const client = createServiceClient(access, {
    http: createHttp(base.toService),
    ...(wait && { retry: { wait } }),
  });
  const deps = {
    ...{ client, access, session, settings, jobs, workspace, events, onProblem },
    temporaryFolder: folders.incoming,
  };

  const onCacheProblem: typeof onProblem = (error, where) => {
    if (!(error instanceof CacheClosedError)) onProblem(error, where);
  };
  const damageCheck = createDamageCheck({ account, session, runTool, onProblem });
  const safetyCopies = createSafetyCopies({ runTool, onProblem, intervalMs: options.safetyCopyMs });
  const workspaceTools = createWorkspaceTools({
    ...{ account, session, jobs, events, runTool, onProblem, fileResponseMs },
    folder: folders.workspaces,
  });
  const orders = createOrders(deps);
  const fetches = createFetches({ ...deps, ...(wait && { wait }) });
  const orderTracking = createOrderTracking({ ...deps, orders, fetches });
  const searches = createSearches({ ...deps, fetches, brand: () => access.profile().brand });
  const ais = createAis({
    ...deps,
    readAisFile: (task, call) => runTool('readAisFile', task, call),
    readAisTimes: (task) => runTool('readAisTimes', task),
    matchAisPass: (input, call) => runTool('matchAisPass', input, call),
  });
  const watch = createWatch({
    ...deps,
    updateAis: () => ais.update(),
    shareEvents: (opened, due, signal) => team.shareEvents(opened, due, signal),
    notifies: options.notifies ?? true,
  });
  const orderWatcher = createOrderWatcher({ session, pull: orders.pull, onProblem });
  const team = createAppTeam({
    ...{ ...deps, keychain },
    folder: folders.certificates,
    workerUrl: workers.team,
    writeItems: (task, call) => runTool('writeItems', task, call),
    receiveItems: (opened, file, signal) => cases.receiveItems(opened, file, signal),
  });
  const cache = createChipCache(folders.chips, { limit: settings.current().chipCacheLimit });
  const chips = createChips({ ...deps, cache, onProblem: onCacheProblem });
  const chipPrefetch = createChipPrefetch({ ...deps, chips, cache });
  const mapSources = new MapSources({
    ...{ ...deps, dataDir, onProblem: onCacheProblem },
    workerUrl: workers.capabilities,
    http: createHttp(base.toMapSources),
  });
  const reviews = createReviews({ events, session, settings, runTool });
  const layers = createLayers({
    ...deps,
    readLayerFile: (task, call) => runTool('readLayerFile', task, call),
    previewLayerFile: (task) => runTool('previewLayerFile', task),
    copyForeignLayer: (task, call) => runTool('copyForeignLayer', task, call),
  });
  const cases = createCases({
    ...deps,
    openNew: workspaceTools.openNew,
    planCase: (task, call) => runTool('planCase', task, call),
    writeCase: (task, call) => runTool('writeCase', task, call),
    readCase: (task, call) => runTool('readCase', task, call),
    mergeReviews: reviews.mergeCase,
    receiveLayers: layers.receive,
    adoptWatch: watch.adopt,
    cache,
    cacheFolder: folders.chips,
  });
  const exports = createExports({
    ...deps,
    workerUrl: workers.exporting,
    journalFolder: folders.journal,
    chips: createExportChips({ cacheFolder: folders.chips, access, chips, cache }),
    mapSources: async () => (await mapSources.list()).map(({ source }) => source),
  });
  return {
    ...{ damageCheck, safetyCopies, workspaceTools, orders, orderWatcher, fetches, orderTracking, searches },
    ...{ ais, watch, team, chips, chipPrefetch, mapSources },
    ...{ reviews, layers, cases, exports },
    pictureSequences: createPictureSequences(jobs),
    updates: createUpdates({
      ...{ settings, events, network: network.access, onFinished: base.onFinished },
      installer: options.updateInstaller,
    }),
    tray: createTraySetting(settings, events),
    diagnostics: createDiagnostics({ dataDir, settings, session, keychain, network }),
    rawImports: createRawImports({
      ...deps,
      readRawFiles: (task, call) => runTool('readRawFiles', task, call),
    }),
  };
}
