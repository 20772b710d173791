import { expect, it } from 'vitest';
import { createEvents } from '../../../electron/core/base/events.ts';
import { notifyWatchEvents } from '../../../electron/notify-changes.ts';
import type { AppEvent } from '../../../shared/events/app-event.ts';

it('findings of the watch are shown on the desktop, and a click shows the finding', () => {
  const events = createEvents();
  const published: AppEvent[] = [];
  const clicks: (() => void)[] = [];
  const shown: unknown[] = [];
  events.listen(({ event }) => published.push(event));
  notifyWatchEvents(events, {
    notify(notification, onClick) {
      shown.push(notification);
      clicks.push(onClick);
    },
  });
  events.publish({ type: 'changed', topic: 'watch' });
  events.publish({
    type: 'watch-notifications',
    notifications: [
      { id: 'one', title: 'Large ships', body: 'Large vessel, 212 m.', eventId: 'one' },
      { id: 'two', title: 'Large ships', body: '7 more findings in the inbox.', eventId: null },
    ],
  });
  expect(shown).toEqual([
    { title: 'Large ships', body: 'Large vessel, 212 m.' },
    { title: 'Large ships', body: '7 more findings in the inbox.' },
  ]);
  for (const click of clicks) click();
  expect(published.slice(2)).toEqual([
    { type: 'show-watch-event', eventId: 'one' },
    { type: 'show-watch-event', eventId: null },
  ]);
});
