import { Button } from '@mantine/core';
import { useApp } from '../../app/app-context.tsx';
import { useOrders, useSession } from '../../app/use-stores.ts';
import { canSend } from '../../commands/order-commands.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatQuantity } from '../../components/format.ts';
import { Note } from '../../components/note.tsx';
import type { SendState } from '../../stores/orders-store.ts';
import styles from './orders.module.css';
import { submissionTexts } from './submission-texts.ts';

const workTexts: Readonly<Partial<Record<SendState['kind'], string>>> = {
  checking: 'Comparing with known orders…',
  sending: 'Sending…',
};

/** The button that sends the order, why it cannot be sent now, and what became of the last attempt. */
export function SendBar({ problemCount }: { readonly problemCount: number }) {
  const app = useApp();
  const send = useOrders((state) => state.send);
  // Whether it can be sent follows from the session.
  useSession((state) => state.session);
  const sendable = canSend(app);
  const work = workTexts[send.kind];
  return (
    <div className={styles.send}>
      {send.kind === 'not-taken' && (
        <>
          <Note tone="bad">{submissionTexts[send.submission.state].meaning} The draft is as it was.</Note>
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
          loading={work !== undefined}
          title={sendable === true ? 'Compares it with known orders, then sends it, once' : sendable}
        >
          Send the order
        </Button>
        {work && <span className="muted">{work}</span>}
        {sendable !== true && <span className="muted">{sendable}</span>}
      </div>
    </div>
  );
}
