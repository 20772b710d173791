import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Job } from '../../shared/jobs/job.ts';
import { createEvents, type Events } from './base/events.ts';
import { type Log, noLog } from './base/log-file.ts';
import { removeLeftoverParts } from './base/part-files.ts';
import { finishInterruptedPublishing, publishJournalFolder } from './base/publish-journal.ts';
import type { CoreOptions } from './core-options.ts';
import { createDemoProfile } from './demo-service/demo-profile.ts';
import { openJobJournal } from './jobs/job-journal.ts';
import { createJobRunner } from './jobs/job-runner.ts';
import { certificatesFolder, Network } from './network/network.ts';
import type { FinishedExchange } from './service/http.ts';
import { bindToFolder } from './session/keychain.ts';
import { openSettingsFile } from './settings/settings-file.ts';

export type CoreBase = Awaited<ReturnType<typeof openCoreBase>>;

/**
 * Opens what needs neither a session nor a workspace, and completes what an earlier process left behind. `tokenFor`: the
 * token that the test of a connection may send to an address.
 */
export async function openCoreBase(options: CoreOptions, tokenFor: (url: URL) => string | undefined) {
  const { dataDir, workers, log = noLog, onProblem } = options;
  const folders = {
    workspaces: path.join(dataDir, 'workspaces'),
    incoming: path.join(dataDir, 'incoming'),
    chips: path.join(dataDir, 'chips'),
    certificates: certificatesFolder(dataDir),
    journal: publishJournalFolder(dataDir),
  };
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
    ...{ settings, keychain, tokenFor, onFinished },
    folder: folders.certificates,
    environment: process.env,
    systemProxies: options.systemProxies,
  });
  const events = createEvents();
  logJobs(events, log);
  await finishInterruptedPublishing(folders.journal, (error) =>
    onProblem(error, 'completing an export that was interrupted'),
  );
  await removeLeftoverParts(folders.workspaces).catch((error: unknown) =>
    onProblem(error, 'deleting temporary files of interrupted work on workspaces'),
  );
  /** Removes the files of imports, and those that were uploaded for one that was not started. */
  const removeIncoming = () =>
    rm(folders.incoming, { recursive: true, force: true }).catch((error: unknown) =>
      onProblem(error, 'deleting temporary files of imports'),
    );
  await removeIncoming();
  return {
    ...{ folders, keychain, settings, demo, network, events, onFinished, removeIncoming },
    jobs: createJobRunner({
      ...{ events, onProblem },
      journal: openJobJournal(path.join(folders.workspaces, 'jobs-under-way.json'), onProblem),
    }),
    /** Transport of requests to the service. */
    toService: { network: network.access, onFinished, presentsCertificate: true },
    /** Transport of requests for tiles and other parts of basemaps. */
    toMapSources: {
      network: network.access,
      // Tiles are many, and each that comes is no event.
      onFinished: (exchange: FinishedExchange) => {
        if (exchange.code !== undefined) onFinished(exchange);
      },
      connectMs: 8_000,
      idleMs: 20_000,
      totalMs: 60_000,
      plainHttp: 'anywhere',
      addressIn: 'the source',
    } as const,
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
