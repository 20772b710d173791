import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Result } from '../../../shared/result.ts';
import type { SettingsFile } from '../settings/settings-file.ts';

/** The identity of an account. */
type Account = { readonly profile: { readonly id: string }; readonly username: string };

/**
 * The choice of a workspace file per account, stored in the settings. Files in `folder` are stored by name, so that the
 * data folder can be moved.
 */
export function createWorkspaceChoice(folder: string, settings: SettingsFile) {
  const firstFileOf = (account: Account) => path.join(folder, `${accountStem(account)}.gpkg`);
  return {
    /** The default file of an account. */
    firstFileOf,
    /** The file that the account chose last, by default its first one. */
    fileOf(account: Account): string {
      const chosen = settings.current().workspaceFiles?.[accountStem(account)];
      return chosen === undefined ? firstFileOf(account) : path.resolve(folder, chosen);
    },
    choose: (account: Account, file: string): Promise<Result<void>> =>
      settings.change((current) => ({
        ...current,
        workspaceFiles: {
          ...current.workspaceFiles,
          [accountStem(account)]: path.dirname(file) === folder ? path.basename(file) : file,
        },
      })),
  };
}

export type WorkspaceChoice = ReturnType<typeof createWorkspaceChoice>;

/**
 * The prefix of the names of an account's files. It contains the profile id for readability; the hash makes it unique.
 */
export function accountStem({ profile, username }: Account): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([profile.id, username]))
    .digest('hex');
  return `${profile.id.replace(/[^A-Za-z0-9-]/g, '_')}-${hash.slice(0, 16)}`;
}
