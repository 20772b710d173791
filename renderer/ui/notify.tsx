import { randomId } from '@mantine/hooks';
import {
  type NotificationData,
  notifications,
  notificationsStore,
  useNotifications,
} from '@mantine/notifications';
import type { ReactNode } from 'react';
import type { Failure } from '../../shared/result.ts';
import { FailureText } from './failure-text.tsx';
import styles from './notification-stack.module.css';
import { TextButton } from './text-button.tsx';

const infoDurationMs = 6_000;
/** Longer than for information, since the second of two sentences is the remedy. */
const failureDurationMs = 20_000;
/** A button must be reached by keyboard, too, before it disappears. */
const actionDurationMs = 10_000;

/** Shows a short message that closes by itself. */
export function notifyInfo(message: string): void {
  show({ message, color: 'accent', autoClose: infoDurationMs });
}

/** Shows a failure for 20 seconds. The same title and message are not shown twice. */
export function notifyFailure(failure: Failure, title?: string): void {
  show({
    id: `failure ${title ?? ''} ${failure.code} ${failure.message}`,
    ...(title ? { title } : {}),
    message: (
      <FailureText
        failure={failure}
        text={[failure.message, ...(failure.problems ?? []).map((problem) => problem.message)].join(' ')}
      />
    ),
    color: 'red',
    autoClose: failureDurationMs,
    role: 'alert',
  });
}

/** A button in a notification. */
export type NotificationAction = { readonly label: string; run(): void | Promise<void> };

/** Shows a message with a button for ten seconds. Returns its id. */
export function notifyAction(message: string, action: NotificationAction): string {
  return showAction(message, action, { autoClose: actionDurationMs });
}

/** The ids of the last notifications, by `tag`. */
const lastByTag = new Map<string, string>();

/**
 * Shows a message with a button until it is closed: the user may be away when it comes. It replaces the one with the same
 * `tag`. `onClose` is called when it is closed, also by the button.
 */
export function notifyUntilClosed(
  title: string,
  message: string,
  action: NotificationAction,
  { tag, onClose }: { readonly tag?: string; readonly onClose?: () => void } = {},
): void {
  showTagged(message, action, { title, autoClose: false, ...(onClose && { onClose }) }, tag);
}

/** Shows what happened, with a button, for ten seconds, in place of the notification with the same `tag`. */
export function notifyEvent(
  title: string,
  message: string,
  action: NotificationAction,
  { tag }: { readonly tag?: string } = {},
): void {
  showTagged(message, action, { title, autoClose: actionDurationMs }, tag);
}

function showTagged(
  message: string,
  action: NotificationAction,
  data: Pick<NotificationData, 'title' | 'autoClose' | 'onClose'>,
  tag: string | undefined,
): void {
  const last = tag === undefined ? undefined : lastByTag.get(tag);
  if (last !== undefined) notifications.hide(last);
  const id = showAction(message, action, data);
  if (tag !== undefined) lastByTag.set(tag, id);
}

/** Shows a message that changes, with a button, until `close` is called. */
export function notifyProgress(
  message: string,
  action: NotificationAction,
): { update(message: string): void; close(): void } {
  const id = showAction(message, action, { autoClose: false, withCloseButton: false, role: 'status' });
  return {
    update: (changed) =>
      notifications.update({
        id,
        message: <StackedMessage id={id}>{withAction(id, changed, action)}</StackedMessage>,
      }),
    close: () => notifications.hide(id),
  };
}

/** Closes the notifications about a workspace that is no longer open: all but short messages, which close by themselves. */
export function closeWorkspaceNotifications(): void {
  const { notifications: shown, queue } = notificationsStore.getState();
  for (const { id = '', autoClose } of [...shown, ...queue]) {
    if (autoClose !== infoDurationMs) notifications.hide(id);
  }
}

function showAction(
  message: string,
  action: NotificationAction,
  data: Omit<NotificationData, 'id' | 'message'>,
): string {
  const id = randomId();
  show({ ...data, id, message: withAction(id, message, action), color: 'accent' });
  return id;
}

function withAction(id: string, message: string, { label, run }: NotificationAction): ReactNode {
  return (
    <>
      {message}{' '}
      <TextButton
        onClick={() => {
          notifications.hide(id);
          void run();
        }}
      >
        {label}
      </TextButton>
    </>
  );
}

let lastEdit: string | undefined;

/** Shows what was done, undone or redone, with a button for the opposite, in place of the last such message. */
export function notifyEdit(message: string, action: NotificationAction): void {
  if (lastEdit !== undefined) notifications.hide(lastEdit);
  lastEdit = notifyAction(message, action);
}

function show({
  message,
  id = randomId(),
  ...data
}: NotificationData & { readonly message: ReactNode }): void {
  notifications.show({
    ...data,
    id,
    message: <StackedMessage id={id}>{message}</StackedMessage>,
    closeButtonProps: { 'aria-label': 'Hide this message' },
  });
}

/** The content of a notification; in the front one with the number of those behind. */
function StackedMessage({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const { notifications: shown, queue } = useNotifications();
  const others = shown.length + queue.length - 1;
  const isInFront = shown.at(-1)?.id === id;
  return (
    <>
      <span>{children}</span>
      {isInFront && others > 0 ? <span className={styles.others}>{others} more</span> : null}
    </>
  );
}
