import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  type AccessToken,
  issueToken,
  restoreToken,
  serializeToken,
} from '../../../../../electron/core/session/access-token.ts';
import type { Clock } from '../../../../../electron/core/session/clock.ts';
import { TokenStore } from '../../../../../electron/core/session/token-store.ts';
import { createMemoryKeychain } from '../../../../builders/memory-keychain.ts';
import { buildProfile } from '../../../../builders/service-access.ts';

const hour = 3_600_000;
const profile = buildProfile('https://service.example.org');
const login = { token: 'abc', expiresInSeconds: 8 * 3600 };

let clock: Clock & { wallMs: number; monotonicMs: number; pass(milliseconds: number): void };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  clock = {
    wallMs: Date.parse('2026-11-20T08:00:00Z'),
    monotonicMs: 1_000,
    wall: () => clock.wallMs,
    monotonic: () => clock.monotonicMs,
    pass(milliseconds) {
      for (let left = milliseconds; left > 0; left -= 10_000) {
        const step = Math.min(left, 10_000);
        clock.wallMs += step;
        clock.monotonicMs += step;
        vi.advanceTimersByTime(step);
      }
    },
  };
});
afterEach(() => {
  vi.useRealTimers();
});

function keep(keychain = createMemoryKeychain()) {
  const changes: string[] = [];
  const keeper = new TokenStore({
    keychain,
    clock,
    changed: () => changes.push(keeper.state().status),
  });
  return { keychain, keeper, changes };
}

/** Use that the next run makes of the token that this run saved. */
function restored(stored: AccessToken, clockThen: Clock = clock) {
  return restoreToken(serializeToken(stored, profile), profile, clockThen);
}

it('holds a token for the lifetime that the service stated, and reports its end', async () => {
  const { keeper, changes, keychain } = keep();
  await keeper.save(profile, issueToken('anna', login, clock));
  expect(keeper.state()).toEqual({
    status: 'signed-in',
    expiresAt: '2026-11-20T16:00:00.000Z',
    tokenStorage: 'keychain',
  });
  clock.pass(8 * hour - 1);
  expect(keeper.current()?.token).toBe('abc');
  expect(changes).toEqual([]);
  clock.pass(1);
  expect(changes).toEqual(['expired']);
  expect(keeper.current()).toBeUndefined();
  await vi.waitFor(() => expect(keychain.entries.size).toBe(0));
});

it('does not depend on the wall clock', async () => {
  const { keeper } = keep();
  await keeper.save(profile, issueToken('anna', login, clock));
  clock.wallMs -= 100 * hour;
  clock.pass(8 * hour);
  expect(keeper.current()).toBeUndefined();

  await keeper.save(profile, issueToken('anna', login, clock));
  clock.wallMs += 100 * hour;
  clock.pass(hour);
  expect(keeper.current()?.token).toBe('abc');
});

it('notices the end although timers stood still while the computer slept', async () => {
  const { keeper, changes } = keep();
  await keeper.save(profile, issueToken('anna', login, clock));
  clock.monotonicMs += 9 * hour;
  vi.advanceTimersByTime(30_000);
  expect(changes).toEqual(['expired']);
});

it('restores a token for the rest of its life', () => {
  const stored = issueToken('anna', login, clock);
  clock.pass(3 * hour);
  expect(restored(stored)).toMatchObject({
    token: 'abc',
    username: 'anna',
    endsAt: clock.monotonicMs + 5 * hour,
  });
});

it('does not restore a token whose life is over', () => {
  const stored = issueToken('anna', login, clock);
  clock.pass(8 * hour);
  expect(restored(stored)).toEqual({ invalid: 'expired', username: 'anna' });
});

it('does not restore a token when the clock was set back behind the sign-in', () => {
  const stored = issueToken('anna', login, clock);
  clock.wallMs -= 6 * 60_000;
  expect(restored(stored)).toEqual({ invalid: 'expired', username: 'anna' });
});

it('limits a token to its whole lifetime when the clock is a little slow', () => {
  const stored = issueToken('anna', login, clock);
  clock.wallMs -= 4 * 60_000;
  expect(restored(stored)).toMatchObject({ endsAt: clock.monotonicMs + 8 * hour });
});

it('does not restore a token for another address, or from what it cannot read', () => {
  const text = serializeToken(issueToken('anna', login, clock), profile);
  const moved = buildProfile('https://elsewhere.example.org');
  expect(restoreToken(text, moved, clock)).toEqual({ invalid: 'unusable' });
  for (const broken of ['', 'null', '{}', text.slice(0, -5), text.replace('abc', 'a\\r\\nb')]) {
    expect(restoreToken(broken, profile, clock), broken).toEqual({ invalid: 'unusable' });
  }
});

