import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createEncryptedFileKeychain } from '../../../../../electron/core/session/encrypted-file-keychain.ts';
import { createSafeStorageCipher } from '../../../../../electron/desktop/safe-storage.ts';
import { createSafeStorageStub } from '../../../../builders/electron-stub.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const electron = vi.hoisted(() => ({ safeStorage: undefined as unknown }));
vi.mock('electron/main', () => ({
  get safeStorage() {
    return electron.safeStorage;
  },
}));

let stub = createSafeStorageStub();
let file = '';
beforeEach(async () => {
  stub = createSafeStorageStub();
  electron.safeStorage = stub;
  file = path.join(await makeTempFolder(), 'secrets.json');
});

const open = (platform: NodeJS.Platform = 'linux', timeoutMs?: number) =>
  createEncryptedFileKeychain(file, createSafeStorageCipher(platform), timeoutMs);

it('stores encrypted secrets of any length in a file that only its user may read', async () => {
  const token = 'ey'.repeat(5000);
  expect(await open().write('a', token)).toEqual({ ok: true, value: undefined });
  await open().write('b', 'ключ');
  expect(await open().read('a')).toEqual({ ok: true, value: token });
  expect(await open().read('b')).toEqual({ ok: true, value: 'ключ' });
  expect(await open().read('c')).toEqual({ ok: true, value: null });
  const text = readFileSync(file, 'utf8');
  const stored = JSON.parse(text) as Record<string, string>;
  expect(Buffer.from(stored.b ?? '', 'base64').toString()).toBe('v11чюлк');
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await open().remove('a')).toEqual({ ok: true, value: true });
  expect(await open().remove('a')).toEqual({ ok: true, value: false });
  expect(await open().read('b')).toEqual({ ok: true, value: 'ключ' });
  expect(open().describe()).toBe('an encrypted file (Electron’s safeStorage, gnome_libsecret)');
});

it('stores nothing with the password that is part of Chromium’s sources', async () => {
  stub.version = 'v10';
  expect(await open().write('a', 'secret')).toMatchObject({
    ok: false,
    reason: expect.stringContaining('no secret service or wallet'),
  });
  expect(await open().read('a')).toEqual({ ok: true, value: null });
  // The same version is one of a key of the system elsewhere.
  expect(await open('darwin').write('a', 'secret')).toEqual({ ok: true, value: undefined });
  expect(await open('darwin').read('a')).toEqual({ ok: true, value: 'secret' });
  expect(await open().read('a')).toMatchObject({ ok: false });
});

it('stores nothing without a key, and reads no damaged file', async () => {
  stub.isAvailable = false;
  expect(await open().write('a', 'secret')).toMatchObject({ ok: false, cause: 'refused' });
  stub.isAvailable = true;
  for (const damage of ['', '{', '{"a": 1}', '[]', '{"a": "no base64!"}']) {
    writeFileSync(file, damage);
    expect(await open().read('a')).toEqual({ ok: true, value: null });
    expect(await open().remove('a')).toEqual({ ok: true, value: false });
  }
  expect(await open().write('a', 'secret')).toMatchObject({ ok: true });
});

it('encrypts again with a newer key', async () => {
  await open().write('a', 'secret');
  stub.shouldReEncrypt = true;
  stub.version = 'v12';
  expect(await open().read('a')).toEqual({ ok: true, value: 'secret' });
  const stored = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  expect(Buffer.from(stored.a ?? '', 'base64').toString()).toBe('v12terces');
});

it('reverts a write that ends after its time', async () => {
  const key = Promise.withResolvers<Buffer<ArrayBuffer>>();
  stub.encryptStringAsync = () => key.promise;
  // What is read afterwards may take any time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const keychain = open('linux', 20);
  const writing = keychain.write('a', 'secret');
  vi.advanceTimersByTime(20);
  expect(await writing).toMatchObject({ ok: false, cause: 'unresponsive' });
  key.resolve(Buffer.from('v11terces'));
  expect(await open().read('a')).toEqual({ ok: true, value: null });
  expect(await keychain.read('a')).toEqual({ ok: true, value: null });
});
