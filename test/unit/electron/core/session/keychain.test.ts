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

it('returns a reason where keytar is not installed', async () => {
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
    cause: 'absent',
  });
  expect((await keychain.write('a', 'secret')).ok).toBe(false);
  expect((await keychain.remove('a')).ok).toBe(false);
  expect(loads).toBe(1);
});

it('ends the wait for a keychain that does not respond', async () => {
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
  expect(failed.ok ? '' : failed.details).toContain('not activatable');
  fails = false;
  expect(await keychain.read('a')).toEqual({ ok: true, value: 'secret' });
});

/** A keytar in memory that refuses an entry as Windows does: keytar passes UTF-8 bytes to CredWrite. */
function windowsKeytar() {
  const entries = new Map<string, string>();
  let writesLeft = Number.POSITIVE_INFINITY;
  const keytar: Keytar = {
    async getPassword(_service, account) {
      return entries.get(account) ?? null;
    },
    async setPassword(_service, account, secret) {
      if (Buffer.byteLength(secret) > 5 * 512) throw new Error('The stub received bad data.');
      if (writesLeft === 0) throw new Error('The session has ended.');
      writesLeft -= 1;
      entries.set(account, secret);
    },
    async deletePassword(_service, account) {
      return entries.delete(account);
    },
  };
  return {
    entries,
    keychain: createKeytarKeychain({ load: async () => keytar }),
    limitWrites: (count: number) => {
      writesLeft = count;
    },
  };
}

const secrets = {
  'an empty one': '',
  'one that fills an entry': 'a'.repeat(2560),
  'one byte more': 'a'.repeat(2561),
  'a long token': 'tokén-'.repeat(5_000),
  'letters outside the basic plane': '🛰'.repeat(1_999),
  'a short one of two-byte letters': 'é'.repeat(1_281),
};

it.each(Object.entries(secrets))('stores, returns and removes %s on Windows', async (_name, secret) => {
  const { entries, keychain } = windowsKeytar();
  expect(await keychain.write('a', secret)).toEqual({ ok: true, value: undefined });
  expect(await keychain.read('a')).toEqual({ ok: true, value: secret });
  expect(await keychain.remove('a')).toEqual({ ok: true, value: true });
  expect(entries.size).toBe(0);
  expect(await keychain.read('a')).toEqual({ ok: true, value: null });
  expect(await keychain.remove('a')).toEqual({ ok: true, value: false });
});

it('stores a short secret that looks like the beginning of a long one', async () => {
  const { entries, keychain } = windowsKeytar();
  await keychain.write('a', 'a'.repeat(9_000));
  const looksAlike = entries.get('a') ?? '';
  await keychain.write('b', looksAlike);
  expect(await keychain.read('b')).toEqual({ ok: true, value: looksAlike });
});

it('reads no secret from a set of entries without one of them', async () => {
  const { entries, keychain } = windowsKeytar();
  await keychain.write('a', 'a'.repeat(9_000));
  expect(entries.size).toBeGreaterThan(3);
  for (const [account, entry] of [...entries]) {
    entries.delete(account);
    expect(await keychain.read('a'), `without ${account}`).toEqual({ ok: true, value: null });
    entries.set(account, entry);
  }
  expect(await keychain.read('a')).toEqual({ ok: true, value: 'a'.repeat(9_000) });
});

it('reads no secret from a first entry that is cut', async () => {
  const { entries, keychain } = windowsKeytar();
  await keychain.write('a', 'a'.repeat(9_000));
  const first = entries.get('a') ?? '';
  for (const length of [first.length - 1, first.length - 2, 20, 16]) {
    entries.set('a', first.slice(0, length));
    expect(await keychain.read('a'), first.slice(0, length)).toEqual({ ok: true, value: null });
  }
});

it('reads no secret from entries of two writes', async () => {
  const { entries, keychain } = windowsKeytar();
  await keychain.write('a', 'a'.repeat(9_000));
  const former = new Map(entries);
  await keychain.write('a', 'b'.repeat(9_000));
  expect([...entries.keys()].toSorted()).toEqual([...former.keys()].toSorted());
  for (const [account, entry] of former) {
    const newer = entries.get(account) ?? '';
    entries.set(account, entry);
    expect(await keychain.read('a'), `with the former ${account}`).toEqual({ ok: true, value: null });
    entries.set(account, newer);
  }
});

it.each([0, 1, 2, 3])('leaves nothing of a long secret whose write fails after %i entries', async (count) => {
  const { entries, keychain, limitWrites } = windowsKeytar();
  await keychain.write('a', 'a'.repeat(20_000));
  limitWrites(count);
  expect((await keychain.write('a', 'b'.repeat(9_000))).ok).toBe(false);
  expect(await keychain.read('a')).toEqual({ ok: true, value: null });
  expect(entries.size).toBe(0);
});

it.each([10, 5_000])(
  'removes the other entries of a longer secret when one of %i bytes is written',
  async (bytes) => {
    const { entries, keychain } = windowsKeytar();
    await keychain.write('other', 'o'.repeat(9_000));
    await keychain.write('a', 'b'.repeat(bytes));
    const expected = entries.size;
    await keychain.write('a', 'a'.repeat(20_000));
    expect(entries.size).toBeGreaterThan(expected);
    await keychain.write('a', 'b'.repeat(bytes));
    expect(entries.size).toBe(expected);
    expect(await keychain.read('a')).toEqual({ ok: true, value: 'b'.repeat(bytes) });
    expect(await keychain.read('other')).toEqual({ ok: true, value: 'o'.repeat(9_000) });
  },
);
