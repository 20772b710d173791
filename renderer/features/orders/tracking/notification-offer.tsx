import { useReducer } from 'react';
import { useApp } from '../../../context/app-context.tsx';
import { useHostKind } from '../../../context/use-live-queries.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { allowNotifications, canAllowNotifications } from '../order-tracking-commands.ts';
import { texts } from '../texts.ts';

/** Offers desktop notifications until the browser's permission was requested. */
export function NotificationOffer() {
  const app = useApp();
  useHostKind();
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  if (canAllowNotifications(app) !== true) return null;
  return (
    <p className="muted">
      {texts.notifications.onThisPage}{' '}
      <TextButton onClick={() => void allowNotifications().then(rerender)}>
        {texts.notifications.allow}
      </TextButton>
    </p>
  );
}
