import { describeOrderChange, summarizeOrderChanges } from '../../../../shared/orders/list/order-changes.ts';
import {
  lastNotifications,
  type OrderNotification,
} from '../../../../shared/orders/list/order-notification.ts';
import { useApp } from '../../../context/app-context.tsx';
import { showOrder } from '../../../context/show-order.ts';
import { Note } from '../../../ui/note.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { markNotificationsSeen } from '../order-tracking-commands.ts';
import { texts } from '../texts.ts';
import styles from './tracking.module.css';
import { useOrderNotifications } from './use-order-notifications.ts';

/** Maximum number of changes listed one by one. */
const maxListedChanges = 6;

/** Changed orders, those of while Sightline was closed and since: a summary, then each, until marked as seen. */
export function OrderNotificationsNote() {
  const app = useApp();
  const notifications = lastNotifications(useOrderNotifications());
  if (notifications.length === 0) return null;
  const whileClosed = notifications.filter((item) => item.whileClosed);
  const since = notifications.filter((item) => !item.whileClosed);
  const latest = notifications.slice(-maxListedChanges).reverse();
  return (
    <Note>
      <section aria-label={texts.notifications.label}>
        <Summary title={texts.notifications.whileClosed} items={whileClosed} />
        <Summary
          title={whileClosed.length > 0 ? texts.notifications.sinceThen : texts.notifications.sinceVisit}
          items={since}
        />
        <ul className={styles.notifications}>
          {latest.map(({ change, noticedAt }) => {
            const { title, body } = describeOrderChange(change);
            return (
              <li key={`${change.orderId} ${noticedAt} ${change.kind}`}>
                <TextButton
                  title={texts.notifications.noticed(noticedAt)}
                  onClick={() => showOrder(app, change.orderId)}
                >
                  {title}
                </TextButton>
                : {body}
              </li>
            );
          })}
        </ul>
        {notifications.length > latest.length && (
          <div className="muted">{texts.notifications.earlier(notifications.length - latest.length)}</div>
        )}
        <TextButton onClick={() => void markNotificationsSeen(app, null)}>
          {texts.notifications.markSeen}
        </TextButton>
      </section>
    </Note>
  );
}

function Summary({ title, items }: { readonly title: string; readonly items: readonly OrderNotification[] }) {
  if (items.length === 0) return null;
  return (
    <div>
      <strong>{title}:</strong> {summarizeOrderChanges(items.map(({ change }) => change)).join(' · ')}
    </div>
  );
}
