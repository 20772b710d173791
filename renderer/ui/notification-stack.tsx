import { Notifications } from '@mantine/notifications';
import styles from './notification-stack.module.css';

/** The notifications, at the top right of the element that contains this: the newest in front, the others behind it. */
export function NotificationStack() {
  return (
    <div className={styles.corner}>
      <Notifications
        position="top-right"
        layout="stacked"
        containerWidth={304}
        limit={20}
        transitionDuration={120}
        withinPortal={false}
      />
    </div>
  );
}

/** The notifications one below the other, as a part of the page. */
export function NotificationList() {
  return (
    <div className={styles.list}>
      <Notifications position="top-right" limit={20} transitionDuration={0} withinPortal={false} />
    </div>
  );
}
