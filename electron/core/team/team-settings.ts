import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { TeamForm, TeamSettings, TeamState } from '../../../shared/settings/team.ts';
import {
  type ChosenCertificate,
  createCertificateFile,
  parseCertificates,
  readCertificateFile,
  refuseCertificate,
  removeCopy,
} from '../network/certificate-files.ts';
import { createHostSecretStore } from '../network/secret-store.ts';
import type { Keychain } from '../session/keychain.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { TeamConnection } from './team-connection.ts';

type TeamSettingsDeps = {
  readonly settings: Pick<SettingsFile, 'current' | 'change'>;
  readonly keychain: Keychain;
  /** Has the copy of an uploaded certificate. */
  readonly folder: string;
  /** Called when other settings or another password were saved. */
  readonly onChanged: () => void;
};

/** The settings of the team database, with its password in the keychain. */
export function createTeamSettings({ settings, keychain, folder, onChanged }: TeamSettingsDeps) {
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
    /** What connects with the saved settings. Fails with `not-found` when there are none. */
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
    async setAuthority(chosen: ChosenCertificate): Promise<Result<TeamState>> {
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
