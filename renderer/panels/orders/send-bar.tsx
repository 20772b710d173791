import { Button } from '@mantine/core';
import { useApp } from '../../app/app-context.tsx';
import { useOrders, useSession } from '../../app/use-stores.ts';
import { canSend } from '../../commands/order-commands.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatQuantity } from '../../components/format.ts';
import { Note } from '../../components/note.tsx';
import styles from './orders.module.css';
import { submissionTexts } from './submission-texts.ts';

/** The button that sends the order, why it cannot be sent now, and what became of the last attempt. */
export function SendBar({ problemCount }: { readonly problemCount: number }) {
  const app = useApp();
  const send = useOrders((state) => state.send);
  // Whether it can be sent follows from the session.
  useSession((state) => state.session);
  const sendable = canSend(app);
  return (
    <div className={styles.send}>
      {send.kind === 'not-taken' && (
        <>
          <Note tone="bad">{submissionTexts[send.submission.state].meaning} The form is as it was.</Note>
          {send.submission.failure && <FailureNote title="Reason:" failure={send.submission.failure} />}
        </>
      )}
      {send.kind === 'failed' && <FailureNote title="The order was not sent." failure={send.failure} />}
      {problemCount > 0 && (
        <p className={styles.error} role="alert">
          {formatQuantity(problemCount, 'field needs', 'fields need')} your attention.
        </p>
      )}
      <div className={styles.bar}>
        <Button
          type="submit"
          variant="filled"
          disabled={sendable !== true}
          loading={send.kind === 'sending'}
          title={sendable === true ? 'Sends the order, once' : sendable}
        >
          Send the order
        </Button>
        {send.kind === 'sending' && <span className="muted">Sending…</span>}
        {sendable !== true && <span className="muted">{sendable}</span>}
      </div>
    </div>
  );
}
