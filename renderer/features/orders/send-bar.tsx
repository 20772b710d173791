import { Button } from '@mantine/core';
import { isNotOrdered, type Submission } from '../../../shared/orders/request/submission.ts';
import { useApp } from '../../context/app-context.tsx';
import { useOrders, useSession } from '../../context/use-stores.ts';
import type { EditedDraft, SendState } from '../../stores/orders-store.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LastSubmission } from './last-submission.tsx';
import { canSend } from './order-commands.ts';
import styles from './orders.module.css';
import { texts } from './texts.ts';

const progressTexts: Readonly<Partial<Record<SendState['kind'], string>>> = {
  checking: texts.sending.comparing,
  sending: texts.sending.sending,
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
  const isSent = last !== undefined && !isNotOrdered(last);
  const sendable = isSent ? texts.sending.wasSent : canSend(app);
  const progress = progressTexts[send.kind];
  return (
    <div className={styles.send}>
      {last && <LastSubmission editing={editing} submission={last} />}
      {send.kind === 'failed' && !isSent && (
        <FailureNote title={texts.sending.notSent} failure={send.failure} />
      )}
      {problemCount > 0 && (
        <p className={styles.error} role="alert">
          {texts.sending.problems(problemCount)}
        </p>
      )}
      <div className={styles.bar}>
        <Button
          type="submit"
          variant="filled"
          disabled={sendable !== true}
          loading={progress !== undefined}
          title={sendable === true ? texts.sending.hint : sendable}
        >
          {texts.sending.send}
        </Button>
        {progress && <span className="muted">{progress}</span>}
        {sendable !== true && !isSent && <span className="muted">{sendable}</span>}
      </div>
    </div>
  );
}
