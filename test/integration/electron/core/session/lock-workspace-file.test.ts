import { existsSync, linkSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import {
  lockWorkspaceFile,
  WorkspaceInUse,
} from '../../../../../electron/core/session/lock-workspace-file.ts';
import { acquireLock } from '../../../../../electron/core/settings/lock-data-dir.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const removing = vi.hoisted(() => vi.fn<(file: string) => void>());

vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs')>();
  const rmSync: typeof original.rmSync = (file, options) => {
    removing(String(file));
    original.rmSync(file, options);
  };
  return { ...original, rmSync };
});

test('the lock file is removed while its lock is held', async () => {
  const file = path.join(await makeTempFolder(), 'case.gpkg');
  const unlock = lockWorkspaceFile(file);
  const lock = path.join(path.dirname(file), '.case.gpkg.lock');
  expect(() => lockWorkspaceFile(file)).toThrow(WorkspaceInUse);
  const others: unknown[] = [];
  removing.mockImplementation((removed) => {
    if (removed === lock) others.push(typeof acquireLock(lock));
  });
  unlock();
  expect(others).toEqual(['object']);
  expect(existsSync(lock)).toBe(false);
  lockWorkspaceFile(file)();
});

test('a lock file that cannot be removed while it is open is removed after the release', async () => {
  const file = path.join(await makeTempFolder(), 'case.gpkg');
  const unlock = lockWorkspaceFile(file);
  // Windows removes no open file of SQLite.
  removing.mockReset().mockImplementationOnce(() => {
    throw Object.assign(new Error('busy'), { code: 'EBUSY' });
  });
  unlock();
  expect(existsSync(path.join(path.dirname(file), '.case.gpkg.lock'))).toBe(false);
});

test.each(['symbolic', 'hard', 'later hard'])(
  'a file is locked by its %s link, too, and the other is told who has it',
  async (kind) => {
    const folder = await makeTempFolder();
    const file = path.join(folder, 'case.gpkg');
    const link = path.join(await makeTempFolder(), 'other.gpkg');
    writeFileSync(file, 'a workspace');
    if (kind === 'hard') linkSync(file, link);
    if (kind === 'symbolic') symlinkSync(file, link);
    const unlock = lockWorkspaceFile(file);
    if (kind === 'later hard') linkSync(file, link);
    expect(() => lockWorkspaceFile(link)).toThrow(WorkspaceInUse);
    expect(() => lockWorkspaceFile(link)).toThrow(
      `Another Sightline (user ${os.userInfo().username} on ${os.hostname()}, process ${process.pid}, since 2`,
    );
    unlock();
    expect(readdirSync(folder)).toEqual(['case.gpkg']);
    const unlockLink = lockWorkspaceFile(link);
    expect(() => lockWorkspaceFile(file)).toThrow(WorkspaceInUse);
    unlockLink();
  },
);
