import type { AppEvent } from '../../../shared/events/app-event.ts';
import type { WatchNotification } from '../../../shared/watch/plan-notifications.ts';
import { readHostKind } from '../../api/read-query.ts';
import type { App } from '../../context/app-context.tsx';
import { showDesktopNotification } from '../../ui/desktop-notification.ts';
import { notifyUntilClosed } from '../../ui/notify.tsx';
import { openEvent } from './inbox-actions.ts';
import { texts } from './texts.ts';

/**
 * Shows the notifications of the watch, and the finding whose notification was clicked. In the browser host the page
 * shows them: on the desktop where the browser allows it, else on the page. Elsewhere the host does.
 */
export function handleWatchEvent(app: App, event: AppEvent): void {
  if (event.type === 'show-watch-event') void openEvent(app, event.eventId);
  if (event.type !== 'watch-notifications' || readHostKind(app) === 'electron') return;
  for (const notification of event.notifications) show(app, notification);
}

function show(app: App, { id, title, body, eventId }: WatchNotification): void {
  const open = () => void openEvent(app, eventId);
  // Each window shows it, and the desktop shows it once.
  if (showDesktopNotification({ title, body, tag: `watch ${id}` }, open)) return;
  const label = eventId === null ? texts.notification.showInbox : texts.notification.showEvent;
  notifyUntilClosed(title, body, { label, run: open });
}
