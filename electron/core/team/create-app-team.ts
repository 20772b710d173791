import { hash, randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { explainError } from '../../../shared/error-text.ts';
import { formatQuantity } from '../../../shared/format.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import { type Failure, fail, type Result, succeed } from '../../../shared/result.ts';
import { describeSetAside, type ReceivedFromTeam } from '../../../shared/review/team-overview.ts';
import type { TeamSettings, TeamState } from '../../../shared/settings/team.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { Events } from '../base/events.ts';
import { createLimiter, type Limiter } from '../base/limiter.ts';
import { createSerialQueue } from '../base/serial-queue.ts';
import { CallStopped } from '../base/thread-protocol.ts';
import { writeWholeFile } from '../base/write-whole-file.ts';
import type { ItemsTask, WrittenItems } from '../exchange/case/write-items.ts';
import { JobFailure, type JobHandle, type JobRunner, newJob } from '../jobs/job-runner.ts';
import {
  createCertificateFile,
  parseCertificates,
  readCertificateFile,
  refuseCertificate,
  removeCopy,
} from '../network/certificate-files.ts';
import { createHostSecretStore } from '../network/secret-store.ts';
import type { Keychain } from '../session/keychain.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import {
  type GetWorkspace,
  getOpenWorkspace,
  getWritableWorkspace,
  WriteFailed,
} from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import { fileIdSetting } from '../workspace/open/workspace-file-id.ts';
import type { DueEvent } from '../workspace/read/watch/watch-inbox.ts';
import type { AppliedTeamReviews } from '../workspace/tables/team-reviews.ts';
import type { AppTeam } from './app-team.ts';
import { createTeamFollower } from './create-team-follower.ts';
import { createTeamQueues, readLease, saveLease } from './create-team-queues.ts';
import { writeQgisLayers } from './qgis-layers.ts';
import {
  claimTeamFindings,
  type PulledTeamRecords,
  publishTeamItems,
  publishWorkspace,
  pullTeamRecords,
  readReviewsCursor,
  type SyncedTeamReviews,
  syncTeamReviews,
  type TeamThread,
  testTeam,
} from './team.ts';
import type { TeamConnection } from './team-connection.ts';

type AppTeamDeps = {
  readonly settings: Pick<SettingsFile, 'current' | 'change'>;
  readonly keychain: Keychain;
  /** Has the copy of an uploaded certificate. */
  readonly folder: string;
  readonly workerUrl: URL;
  readonly workspace: GetWorkspace;
  readonly jobs: Pick<JobRunner, 'start'>;
  readonly events: Events;
  readonly onProblem: (error: unknown, where: string) => void;
  /** Writes the layers, sites and rules of a workspace as a file. */
  readonly writeItems: (task: ItemsTask, options: { readonly signal: AbortSignal }) => Promise<WrittenItems>;
  /** Imports them from a file; returns the ids of its rules. */
  readonly receiveItems: (
    workspace: Workspace,
    file: string,
    signal: AbortSignal,
  ) => Promise<Result<readonly string[]>>;
  /** Where files with them are written. */
  readonly temporaryFolder: string;
  /** Interval of the automatic exchange of a workspace that has joined a team, in milliseconds. */
  readonly pollMs?: number;
};

/** The team of the app, with the methods by which the core stops it. */
export type ManagedTeam = AppTeam & {
  /** Aborts the exchanges that are running outside of jobs, and resolves when nothing of them writes to the workspace. */
  stop(): Promise<void>;
  /** Ends the automatic exchange for good. */
  close(): Promise<void>;
};

/** Most disagreements that an overview lists. */
const maxListed = 200;
/** Maximum number of revisions that were set aside of which the last exchange is saved. */
const maxSetAside = 20;
/** Keys of settings in the workspace: its last publication, and what the last exchange with new data received. */
const publishedSetting = 'teamPublished';
const receivedSetting = 'teamReceived';

/** `isComplete` is false when another exchange has to receive what is new. */
type Exchange = {
  readonly received: ReceivedFromTeam;
  readonly mayPush: boolean;
  readonly isComplete: boolean;
};

type ExchangeOptions = {
  /** See `SyncReviewsRequest`. */
  readonly pullsLater?: boolean;
  /** Is called with the number of records so far. */
  onProgress?(records: number): void;
};

