import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { foldText } from '../../shared/fold-text.ts';
import { fail, failBecause, type Result, succeed } from '../../shared/result.ts';
import { demoProfileId } from '../../shared/settings/profile.ts';
import { createWorkspaceChoice } from '../core/session/workspace-choice.ts';
import { type AppSettings, firstSettings, settingsSchema } from '../core/settings/settings.ts';
import type { ExportCommand } from './cli-request.ts';

/** A workspace file, and the id of the profile whose cached chips belong to it. */
export type FoundWorkspace = { readonly file: string; readonly profileId: string };

/**
 * Finds the workspace file of a command. The settings are only read, since Sightline may have them open. Fails with
 * `not-found`, or with `invalid-input` for settings that cannot be parsed.
 */
export function findWorkspace(
  dataDir: string,
  { workspace, profile, username }: Pick<ExportCommand, 'workspace' | 'profile' | 'username'>,
): Result<FoundWorkspace> {
  const read = readSettings(path.join(dataDir, 'settings.json'));
  if (!read.ok) return read;
  const settings = read.value;
  const profileId = profile === undefined ? settings.currentProfileId : profileIdOf(settings, profile);
  if (profileId === undefined) return fail('not-found', `There is no profile “${profile}” in ${dataDir}.`);
  if (workspace !== undefined) return existing(workspace, profileId);
  const account = username ?? settings.lastUsernames[profileId];
  if (account === undefined) {
    return fail(
      'not-found',
      `No user has signed in to this profile in ${dataDir} yet, so it has no workspace.`,
    );
  }
  const choice = createWorkspaceChoice(path.join(dataDir, 'workspaces'), {
    current: () => settings,
    problem: undefined,
    change: async () => fail('read-only', 'The command line does not change the settings.'),
  });
  return existing(choice.fileOf({ profile: { id: profileId }, username: account }), profileId);
}

function existing(file: string, profileId: string): Result<FoundWorkspace> {
  return existsSync(file)
    ? succeed({ file, profileId })
    : fail('not-found', `There is no workspace file ${file}.`);
}

function profileIdOf(settings: AppSettings, requested: string): string | undefined {
  const demo = { id: demoProfileId, name: 'Demo service' };
  const name = foldText(requested);
  return [demo, ...settings.profiles].find(
    (profile) => profile.id === requested || foldText(profile.name) === name,
  )?.id;
}

function readSettings(file: string): Result<AppSettings> {
  if (!existsSync(file)) return succeed(firstSettings);
  try {
    return succeed(settingsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))));
  } catch (error) {
    return failBecause('invalid-input', `The settings ${file} cannot be read.`, error);
  }
}
