import { expect, it, onTestFinished } from 'vitest';
import { createAccountWorkspace } from '../../../../../electron/core/session/account-workspace.ts';
import { createWorkspaceChoice } from '../../../../../electron/core/session/workspace-choice.ts';
import { openSettingsFile } from '../../../../../electron/core/settings/settings-file.ts';
import { getWritableWorkspace } from '../../../../../electron/core/workspace/open/get-open-workspace.ts';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import { buildProfile } from '../../../../builders/service-access.ts';
import { makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

it('a frozen workspace is not written by what began before', async () => {
  const folder = await makeTempFolder();
  const settings = await openSettingsFile(`${folder}/settings.json`);
  const writer = { isStopped: false, writes: 0 };
  let writing = Promise.resolve();
  const account = createAccountWorkspace({
    folder,
    choice: createWorkspaceChoice(folder, settings),
    openFile: (file) => openTestWorkspace(file),
    onOpened: async () => {},
    beforeClose: async () => {},
    async onFrozen() {
      // Nothing new begins, since the workspace can only be read by now.
      expect(account.current()?.readOnly).toBe('It is being compacted.');
      writer.isStopped = true;
      await writing;
    },
    onProblem: () => {},
  });
  await account.open({ profile: buildProfile('https://service.example.org'), username: 'anna' });
  onTestFinished(async () => void (await account.open(undefined)));
  const workspace = account.current() as Workspace;
  const writeUntilStopped = async () => {
    while (!writer.isStopped) {
      await workspace.saveSetting('team', String(writer.writes + 1));
      writer.writes += 1;
    }
  };
  writing = writeUntilStopped();
  const unfreeze = await account.freeze('It is being compacted.');
  const { writes } = writer;
  expect(await workspace.getSetting('team')).toBe(String(writes));
  expect(writer.isStopped).toBe(true);
  expect(getWritableWorkspace(account.current)).toMatchObject({ failure: { code: 'frozen' } });
  unfreeze();
  expect(account.current()?.readOnly).toBeUndefined();
});
