import { notifications } from '@mantine/notifications';
import type { Failure } from '../../shared/result.ts';
import { TextButton } from './text-button.tsx';

const infoDurationMs = 5_000;
const undoDurationMs = 10_000;

/** Shows a short message that closes by itself. */
export function notifyInfo(message: string): void {
  notifications.show({ message, color: 'accent', autoClose: infoDurationMs });
}

/** Shows a failure until it is closed. The same message is not shown twice. */
export function notifyFailure(failure: Failure, title?: string): void {
  notifications.show({
    id: `failure ${failure.code} ${failure.message}`,
    ...(title ? { title } : {}),
    message: [failure.message, ...(failure.problems ?? []).map((problem) => problem.message)].join(' '),
    color: 'red',
    autoClose: false,
    role: 'alert',
  });
}

/** Shows a message with an Undo button for ten seconds. */
export function notifyUndo(message: string, undo: () => void | Promise<void>): void {
  const id = notifications.show({
    message: (
      <>
        {message}{' '}
        <TextButton
          onClick={() => {
            notifications.hide(id);
            void undo();
          }}
        >
          Undo
        </TextButton>
      </>
    ),
    color: 'accent',
    autoClose: undoDurationMs,
  });
}
