import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Clock } from '../../electron/core/session/clock.ts';
import {
  issueToken,
  type LivingToken,
  printKeptToken,
  restoreToken,
} from '../../electron/core/session/living-token.ts';
import { createTokenKeeper } from '../../electron/core/session/token-keeper.ts';
import { createMemoryKeychain } from '../builders/memory-keychain.ts';
import { buildProfile } from '../builders/service-access.ts';

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
  const keeper = createTokenKeeper({
    keychain,
    clock,
    changed: () => changes.push(keeper.state().status),
  });
  return { keychain, keeper, changes };
}

/** What the next run makes of the token that this run kept. */
function restored(kept: LivingToken, clockThen: Clock = clock) {
  return restoreToken(printKeptToken(kept, profile), profile, clockThen);
}

it('lets a token live for as long as the service said, and tells when it ends', async () => {
  const { keeper, changes, keychain } = keep();
  await keeper.keep(profile, issueToken('anna', login, clock));
  expect(keeper.state()).toEqual({
    status: 'signed-in',
    expiresAt: '2026-11-20T16:00:00.000Z',
    tokenStorage: 'keychain',
  });
  clock.pass(8 * hour - 1);
  expect(keeper.living()?.token).toBe('abc');
  expect(changes).toEqual([]);
  clock.pass(1);
  expect(changes).toEqual(['expired']);
  expect(keeper.living()).toBeUndefined();
  await vi.waitFor(() => expect(keychain.entries.size).toBe(0));
});

it('is not led astray by a wall clock that is set', async () => {
  const { keeper } = keep();
  await keeper.keep(profile, issueToken('anna', login, clock));
  clock.wallMs -= 100 * hour;
  clock.pass(8 * hour);
  expect(keeper.living()).toBeUndefined();

  await keeper.keep(profile, issueToken('anna', login, clock));
  clock.wallMs += 100 * hour;
  clock.pass(hour);
  expect(keeper.living()?.token).toBe('abc');
});

it('notices the end although timers stood still while the computer slept', async () => {
  const { keeper, changes } = keep();
  await keeper.keep(profile, issueToken('anna', login, clock));
  clock.monotonicMs += 9 * hour;
  vi.advanceTimersByTime(30_000);
  expect(changes).toEqual(['expired']);
});

it('restores a token for the rest of its life', () => {
  const kept = issueToken('anna', login, clock);
  clock.pass(3 * hour);
  expect(restored(kept)).toMatchObject({
    token: 'abc',
    username: 'anna',
    endsAt: clock.monotonicMs + 5 * hour,
  });
});

it('does not restore a token whose life is over', () => {
  const kept = issueToken('anna', login, clock);
  clock.pass(8 * hour);
  expect(restored(kept)).toEqual({ dead: 'expired', username: 'anna' });
});

it('does not restore a token when the clock was set back behind the sign-in', () => {
  const kept = issueToken('anna', login, clock);
  clock.wallMs -= 6 * 60_000;
  expect(restored(kept)).toEqual({ dead: 'expired', username: 'anna' });
});

it('gives a clock that lies a little behind no more than the whole life', () => {
  const kept = issueToken('anna', login, clock);
  clock.wallMs -= 4 * 60_000;
  expect(restored(kept)).toMatchObject({ endsAt: clock.monotonicMs + 8 * hour });
});

it('does not restore a token for another address, or from what it cannot read', () => {
  const text = printKeptToken(issueToken('anna', login, clock), profile);
  const moved = buildProfile('https://elsewhere.example.org');
  expect(restoreToken(text, moved, clock)).toEqual({ dead: 'unusable' });
  for (const broken of ['', 'null', '{}', text.slice(0, -5), text.replace('abc', 'a\\r\\nb')]) {
    expect(restoreToken(broken, profile, clock), broken).toEqual({ dead: 'unusable' });
  }
});

it('restores the token of the demo service, whose port changes', () => {
  const demo = { kind: 'demo' as const, id: 'demo' };
  const text = printKeptToken(issueToken('a', login, clock), buildProfile('http://127.0.0.1:1', demo));
  expect(restoreToken(text, buildProfile('http://127.0.0.1:2', demo), clock)).toMatchObject({ token: 'abc' });
});

it('bounds a life that no date could express', () => {
  const endless = issueToken('anna', { token: 'abc', expiresInSeconds: 1e300 }, clock);
  expect(endless.lifetimeMs).toBe(365 * 24 * hour);
});

it('keeps the token in memory when the keychain fails, and says why', async () => {
  const { keeper, keychain } = keep();
  keychain.failure = 'The keyring is locked.';
  await keeper.keep(profile, issueToken('anna', login, clock));
  expect(keeper.living()?.token).toBe('abc');
  expect(keeper.state()).toMatchObject({
    status: 'signed-in',
    tokenStorage: 'memory',
    keychainProblem: 'The keyring is locked.',
  });
});

it('forgets in both places', async () => {
  const { keeper, keychain } = keep();
  await keeper.keep(profile, issueToken('anna', login, clock));
  expect(keychain.entries.size).toBe(1);
  await keeper.forget(profile);
  expect(keychain.entries.size).toBe(0);
  expect(keeper.state()).toEqual({ status: 'signed-out', tokenStorage: 'none' });
});

it('says so when the keychain does not let go of the token', async () => {
  const { keeper, keychain } = keep();
  await keeper.keep(profile, issueToken('anna', login, clock));
  keychain.failure = 'The keyring is locked.';
  await keeper.forget(profile);
  expect(keeper.living()).toBeUndefined();
  expect(keeper.state().keychainProblem).toContain('still be in the keychain. The keyring is locked.');
});

it('says so when a locked keychain does not show the token that is to be removed', async () => {
  const { keeper, keychain } = keep();
  await keeper.keep(profile, issueToken('anna', login, clock));
  keychain.entries.clear();
  await keeper.forget(profile);
  expect(keeper.state().keychainProblem).toContain('may still be in the keychain');
});

it('lets go of a token that the service refuses, but not of another', async () => {
  const { keeper, changes, keychain } = keep();
  await keeper.keep(profile, issueToken('anna', login, clock));
  keeper.refused('an older one');
  expect(keeper.living()?.token).toBe('abc');
  keeper.refused('abc');
  expect(changes).toEqual(['expired']);
  await vi.waitFor(() => expect(keychain.entries.size).toBe(0));
});

it('recalls what an earlier run kept, without taking it over', async () => {
  const { keychain, keeper: earlier } = keep();
  await earlier.keep(profile, issueToken('anna', login, clock));
  const { keeper } = keep(keychain);
  const recalled = await keeper.recall(profile);
  expect(recalled).toMatchObject({ username: 'anna', token: { token: 'abc' } });
  expect(keeper.living()).toBeUndefined();
  if (recalled.token) keeper.hold(profile, recalled.token);
  expect(keeper.state()).toMatchObject({ status: 'signed-in', tokenStorage: 'keychain' });
});

it('takes an expired token out of the keychain when it comes across it', async () => {
  const { keychain, keeper: earlier } = keep();
  await earlier.keep(profile, issueToken('anna', login, clock));
  earlier.close();
  clock.pass(9 * hour);
  const { keeper } = keep(keychain);
  expect(await keeper.recall(profile)).toEqual({ username: 'anna' });
  expect(keeper.state().status).toBe('expired');
  expect(keychain.entries.size).toBe(0);
});
