import { Button, Modal } from '@mantine/core';
import { formatQuantity } from '../../../shared/format.ts';
import type { ExistingResults, OverlapCheck } from '../../../shared/orders/overlap/overlap-check.ts';
import { analyticDisplayName } from '../../../shared/results/analytic-name.ts';
import { useApp } from '../../context/app-context.tsx';
import { useOrders } from '../../context/use-stores.ts';

import { Note } from '../../ui/note.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { sendOrder } from './order-commands.ts';
import styles from './orders.module.css';
import { OrderLink, OverlapRow } from './overlap-row.tsx';

/** The findings of the comparison before sending. The analyst decides whether to send the order anyway. */
export function OverlapDialog() {
  const app = useApp();
  const { send, setSend } = useOrders((state) => state);
  const close = () => setSend({ kind: 'idle' });
  return (
    <Modal
      opened={send.kind === 'checked'}
      onClose={close}
      title="Before this order is sent"
      size={620}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {send.kind === 'checked' && (
        <>
          <Findings check={send.check} />
          <div className={styles.bar}>
            <Button onClick={close} data-autofocus>
              Back to the form
            </Button>
            <Button variant="filled" onClick={() => void sendOrder(app, send.retryOf)}>
              Send anyway
            </Button>
          </div>
        </>
      )}
    </Modal>
  );
}

function Findings({ check }: { readonly check: OverlapCheck }) {
  const { overlaps, unassessed, problems, listProblem, results, compared } = check;
  return (
    <>
      {overlaps.length > 0 && (
        <section aria-label="Orders that overlap">
          <PanelHeading level={3} title="Already partly ordered" />
          <ul className={styles.rows}>
            {overlaps.map((overlap) => (
              <OverlapRow key={overlap.orderId} overlap={overlap} />
            ))}
          </ul>
        </section>
      )}
      {results.length > 0 && (
        <section aria-label="Existing results">
          <PanelHeading level={3} title="Results for this area and time in the workspace" />
          <ul className={styles.plain}>
            {results.map((known) => (
              <li key={known.analytic}>{describeResults(known)}</li>
            ))}
          </ul>
          <p className={styles.hint}>Inferred from footprints, times and positions of the records fetched.</p>
        </section>
      )}
      {overlaps.length === 0 && results.length === 0 && (
        <p>No overlap was found, but not everything could be compared.</p>
      )}
      {listProblem !== null && (
        <Note tone="warn">
          The order list could not be refreshed, so newer orders are missing. {listProblem}
        </Note>
      )}
      {problems.map((problem) => (
        <Note key={problem} tone="warn">
          {problem}
        </Note>
      ))}
      {unassessed.length > 0 && (
        <details className={styles.disclosure}>
          <summary>
            Not or only partly compared: {unassessed.length} of {formatQuantity(compared, 'order')}
          </summary>
          <ul className={styles.plain}>
            {unassessed.map(({ orderId, descriptiveName, reason }) => (
              <li key={orderId}>
                <OrderLink orderId={orderId} name={descriptiveName} />: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function describeResults({ analytic, records, detections }: ExistingResults): string {
  return `${analyticDisplayName(analytic)}: ${formatQuantity(detections, 'detection')} in ${formatQuantity(records, 'record')}`;
}
