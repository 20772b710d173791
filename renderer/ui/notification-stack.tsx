import { Notifications, useNotifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
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

/** The content of a notification; in the front one with the number of those behind. */
export function StackedMessage({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const { notifications, queue } = useNotifications();
  const others = notifications.length + queue.length - 1;
  const isInFront = notifications.at(-1)?.id === id;
  return (
    <>
      <span>{children}</span>
      {isInFront && others > 0 ? <span className={styles.others}>{others} more</span> : null}
    </>
  );
}
