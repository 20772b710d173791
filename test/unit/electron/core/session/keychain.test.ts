import { expect, it } from 'vitest';
import {
  createKeytarKeychain,
  type KeytarKeychainOptions,
} from '../../../../../electron/core/session/keytar-keychain.ts';

type Keytar = Awaited<ReturnType<NonNullable<KeytarKeychainOptions['load']>>>;

/** A keytar that notes its calls; each waits until the test lets it go on. */
function heldKeytar() {
  const calls: string[] = [];
  const held: (() => void)[] = [];
  const call = (name: string) =>
    new Promise<void>((resolve) => {
      calls.push(name);
      held.push(resolve);
    });
  const keytar: Keytar = {
    async getPassword(_service, account) {
      await call(`get ${account}`);
      return null;
    },
    async setPassword(_service, account) {
      await call(`set ${account}`);
    },
    async deletePassword(_service, account) {
      await call(`delete ${account}`);
      return true;
    },
  };
  const release = async () => {
    held.shift()?.();
    await new Promise((resolve) => setTimeout(resolve, 1));
  };
  return { calls, release, load: async () => keytar };
}

it('answers with a reason where keytar is not installed', async () => {
  let loads = 0;
  const keychain = createKeytarKeychain({
    load: async () => {
      loads += 1;
      throw Object.assign(new Error("Cannot find package 'keytar'"), { code: 'ERR_MODULE_NOT_FOUND' });
    },
  });
  expect(await keychain.read('a')).toEqual({
    ok: false,
    reason: 'Access to the keychain is not installed on this computer (the optional package keytar).',
  });
  expect((await keychain.write('a', 'secret')).ok).toBe(false);
  expect((await keychain.remove('a')).ok).toBe(false);
  expect(loads).toBe(1);
});

it('gives up on a keychain that does not answer', async () => {
  const { load } = heldKeytar();
  const keychain = createKeytarKeychain({ load, timeoutMs: 20 });
  const read = await keychain.read('a');
  expect(read.ok ? '' : read.reason).toContain('may be locked');
});

it('occupies one thread only while the keychain hangs', async () => {
  const { load, calls, release } = heldKeytar();
  const keychain = createKeytarKeychain({ load, timeoutMs: 20 });
  await Promise.all([keychain.read('a'), keychain.read('b'), keychain.read('c')]);
  expect(calls).toEqual(['get a']);
  await release();
  expect(calls).toEqual(['get a', 'get b']);
});

it('undoes a write that succeeds after it was reported as failed', async () => {
  const { load, calls, release } = heldKeytar();
  const keychain = createKeytarKeychain({ load, timeoutMs: 20 });
  expect((await keychain.write('a', 'secret')).ok).toBe(false);
  await release();
  expect(calls).toEqual(['set a', 'delete a']);
});

it('continues after a failed call', async () => {
  let fails = true;
  const keychain = createKeytarKeychain({
    load: async () => ({
      async getPassword() {
        if (fails) throw new Error('The name is not activatable');
        return 'secret';
      },
      async setPassword() {},
      async deletePassword() {
        return true;
      },
    }),
  });
  const failed = await keychain.read('a');
  expect(failed.ok ? '' : failed.reason).toContain('not activatable');
  fails = false;
  expect(await keychain.read('a')).toEqual({ ok: true, value: 'secret' });
});
