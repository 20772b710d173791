import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { TeamOverview } from '../../../shared/review/team-overview.ts';
import type { TeamForm, TeamSettings, TeamState, TeamTest } from '../../../shared/settings/team.ts';
import type { Events } from '../base/events.ts';
import type { ChosenFile } from '../base/file-ids.ts';
import { createLimiter } from '../base/limiter.ts';
import { writeWholeFile } from '../base/write-whole-file.ts';
import type { ItemsTask, WrittenItems } from '../exchange/case/write-items.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
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
import { type GetWorkspace, getOpenWorkspace } from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { DueEvent } from '../workspace/read/watch/watch-inbox.ts';
import { createTeamFollower } from './create-team-follower.ts';
import { createTeamQueues } from './create-team-queues.ts';
import { writeQgisLayers } from './qgis-layers.ts';
import { testTeam } from './team.ts';
import type { TeamConnection } from './team-connection.ts';
import { createTeamExchange, type TeamExchangeDeps } from './team-exchange.ts';
import { readTeamOverview } from './team-in-workspace.ts';
import { createTeamJobs } from './team-jobs.ts';
import { createTeamLeases } from './team-leases.ts';
import { shareEvents } from './team-rules.ts';

type AppTeamDeps = Omit<TeamExchangeDeps, 'events'> & {
  readonly settings: Pick<SettingsFile, 'current' | 'change'>;
  readonly keychain: Keychain;
  /** Folder of the copy of an uploaded certificate. */
  readonly folder: string;
  readonly workerUrl: URL;
  readonly workspace: GetWorkspace;
  readonly jobs: Pick<JobRunner, 'start'>;
  readonly events: Events;
  /** Writes the layers, sites and rules of a workspace as a file. */
  readonly writeItems: (task: ItemsTask, options: { readonly signal: AbortSignal }) => Promise<WrittenItems>;
  /** Interval of the automatic exchange of a workspace that has joined a team, in milliseconds. */
  readonly pollMs?: number;
};

/**
 * Creates the team of the app, whose open workspace exchanges with the team database in jobs and, once joined, at an
 * interval.
 */
export function createAppTeam(deps: AppTeamDeps) {
  const { workerUrl, workspace: getWorkspace, events, onProblem, pollMs = 30_000 } = deps;
  const exchangeSlots = createLimiter(1);
  const publishChange = () => events.publish({ type: 'changed', topic: 'team' });
  const exchange = createTeamExchange(deps);
  const settings = createTeamSettings({
    ...deps,
    onChanged() {
      exchange.forget();
      publishChange();
      follower.restart();
    },
  });
  const { connect } = settings;
  const openOwnThread = async () => succeed(workerUrl);

  const follower = createTeamFollower({
    ...{ workerUrl, events, connect, pollMs, onProblem },
    isSet: () => settings.current() !== null,
    workspace: getWorkspace,
    exchange: (openSession, connection, workspace, signal) =>
      exchangeSlots.run(
        () => exchange.run(openSession, { connection, workspace, signal }, { pullsLater: true }),
        signal,
      ),
  });
  const forQueues = { workerUrl, workspace: getWorkspace, connect, publishChange };
  const { stop: stopLeases, ...leases } = createTeamLeases({
    ...forQueues,
    async exchange(connection, workspace, signal) {
      try {
        return await exchangeSlots.run(
          () => exchange.run(openOwnThread, { connection, workspace, signal }),
          signal,
        );
      } catch (error) {
        if (!signal.aborted) throw error;
        return fail('cancelled', 'The exchange with the team was stopped. Try again.');
      }
    },
  });

  return {
    state: settings.state,
    save: settings.save,
    setAuthority: settings.setAuthority,
    removeAuthority: settings.removeAuthority,
    /** Removes the settings and the password of the team. What the workspaces have received from it stays in them. */
    async remove(): Promise<Result<TeamState>> {
      await follower.stop();
      return settings.remove();
    },
    /** Connects with the saved settings. Fails with `not-found` when there are none. */
    async test(): Promise<Result<TeamTest>> {
      const connection = await connect();
      return connection.ok ? testTeam(workerUrl, connection.value) : connection;
    },
    ...createTeamJobs({
      ...deps,
      ...{ connect, publishChange, exchangeSlots },
      exchange: (connection, workspace, signal, onProgress) =>
        exchange.run(openOwnThread, { connection, workspace, signal }, { onProgress }),
    }),
    /** See `shareEvents`; without a team all events are those of this workspace. */
    async shareEvents(workspace: Workspace, due: readonly DueEvent[], signal: AbortSignal) {
      if (!settings.current()) return { own: due, others: [] };
      return shareEvents(workerUrl, connect, workspace, due, signal);
    },
    /** Writes the layer definition file with which QGIS adds the team database. Fails with `not-found` without a team. */
    async writeQgisLayers(file: string): Promise<Result<undefined>> {
      const connection = await connect();
      return connection.ok ? writeWholeFile(file, writeQgisLayers(connection.value)) : connection;
    },
    /** The state of the open workspace as a member of the team, without a connection to it. */
    async overview(): Promise<Result<TeamOverview>> {
      const opened = getOpenWorkspace(getWorkspace);
      if (!opened.ok) return opened;
      const user = settings.current()?.user ?? null;
      return succeed(await readTeamOverview(opened.value, user, exchange.last(opened.value)));
    },
    ...createTeamQueues(forQueues),
    ...leases,
    /** Aborts the exchanges that are running outside of jobs, and resolves when nothing of them writes to the workspace. */
    async stop(): Promise<void> {
      await Promise.all([follower.stop(), stopLeases()]);
    },
    /** Ends the automatic exchange for good. */
    async close(): Promise<void> {
      await Promise.all([follower.close(), stopLeases()]);
    },
  };
}

