import { expect, it, onTestFinished } from 'vitest';
import { AccountWorkspace } from '../../../../../electron/core/session/account-workspace.ts';
import { createWorkspaceChoice } from '../../../../../electron/core/session/workspace-choice.ts';
import { openSettingsFile } from '../../../../../electron/core/settings/settings-file.ts';
import { getWritableWorkspace } from '../../../../../electron/core/workspace/open/get-open-workspace.ts';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import { apiOf } from '../../../../builders/api-of.ts';
import { buildArea } from '../../../../builders/filled-workspace.ts';
import { buildProfile } from '../../../../builders/service-access.ts';
import { makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const reason = 'It is being compacted.';

async function openAccount({ onFrozen = async () => {}, beforeClose = async () => {} } = {}) {
  const folder = await makeTempFolder();
  const settings = await openSettingsFile(`${folder}/settings.json`);
  const account = new AccountWorkspace({
    folder,
    choice: createWorkspaceChoice(folder, settings),
    openFile: (file) => openTestWorkspace(file),
    onOpened: async () => {},
    beforeClose,
    onFrozen,
    onProblem: () => {},
  });
  await account.open({ profile: buildProfile('https://service.example.org'), username: 'anna' });
  onTestFinished(async () => void (await account.open(undefined)));
  return { account, workspace: account.current() as Workspace };
}

it('a frozen workspace is not written by what began before', async () => {
  const writer = { isStopped: false, writes: 0 };
  let writing = Promise.resolve();
  const { account, workspace } = await openAccount({
    async onFrozen() {
      // Nothing new begins, since the workspace can only be read by now.
      expect(account.current()?.readOnly).toBe(reason);
      writer.isStopped = true;
      await writing;
    },
  });
  const writeUntilStopped = async () => {
    while (!writer.isStopped) {
      await workspace.saveSetting('team', String(writer.writes + 1));
      writer.writes += 1;
    }
  };
  writing = writeUntilStopped();
  const unfreeze = await account.freeze(reason);
  const { writes } = writer;
  expect(await workspace.getSetting('team')).toBe(String(writes));
  expect(writer.isStopped).toBe(true);
  expect(getWritableWorkspace(account.current)).toMatchObject({ failure: { code: 'frozen' } });
  unfreeze();
  expect(account.current()?.readOnly).toBeUndefined();
});

/** The workspace whose reads of areas and settings return once `frozen` is resolved; `reads` resolves at the first. */
function heldAtReads(workspace: Workspace) {
  const reads = Promise.withResolvers<void>();
  const frozen = Promise.withResolvers<void>();
  const hold = async <T>(read: Promise<T>): Promise<T> => {
    const value = await read;
    reads.resolve();
    await frozen.promise;
    return value;
  };
  const held: Workspace = {
    ...workspace,
    listAreas: () => hold(workspace.listAreas()),
    getSetting: (key) => hold(workspace.getSetting(key)),
  };
  return { held, reads: reads.promise, frozen };
}

it.each(['createMany', 'change', 'remove', 'swap'] as const)(
  'of a change (%s) that read before the freeze and writes after it, the caller gets “frozen”',
  async (kind) => {
    const { account, workspace } = await openAccount();
    const area = buildArea('Approaches');
    await workspace.upsertArea(area);
    const { held, reads, frozen } = heldAtReads(workspace);
    const current = () => (account.current() === workspace ? held : account.current());
    const { api, published } = apiOf(undefined, { workspace: current });
    const start = {
      createMany: () => api.areas.createMany([{ name: 'Quay', shape: area.shape }]),
      change: () => api.areas.change({ id: area.id, name: 'Changed' }),
      remove: () => api.areas.remove(area.id),
      swap: () => api.areas.swap({ remove: [], restore: [], revert: [{ ...area, name: 'Reverted' }] }),
    }[kind];
    const change = start();
    await reads;
    const unfreeze = await account.freeze(reason);
    frozen.resolve();
    expect(await change).toMatchObject({ ok: false, failure: { code: 'frozen', message: reason } });
    expect(published).toEqual([]);
    expect(await workspace.listAreas()).toEqual([area]);
    unfreeze();
    expect(await start()).toMatchObject({ ok: true });
  },
);

it('what ends while a frozen file is being replaced is not written into it, but into one that is only closed', async () => {
  const writes: string[] = [];
  const open: { workspace?: Workspace | undefined } = {};
  const { account } = await openAccount({
    async beforeClose() {
      const write = open.workspace?.saveSetting('order', 'accepted');
      writes.push(await (write ?? Promise.reject('none is open')).then(() => 'written', String));
    },
  });
  open.workspace = account.current();
  await account.freeze(reason);
  const replacement = { rollBack: async () => {}, commit: async () => {} };
  expect(await account.reopenAfter(async () => replacement)).toMatchObject({ ok: true });
  expect(writes[0]).toContain(reason);
  open.workspace = account.current();
  await account.freeze(reason);
  await account.open(undefined);
  expect(writes[1]).toBe('written');
});
