import { Button, Modal } from '@mantine/core';
import styles from './orders.module.css';
import { texts as orderTexts } from './texts.ts';

const texts = orderTexts.decision;

/** What became of a submission without a response: the order that it is, by id and name, or none. */
export type SubmissionDecision = { readonly order: { readonly id: string; readonly name: string } | null };

/** Confirms what became of a submission: the decision cannot be undone. */
export function DecisionDialog({
  decision,
  onConfirm,
  onClose,
}: {
  readonly decision: SubmissionDecision | null;
  readonly onConfirm: (decision: SubmissionDecision) => void;
  readonly onClose: () => void;
}) {
  if (!decision) return null;
  const { order } = decision;
  return (
    <Modal
      opened
      onClose={onClose}
      title={order ? texts.acceptedTitle : texts.notAcceptedTitle}
      size={440}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <p>{order ? texts.accepted(order.name) : texts.notAccepted}</p>
      <div className={styles.bar}>
        <Button variant="filled" data-autofocus onClick={() => onConfirm(decision)}>
          {order ? texts.confirmAccepted : texts.confirmNotAccepted}
        </Button>
        <Button onClick={onClose}>{texts.cancel}</Button>
      </div>
    </Modal>
  );
}