type TeamSettingsDeps = {
  readonly settings: Pick<SettingsFile, 'current' | 'change'>;
  readonly keychain: Keychain;
  /** Folder of the copy of an uploaded certificate. */
  readonly folder: string;
  /** Called when other settings or another password were saved. */
  readonly onChanged: () => void;
};

/** The settings of the team database, with its password in the keychain. */
function createTeamSettings({ settings, keychain, folder, onChanged }: TeamSettingsDeps) {
  const current = (): TeamSettings | null => settings.current().team ?? null;
  const password = createHostSecretStore(keychain, 'team-database', () => {
    const team = current();
    return team ? `${team.host}:${team.port}` : undefined;
  });

  const state = async (): Promise<TeamState> => {
    if (current()) await password.read();
    return { settings: current(), passwordStorage: password.storage(), keychainProblem: password.problem() };
  };

  /** Saves the settings and a password that is not null. */
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
    onChanged();
    return succeed(await state());
  };

  return {
    current,
    /** Returns the connection by the saved settings. Fails with `not-found` when there are none. */
    async connect(): Promise<Result<TeamConnection>> {
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
    },
    state,
    /** Fails with `disk` or `read-only`. */
    save: ({ password: secret, ...form }: TeamForm): Promise<Result<TeamState>> =>
      change({ ...form, authority: current()?.authority ?? null }, secret),
    /**
     * Sets the certificate authority that issued the server's certificate. Fails with `invalid-input`, `not-found`,
     * `disk` or `read-only`.
     */
    async setAuthority(chosen: ChosenFile): Promise<Result<TeamState>> {
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
    async removeAuthority(): Promise<Result<TeamState>> {
      const team = current();
      if (!team?.authority) return succeed(await state());
      const saved = await change({ ...team, authority: null });
      if (saved.ok) await removeCopy(folder, team.authority);
      return saved;
    },
    /** Removes the settings and the password of the team. What the workspaces have received from it stays in them. */
    async remove(): Promise<Result<TeamState>> {
      const team = current();
      const saved = await change(undefined, (await password.read()) === undefined ? null : '');
      if (saved.ok && team?.authority) await removeCopy(folder, team.authority);
      return saved;
    },
  };
}
