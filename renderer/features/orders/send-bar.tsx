import { Button } from '@mantine/core';
import { formatQuantity } from '../../../shared/format.ts';
import { orderedNothing, type Submission } from '../../../shared/orders/request/submission.ts';
import { useApp } from '../../context/app-context.tsx';
import { useOrders, useSession } from '../../context/use-stores.ts';
import type { EditedDraft, SendState } from '../../stores/orders-store.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LastSubmission } from './last-submission.tsx';
import { canSend } from './order-commands.ts';
import styles from './orders.module.css';

const progressTexts: Readonly<Partial<Record<SendState['kind'], string>>> = {
  checking: 'Comparing with known orders…',
  sending: 'Sending…',
};

/** The button that sends the order, why it cannot be sent now, and its outcome when it was sent before. */
export function SendBar({
  editing,
  last,
  problemCount,
}: {
  readonly editing: EditedDraft;
  /** The draft's last submission, if it was sent before. */
  readonly last: Submission | undefined;
  readonly problemCount: number;
}) {
  const app = useApp();
  const send = useOrders((state) => state.send);
  // `canSend` reads the session, so a change of the session has to render this again.
  useSession((state) => state.session);
  const isSent = last !== undefined && !orderedNothing(last);
  const sendable = isSent ? 'This draft was sent before.' : canSend(app);
  const progress = progressTexts[send.kind];
  return (
    <div className={styles.send}>
      {last && <LastSubmission editing={editing} submission={last} />}
      {send.kind === 'failed' && !isSent && (
        <FailureNote title="The order was not sent." failure={send.failure} />
      )}
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
          loading={progress !== undefined}
          title={sendable === true ? 'Compares it with known orders, then sends it, once' : sendable}
        >
          Send order
        </Button>
        {progress && <span className="muted">{progress}</span>}
        {sendable !== true && !isSent && <span className="muted">{sendable}</span>}
      </div>
    </div>
  );
}
