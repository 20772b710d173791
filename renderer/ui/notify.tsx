import { notifications } from '@mantine/notifications';
import type { Failure } from '../../shared/result.ts';
import { TextButton } from '../components/text-button.tsx';

const readingTime = 5_000;
const undoTime = 10_000;

/** A short message that goes by itself. */
export function notifyInfo(message: string): void {
  notifications.show({ message, color: 'accent', autoClose: readingTime });
}

/** A failure; it stays until it is closed. The same message is not stacked. */
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

/** A message with an Undo button that stands for ten seconds. */
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
    autoClose: undoTime,
  });
}
