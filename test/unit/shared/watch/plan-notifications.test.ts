import { expect, it } from 'vitest';
import { planNotifications } from '../../../../shared/watch/plan-notifications.ts';

const now = Date.parse('2026-11-10T12:00:00Z');

function buildEvents(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: `event ${index}`,
    ruleName: 'Large ships',
    statement: `Large vessel, ${index} m.`,
    collectedAt: new Date(now - index * 3_600_000).toISOString(),
  }));
}

it.each([0, 1, 2, 3, 4, 100, 5_000])(
  '%i findings make at most three notifications, which count all',
  (count) => {
    const notifications = planNotifications(buildEvents(count), now);
    expect(notifications.length).toBeLessThanOrEqual(3);
    expect(notifications.length).toBe(Math.min(3, count));
    const named = notifications.filter(({ eventId }) => eventId !== null).length;
    const counted = notifications.find(({ eventId }) => eventId === null)?.body ?? '0';
    expect(named + Number.parseInt(counted.replaceAll(',', ''), 10)).toBe(count);
  },
);

it('each states how long ago it was collected', () => {
  const [late] = planNotifications(
    [{ id: 'a', ruleName: 'R', statement: 'Found.', collectedAt: '2026-11-09T05:00:00Z' }],
    now,
  );
  expect(late).toEqual({ id: 'a', title: 'R', body: 'Found. Collected 1 d 7 h ago.', eventId: 'a' });
  const [unknown] = planNotifications(
    [{ id: 'a', ruleName: 'R', statement: 'Found.', collectedAt: null }],
    now,
  );
  expect(unknown?.body).toBe('Found. Collection time not stated.');
});

it('findings of several rules are counted together', () => {
  const events = buildEvents(8).map((event, index) => ({ ...event, ruleName: `Rule ${index % 2}` }));
  expect(planNotifications(events, now).at(-1)).toEqual({
    id: 'event 2',
    title: '2 rules',
    body: '6 more findings in the inbox.',
    eventId: null,
  });
});

it('notifications of different runs have different ids, also those that count as many', () => {
  const runs = ['one', 'two'].map((run) =>
    buildEvents(5).map((event) => ({ ...event, id: `${run} ${event.id}` })),
  );
  const ids = runs.flatMap((events) => planNotifications(events, now)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(6);
});