/**
 * Creates the team of the app, whose open workspace exchanges with the team database in jobs and, once joined, at an
 * interval.
 */
export function createAppTeam(deps: AppTeamDeps): ManagedTeam {
  const { settings, folder, workerUrl, workspace: getWorkspace, jobs, events, pollMs = 30_000 } = deps;
  const exchangeSlots = createLimiter(1);
  /** Apart from those of exchanges, so that reviews and leases do not wait for a publication. */
  const publishSlots = createLimiter(1);
  /**
   * The last exchange of each workspace file since the settings were changed. An exchange of former settings that is
   * still running keeps the map of its beginning.
   */
  let exchanges = new Map<string, { readonly at: string | null; readonly problem: Failure | null }>();

  const current = (): TeamSettings | null => settings.current().team ?? null;
  const password = createHostSecretStore(deps.keychain, 'team-database', () => {
    const team = current();
    return team ? `${team.host}:${team.port}` : undefined;
  });
  const publishChange = () => events.publish({ type: 'changed', topic: 'team' });

  const connect = async (): Promise<Result<TeamConnection>> => {
    const team = current();
    if (!team) return fail('not-found', 'No team database is set. Enter one in Settings, Team.');
    const { host, address, port, database, user, authority } = team;
    const secret = await password.read();
    return succeed({
      ...{ host, port, database, user },
      ...(address === '' ? {} : { address }),
      ...(secret === undefined ? {} : { password: secret }),
      ...(authority === null ? {} : { authorityFile: authority.path }),
    });
  };

  const openOwnThread = async () => succeed(workerUrl);

  const state = async (): Promise<TeamState> => {
    if (current()) await password.read();
    return { settings: current(), passwordStorage: password.storage(), keychainProblem: password.problem() };
  };

  /** Saves the settings and a password that is not null, then begins to follow with them. */
  const change = async (
    team: TeamSettings | undefined,
    secret: string | null = null,
  ): Promise<Result<TeamState>> => {
    const saved = await settings.change(({ team: _former, ...others }) => ({
      ...others,
      ...(team ? { team } : {}),
    }));
    if (!saved.ok) return saved;
    // The keychain takes its time, and what follows signs in with the password.
    if (secret !== null) await password.write(secret);
    exchanges = new Map();
    publishChange();
    follower.restart();
    return succeed(await state());
  };

  /**
   * Pushes reviews, pulls reviews, then pulls records, so that no verdict waits until records are written. When a workspace
   * joins the team, it pulls the records first, to have the detections of the reviews. What was received before a failure
   * stays. With `pullsLater`, an exchange that has pushed one batch may end then.
   */
  const exchangeOnce = async (
    openThread: () => Promise<Result<TeamThread>>,
    connection: TeamConnection,
    workspace: Workspace,
    signal: AbortSignal,
    { pullsLater = false, onProgress }: ExchangeOptions = {},
  ): Promise<Result<Exchange>> => {
    const ownExchanges = exchanges;
    const onChanged = ({ changed, previousVersion, version }: AppliedTeamReviews) => {
      if (changed > 0) events.publish({ type: 'reviews', previousVersion, version, flags: null });
    };
    const exchangeReviews = async (target: TeamThread) => {
      const lease = await readLease(workspace);
      const synced = await syncTeamReviews(
        target,
        { connection, workspace },
        {
          ...{ signal, lease, pullsLater, onChanged },
          itemsFolder: deps.temporaryFolder,
          async importItems(file) {
            try {
              const received = await deps.receiveItems(workspace, file, signal);
              if (!received.ok) return received.failure.message;
              await addTeamRules(workspace, received.value);
              return undefined;
            } catch (error) {
              // What this computer cannot do now is tried again; a faulty package must not hold up the others.
              if (signal.aborted || error instanceof CallStopped || error instanceof WriteFailed) throw error;
              deps.onProblem(error, 'importing layers, sites and rules of the team');
              return explainError(error, 'Its layers, sites and rules cannot be imported.').message;
            }
          },
          onCorrected: () => events.publish({ type: 'changed', topic: 'results' }),
          onDecided: () => {
            void workspace.clearCaches().then(() => events.publish({ type: 'changed', topic: 'ais' }));
          },
        },
      );
      // It may have been ended or replaced during the exchange.
      const isHeld = lease !== undefined && (await readLease(workspace))?.token === lease.token;
      if (synced.ok && isHeld && synced.value.leasedUntil !== undefined) {
        await saveLease(workspace, { ...lease, until: synced.value.leasedUntil });
      }
      return synced;
    };
    let hasRecords = false;
    const pull = (target: TeamThread) =>
      pullTeamRecords(
        target,
        { connection, workspace },
        {
          signal,
          onProgress({ added, changed: replaced, unchanged, older }) {
            hasRecords ||= added + replaced > 0;
            onProgress?.(added + replaced + unchanged + older);
          },
        },
      ).finally(() => {
        if (hasRecords) events.publish({ type: 'changed', topic: 'results' });
      });
    const exchangeAll = async (
      target: TeamThread,
    ): Promise<
      Result<{
        readonly records: Pick<PulledTeamRecords, 'added' | 'changed' | 'setAside'>;
        readonly reviews: SyncedTeamReviews;
      }>
    > => {
      const hasJoined = (await readReviewsCursor(workspace)) !== undefined;
      const joining = hasJoined ? undefined : await pull(target);
      if (joining && !joining.ok) return joining;
      const reviews = await exchangeReviews(target);
      // Without the right to write, records can still be received: a newer schema refuses reviews of an older version.
      if (!reviews.ok && reviews.failure.code !== 'read-only') return reviews;
      if (reviews.ok && !reviews.value.isComplete) {
        return succeed({ records: { added: 0, changed: 0, setAside: [] }, reviews: reviews.value });
      }
      const records = joining ?? (await pull(target));
      if (!reviews.ok) return reviews;
      return records.ok ? succeed({ records: records.value, reviews: reviews.value }) : records;
    };
    const thread = await openThread();
    const exchanged = thread.ok ? await exchangeAll(thread.value) : thread;
    ownExchanges.set(workspace.path, {
      at: exchanged.ok ? nowUtc() : (ownExchanges.get(workspace.path)?.at ?? null),
      problem: exchanged.ok ? null : exchanged.failure,
    });
    publishChange();
    if (!exchanged.ok) return exchanged;
    const { records, reviews } = exchanged.value;
    const received: ReceivedFromTeam = {
      at: nowUtc(),
      newRecords: records.added,
      changedRecords: records.changed,
      reviews: Math.max(0, reviews.received - reviews.pushed),
      corrections: reviews.corrections,
      decisions: reviews.decisions,
      setAside: [...records.setAside, ...reviews.setAside].slice(0, maxSetAside),
    };
    const { newRecords, changedRecords, setAside } = received;
    const { reviews: changes, corrections, decisions } = received;
    if (newRecords + changedRecords + changes + corrections + decisions + setAside.length > 0) {
      await workspace.saveSetting(receivedSetting, JSON.stringify(received));
    }
    return succeed({ received, mayPush: reviews.mayPush, isComplete: reviews.isComplete });
  };

  const startJob = async (
    title: string,
    slots: Limiter,
    run: (work: {
      connection: TeamConnection;
      workspace: Workspace;
      handle: JobHandle;
    }) => Promise<Partial<Job>>,
  ): Promise<Result<Job>> => {
    const writable = getWritableWorkspace(getWorkspace);
    if (!writable.ok) return writable;
    const connection = await connect();
    if (!connection.ok) return connection;
    return jobs.start({
      job: newJob({ kind: 'team', title }),
      slots,
      run: (handle) => run({ connection: connection.value, workspace: writable.value, handle }),
    });
  };

  const follower = createTeamFollower({
    ...{ workerUrl, events, connect, pollMs },
    isSet: () => current() !== null,
    workspace: getWorkspace,
    exchange: (openSession, connection, workspace, signal) =>
      exchangeSlots.run(
        () => exchangeOnce(openSession, connection, workspace, signal, { pullsLater: true }),
        signal,
      ),
    onProblem: deps.onProblem,
  });
  let stopQueues = new AbortController();
  /** Calls of shared queues that write to the workspace. */
  const queueCalls = new Set<Promise<unknown>>();
  const trackCall = <T>(call: Promise<T>): Promise<T> => {
    queueCalls.add(call);
    return call.finally(() => queueCalls.delete(call));
  };
  const stopQueueCalls = async () => {
    stopQueues.abort();
    stopQueues = new AbortController();
    await Promise.allSettled(queueCalls);
  };
  const queues = createTeamQueues({
    workerUrl,
    workspace: getWorkspace,
    connect,
    publishChange,
    async exchange(connection, workspace) {
      const { signal } = stopQueues;
      try {
        return await exchangeSlots.run(
          () => exchangeOnce(openOwnThread, connection, workspace, signal),
          signal,
        );
      } catch (error) {
        if (!signal.aborted) throw error;
        return fail('cancelled', 'The exchange with the team was stopped. Try again.');
      }
    },
  });

  return {
    state,
    save: ({ password: secret, ...form }) =>
      change({ ...form, authority: current()?.authority ?? null }, secret),
    async setAuthority(chosen) {
      const team = current();
      if (!team) return fail('not-found', 'Save the server first.');
      try {
        parseCertificates(await readCertificateFile(chosen.path));
      } catch (error) {
        return refuseCertificate(`${chosen.name} was not set.`, error);
      }
      const adopted = await createCertificateFile(folder, chosen);
      if (!adopted.ok) return adopted;
      const saved = await change({ ...team, authority: adopted.value });
      const unused = saved.ok ? team.authority : adopted.value;
      if (unused) await removeCopy(folder, unused);
      return saved;
    },
    async removeAuthority() {
      const team = current();
      if (!team?.authority) return succeed(await state());
      const saved = await change({ ...team, authority: null });
      if (saved.ok) await removeCopy(folder, team.authority);
      return saved;
    },
    async remove() {
      const team = current();
      await follower.stop();
      const saved = await change(undefined, (await password.read()) === undefined ? null : '');
      if (saved.ok && team?.authority) await removeCopy(folder, team.authority);
      return saved;
    },
    async test() {
      const connection = await connect();
      return connection.ok ? testTeam(workerUrl, connection.value) : connection;
    },
    publish: () =>
      startJob(
        'Publish to the team',
        publishSlots,
        async ({ connection, workspace, handle: { signal, progress } }) => {
          const published = await publishWorkspace(
            workerUrl,
            { connection, workspacePath: workspace.path },
            {
              signal,
              onProgress: ({ records, compared }) =>
                progress({ done: compared, total: records, unit: 'records' }),
            },
          );
          if (!published.ok) throw new JobFailure(published.failure);
          const { records, published: sent, detections, notes } = published.value;
          await workspace.saveSetting(publishedSetting, JSON.stringify({ at: nowUtc(), records }));
          publishChange();
          const outcome =
            sent === 0
              ? `No record published: ${formatQuantity(records, 'record')} compared.`
              : `${formatQuantity(sent, 'record')} with ${formatQuantity(detections, 'detection')} published, of ${formatQuantity(records, 'record')}.`;
          return { outcome, warnings: [...notes] };
        },
      ),
    publishItems: () =>
      startJob(
        'Share layers, sites and rules with the team',
        publishSlots,
        async ({ connection, workspace, handle: { signal } }) => {
          const file = path.join(deps.temporaryFolder, `items-${randomUUID()}.gpkg`);
          try {
            await mkdir(deps.temporaryFolder, { recursive: true });
            const task = { workspacePath: workspace.path, to: file, madeAt: nowUtc() };
            const { bytes, layers, sites, ruleIds } = await deps.writeItems(task, { signal });
            const sent = await publishTeamItems(workerUrl, { connection, file, bytes }, { signal });
            if (!sent.ok) throw new JobFailure(sent.failure);
            await addTeamRules(workspace, ruleIds);
            return {
              outcome: `${formatQuantity(layers, 'layer')}, ${formatQuantity(sites, 'site')} and ${formatQuantity(ruleIds.length, 'watch rule')} shared.`,
            };
          } finally {
            await rm(file, { force: true });
          }
        },
      ),
    async shareEvents(workspace, due, signal) {
      const rules = current() ? await readTeamRules(workspace) : new Set<string>();
      const shared = due.filter(({ ruleId }) => rules.has(ruleId));
      const own = due.filter(({ ruleId }) => !rules.has(ruleId));
      const others: DueEvent[] = [];
      const connection = shared.length > 0 ? await connect() : undefined;
      if (!connection?.ok) return { own, others };
      const claimant = (await workspace.getSetting(fileIdSetting)) ?? '';
      for (let at = 0; at < shared.length; at += maxClaims) {
        const hashes = new Map(shared.slice(at, at + maxClaims).map((event) => [hashOf(event), event]));
        const claim = { connection: connection.value, claimant, hashes: [...hashes.keys()] };
        const claimed = await claimTeamFindings(workerUrl, claim, { signal });
        // The events stay due, and are claimed again after the next fetch.
        if (!claimed.ok) break;
        for (const [hash, event] of hashes) (claimed.value.includes(hash) ? own : others).push(event);
      }
      return { own, others };
    },
    exchange: () =>
      startJob(
        'Exchange with the team',
        exchangeSlots,
        async ({ connection, workspace, handle: { signal, progress } }) => {
          const exchanged = await exchangeOnce(openOwnThread, connection, workspace, signal, {
            onProgress: (done) => progress({ done, unit: 'records' }),
          });
          if (!exchanged.ok) throw new JobFailure(exchanged.failure);
          const { received, mayPush } = exchanged.value;
          const { newRecords, changedRecords, reviews, corrections, decisions, setAside } = received;
          const unsent = mayPush
            ? 0
            : await workspace.unpushedReviews((await readReviewsCursor(workspace))?.pushed ?? 0);
          return {
            warnings: [
              ...(unsent === 0
                ? []
                : [
                    `${formatQuantity(unsent, 'review change')} not sent: ${connection.user} does not have the role of a reviewer.`,
                  ]),
              ...setAside.map(describeSetAside),
            ],
            outcome: `${formatQuantity(newRecords, 'new record')}, ${formatQuantity(changedRecords, 'changed record')}, ${formatQuantity(reviews, 'review change')}${corrections === 0 ? '' : `, ${formatQuantity(corrections, 'corrected meaning')}`}${decisions === 0 ? '' : `, ${formatQuantity(decisions, 'AIS decision')}`} received.`,
          };
        },
      ),
    async writeQgisLayers(file) {
      const connection = await connect();
      return connection.ok ? writeWholeFile(file, writeQgisLayers(connection.value)) : connection;
    },
    async overview() {
      const opened = getOpenWorkspace(getWorkspace);
      if (!opened.ok) return opened;
      const workspace = opened.value;
      const cursor = await readReviewsCursor(workspace);
      const known = exchanges.get(workspace.path);
      return succeed({
        user: current()?.user ?? null,
        hasJoined: cursor !== undefined,
        exchangedAt: known?.at ?? null,
        problem: known?.problem ?? null,
        lastReceived: await readStored<ReceivedFromTeam>(workspace, receivedSetting),
        published: await readStored<{ at: string; records: number }>(workspace, publishedSetting),
        lease: (await readLease(workspace)) ?? null,
        unpushed: await workspace.unpushedReviews(cursor?.pushed ?? 0),
        reviewers: await workspace.reviewerCounts(),
        disagreements: await workspace.disagreements(maxListed, cursor?.pushed ?? 0),
      });
    },
    ...queues,
    leaseNextDetections: (queue) => trackCall(queues.leaseNextDetections(queue)),
    leaveQueue: () => trackCall(queues.leaveQueue()),
    async stop() {
      await Promise.all([follower.stop(), stopQueueCalls()]);
    },
    async close() {
      await Promise.all([follower.close(), stopQueueCalls()]);
    },
  };
}

/** Most findings that are claimed in one call. */
const maxClaims = 1000;
/** Key of a setting in the workspace: the ids of rules that it has published to a team or received from one. */
const teamRulesSetting = 'teamRules';

async function readTeamRules(workspace: Workspace): Promise<ReadonlySet<string>> {
  return new Set(await readStored<readonly string[]>(workspace, teamRulesSetting));
}

/** Sharing and receiving may add rules at once. */
const teamRuleChanges = createSerialQueue();

async function addTeamRules(workspace: Workspace, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await teamRuleChanges.run(async () => {
    const all = new Set([...(await readTeamRules(workspace)), ...ids]);
    await workspace.saveSetting(teamRulesSetting, JSON.stringify([...all]));
  });
}

/** What an event is of in every workspace of a team. */
function hashOf({ ruleId, subject }: DueEvent): string {
  return hash('sha256', JSON.stringify([ruleId, subject]), 'hex');
}

/** Reads a JSON value that Sightline has saved in the workspace; null when there is none. */
async function readStored<T>(workspace: Workspace, key: string): Promise<T | null> {
  const text = await workspace.getSetting(key);
  return text === undefined ? null : (JSON.parse(text) as T);
}
