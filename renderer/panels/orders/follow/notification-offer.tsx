import { useReducer } from 'react';
import { useApp } from '../../../app/app-context.tsx';
import { useSession } from '../../../app/use-stores.ts';
import { allowNotifications, canAllowNotifications } from '../../../commands/order-follow-commands.ts';
import { TextButton } from '../../../components/text-button.tsx';

/** Offers desktop notifications while the browser has not been asked for them. */
export function NotificationOffer() {
  const app = useApp();
  useSession((state) => state.hostKind);
  const [, lookAgain] = useReducer((count: number) => count + 1, 0);
  if (canAllowNotifications(app) !== true) return null;
  return (
    <p className="muted">
      Changes are told on this page.{' '}
      <TextButton onClick={() => void allowNotifications().then(lookAgain)}>
        Allow desktop notifications
      </TextButton>
    </p>
  );
}
