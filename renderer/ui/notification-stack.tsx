import { Notification } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { type NotificationData, Notifications, notifications } from '@mantine/notifications';
import styles from './notification-stack.module.css';

/**
 * The notifications, at the top right of the element that contains this: the newest in front, the others behind it. In a
 * window that is not visible, the time until they close does not run.
 */
export function NotificationStack() {
  const isVisible = useDocumentVisibility() === 'visible';
  if (!isVisible) return null;
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

/** Notifications one below the other, the newest first, as a part of the page: none closes by itself. */
export function NotificationList({ messages }: { readonly messages: readonly NotificationData[] }) {
  return (
    <div className={styles.list}>
      {messages.toReversed().map(({ id = '', title, message, color = 'accent', role = 'alert' }) => (
        <Notification key={id} title={title} color={color} role={role} onClose={() => notifications.hide(id)}>
          {message}
        </Notification>
      ))}
    </div>
  );
}

/** Closes those of these notifications that would close by themselves as a stack. */
export function closeTemporary(messages: readonly NotificationData[]): void {
  for (const { id = '', autoClose } of messages) if (autoClose !== false) notifications.hide(id);
}
