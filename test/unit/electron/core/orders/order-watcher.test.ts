import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PulledOrders } from '../../../../../electron/core/orders/order-repository.ts';
import { createOrderWatcher } from '../../../../../electron/core/orders/order-watcher.ts';
import { fail, type Result, succeed } from '../../../../../shared/result.ts';
import type { SessionState } from '../../../../../shared/session/session-state.ts';
import { buildProfile } from '../../../../builders/service-access.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A watcher over a list of responses; the last is repeated. Notes the seconds at which it looked. */
function watch(responses: readonly (Result<PulledOrders> | Promise<Result<PulledOrders>>)[], random = 0.5) {
  const began = Date.now();
  const looks: number[] = [];
  const listeners = new Set<(state: SessionState) => void>();
  let state: SessionState = {
    profile: buildProfile('https://service.example.org'),
    status: 'signed-in',
    username: 'anna',
    tokenStorage: 'memory',
    connection: 'online',
    workspace: 'open',
  };
  const watcher = createOrderWatcher({
    session: {
      state: () => state,
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    pull: async () => {
      looks.push(Math.round((Date.now() - began) / 1000));
      return responses[Math.min(looks.length, responses.length) - 1] ?? fail('cancelled', '');
    },
    onProblem: (error) => {
      throw error;
    },
    random: () => random,
  });
  return {
    watcher,
    looks,
    become(change: Partial<SessionState>) {
      state = { ...state, ...change };
      for (const listener of listeners) listener(state);
    },
    pass: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000),
  };
}

const quiet = succeed({ changed: 0, mayChange: true });
const moving = succeed({ changed: 1, mayChange: true });
const settled = succeed({ changed: 0, mayChange: false });

it('looks at once, then ever more slowly while nothing changes', async () => {
  const { looks, pass } = watch([quiet]);
  await pass(400);
  expect(looks.slice(0, 6)).toEqual([0, 5, 12, 25, 44, 76]);
  const gaps = looks.slice(1).map((look, index) => look - (looks[index] ?? 0));
  expect(Math.max(...gaps)).toBe(60);
});

it('looks often again when something changed', async () => {
  const { looks, pass } = watch([quiet, quiet, quiet, moving, quiet]);
  await pass(40);
  expect(looks).toEqual([0, 5, 12, 25, 28, 33]);
});

it('rests while no order can change, until something is ordered', async () => {
  const { looks, pass, watcher } = watch([settled, settled, quiet]);
  await pass(700);
  expect(looks).toEqual([0, 600]);
  watcher.checkSoon();
  await pass(4);
  expect(looks).toEqual([0, 600, 703]);
});

it.each(['ordered', 'switched account'] as const)(
  'polls soon after a poll during which the user %s',
  async (event) => {
    const running = Promise.withResolvers<Result<PulledOrders>>();
    const { looks, pass, watcher, become } = watch([running.promise, quiet]);
    await pass(1);
    if (event === 'ordered') watcher.checkSoon();
    else become({ username: 'berta' });
    await pass(9);
    running.resolve(event === 'ordered' ? settled : fail('cancelled', ''));
    await pass(4);
    expect(looks).toEqual([0, 13]);
  },
);

it('does not look while signed out, and looks at once after a sign-in', async () => {
  const { looks, pass, become } = watch([quiet]);
  await pass(1);
  become({ status: 'signed-out' });
  await pass(500);
  expect(looks).toEqual([0]);
  become({ status: 'signed-in' });
  await pass(1);
  expect(looks).toEqual([0, 501]);
});

it('starts anew for another account, not for every change of the session', async () => {
  const { looks, pass, become } = watch([quiet]);
  await pass(1);
  become({ connection: 'offline' });
  become({ connection: 'online' });
  await pass(1);
  expect(looks).toEqual([0]);
  become({ username: 'berta' });
  await pass(1);
  expect(looks).toEqual([0, 2]);
});

it('only connects, ever more rarely, while the service is out of reach', async () => {
  const { looks, pass } = watch([fail('unreachable', 'x')]);
  await pass(3000);
  const gaps = looks.slice(1).map((look, index) => look - (looks[index] ?? 0));
  expect(gaps.slice(0, 4)).toEqual([60, 96, 154, 245]);
  expect(Math.max(...gaps)).toBe(600);
});

it('looks soon when something else has reached the service again', async () => {
  const { looks, pass, become } = watch([fail('unreachable', 'x'), quiet]);
  await pass(1);
  become({ connection: 'offline' });
  await pass(19);
  become({ connection: 'online' });
  await pass(3);
  expect(looks).toEqual([0, 23]);
});

it('waits vary by a quarter either way', async () => {
  for (const [random, second] of [
    [0, 4],
    [0.999, 6],
  ] as const) {
    const { looks, pass, watcher } = watch([quiet], random);
    await pass(7);
    expect(looks).toEqual([0, second]);
    await watcher.close();
  }
});

it('stops for good when it is closed', async () => {
  const { looks, pass, watcher } = watch([quiet]);
  await pass(1);
  await watcher.close();
  watcher.checkSoon();
  await pass(500);
  expect(looks).toEqual([0]);
});
