import { expect, it } from 'vitest';
import type { HttpOutcome } from '../../../../../electron/core/service/http.ts';
import { retryAfterMs, withRetries } from '../../../../../electron/core/service/retry.ts';
import { fail } from '../../../../../shared/result.ts';

function answer(status: number, headers: Record<string, string> = {}): HttpOutcome {
  return { ok: true, response: { status, headers, body: new Uint8Array() } };
}

function failure(code: Parameters<typeof fail>[0]): HttpOutcome {
  return { ok: false, failure: fail(code, 'x').failure, sent: false };
}

/** Carries out the outcomes one after the other; notes the waits between. */
async function tryOut(outcomes: readonly HttpOutcome[], random = () => 0.999_999) {
  const waits: number[] = [];
  let tried = 0;
  const attempt = async () => {
    tried += 1;
    return outcomes[Math.min(tried, outcomes.length) - 1] ?? answer(200);
  };
  const wait = async (milliseconds: number) => waits.push(Math.round(milliseconds));
  const outcome = await withRetries(attempt, undefined, { wait, random });
  return { tried, waits, outcome };
}

it('tries five times at most, waiting up to twice as long each time', async () => {
  const { tried, waits } = await tryOut([failure('unreachable')]);
  expect(tried).toBe(5);
  expect(waits).toEqual([500, 1000, 2000, 4000]);
});

it('waits any time from nothing on, so that many do not come back at once', async () => {
  const { waits } = await tryOut([answer(503)], () => 0);
  expect(waits).toEqual([0, 0, 0, 0]);
});

it('ends with the first final response', async () => {
  const { tried, outcome } = await tryOut([answer(500), failure('timeout'), answer(200)]);
  expect(tried).toBe(3);
  expect(outcome).toMatchObject({ ok: true, response: { status: 200 } });
});

it.each([400, 401, 403, 404, 405, 200, 201])('takes %i for final', async (status) => {
  expect((await tryOut([answer(status)])).tried).toBe(1);
});

it.each(['tls', 'redirected', 'too-large', 'bad-response', 'cancelled', 'insecure-address'] as const)(
  'takes %s for final',
  async (code) => {
    expect((await tryOut([failure(code)])).tried).toBe(1);
  },
);

it('honors Retry-After, within a minute', async () => {
  const requested = (value: string) => answer(429, { 'retry-after': value });
  const { waits } = await tryOut([requested('7'), requested('86400'), requested('soon'), answer(200)]);
  expect(waits).toEqual([7_000, 60_000, 2_000]);
});

it('reads Retry-After as seconds or as a date, which it compares with the time of the response', () => {
  const after = (value: string | undefined, date = 'Fri, 20 Nov 2026 08:00:00 GMT') =>
    retryAfterMs({ 'retry-after': value, date });
  expect(after('120')).toBe(120_000);
  expect(after('Fri, 20 Nov 2026 08:00:30 GMT')).toBe(30_000);
  expect(after('Fri, 20 Nov 2026 07:00:00 GMT')).toBe(0);
  expect(after('Friday, 20-Nov-26 08:00:30 GMT')).toBe(30_000);
  expect(after('Fri Nov 20 08:00:30 2026')).toBe(30_000);
  for (const none of ['whenever', '-5', '1.5', '', 'May', '2026-11-20T08:00:30Z', undefined]) {
    expect(after(none), none).toBeUndefined();
  }
  const soon = new Date(Date.now() + 30_000).toUTCString();
  expect(after(soon, '')).toBeGreaterThan(0);
  expect(after(soon, 'today')).toBeLessThanOrEqual(30_000);
});

it('stops waiting when the request is cancelled', async () => {
  const controller = new AbortController();
  let tried = 0;
  const outcome = withRetries(
    async () => {
      tried += 1;
      return controller.signal.aborted ? failure('cancelled') : answer(503, { 'retry-after': '60' });
    },
    controller.signal,
    {},
  );
  setTimeout(() => controller.abort(), 20);
  expect(await outcome).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  expect(tried).toBe(2);
});
