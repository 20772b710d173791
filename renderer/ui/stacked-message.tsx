import { useNotifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import styles from './notification-stack.module.css';

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