it('restores the token of the demo service, whose port changes', () => {
  const demo = { kind: 'demo' as const, id: 'demo' };
  const text = serializeToken(issueToken('a', login, clock), buildProfile('http://127.0.0.1:1', demo));
  expect(restoreToken(text, buildProfile('http://127.0.0.1:2', demo), clock)).toMatchObject({ token: 'abc' });
});

it('holds a token whose lifetime is unknown until the service refuses it, also after a restart', async () => {
  const { keeper, changes, keychain } = keep();
  const unknown = issueToken('anna', { token: 'abc', expiresInSeconds: undefined }, clock);
  await keeper.save(profile, unknown);
  expect(keeper.state()).toEqual({ status: 'signed-in', tokenStorage: 'keychain' });
  clock.pass(1000 * hour);
  expect(keeper.current()?.token).toBe('abc');
  expect(restored(unknown)).toMatchObject({
    token: 'abc',
    lifetimeMs: null,
    endsAt: Number.POSITIVE_INFINITY,
  });
  keeper.reject('abc');
  expect(changes).toEqual(['expired']);
  await vi.waitFor(() => expect(keychain.entries.size).toBe(0));
});

it('bounds a life that no date could express', () => {
  const endless = issueToken('anna', { token: 'abc', expiresInSeconds: 1e300 }, clock);
  expect(endless.lifetimeMs).toBe(365 * 24 * hour);
});

it('keeps the token in memory when the keychain fails, and states why', async () => {
  const { keeper, keychain } = keep();
  keychain.failure = 'The keyring is locked.';
  await keeper.save(profile, issueToken('anna', login, clock));
  expect(keeper.current()?.token).toBe('abc');
  expect(keeper.state()).toMatchObject({
    status: 'signed-in',
    tokenStorage: 'memory',
    keychainProblem: 'The keyring is locked.',
  });
});

it('forgets in both places', async () => {
  const { keeper, keychain } = keep();
  await keeper.save(profile, issueToken('anna', login, clock));
  expect(keychain.entries.size).toBe(1);
  await keeper.remove(profile);
  expect(keychain.entries.size).toBe(0);
  expect(keeper.state()).toEqual({ status: 'signed-out', tokenStorage: 'none' });
});

it('reports when the keychain does not remove the token', async () => {
  const { keeper, keychain } = keep();
  await keeper.save(profile, issueToken('anna', login, clock));
  keychain.failure = 'The keyring is locked.';
  await keeper.remove(profile);
  expect(keeper.current()).toBeUndefined();
  expect(keeper.state().keychainProblem).toContain('still be in the keychain. The keyring is locked.');
});

it('reports when a locked keychain hides the token that is to be removed', async () => {
  const { keeper, keychain } = keep();
  await keeper.save(profile, issueToken('anna', login, clock));
  keychain.entries.clear();
  await keeper.remove(profile);
  expect(keeper.state().keychainProblem).toContain('may still be in the keychain');
});

it('removes a token that the service refuses, and no other one', async () => {
  const { keeper, changes, keychain } = keep();
  await keeper.save(profile, issueToken('anna', login, clock));
  keeper.reject('an older one');
  expect(keeper.current()?.token).toBe('abc');
  keeper.reject('abc');
  expect(changes).toEqual(['expired']);
  await vi.waitFor(() => expect(keychain.entries.size).toBe(0));
});

it('reads what an earlier run saved, without using it', async () => {
  const { keychain, keeper: earlier } = keep();
  await earlier.save(profile, issueToken('anna', login, clock));
  const { keeper } = keep(keychain);
  const recalled = await keeper.load(profile);
  expect(recalled).toMatchObject({ username: 'anna', token: { token: 'abc' } });
  expect(keeper.current()).toBeUndefined();
  if (recalled.token) keeper.activate(profile, recalled.token);
  expect(keeper.state()).toMatchObject({ status: 'signed-in', tokenStorage: 'keychain' });
});

it('takes an expired token out of the keychain when it comes across it', async () => {
  const { keychain, keeper: earlier } = keep();
  await earlier.save(profile, issueToken('anna', login, clock));
  earlier.close();
  clock.pass(9 * hour);
  const { keeper } = keep(keychain);
  expect(await keeper.load(profile)).toEqual({ username: 'anna' });
  expect(keeper.state().status).toBe('expired');
  expect(keychain.entries.size).toBe(0);
});
