import { Button, Modal } from '@mantine/core';
import type { KnownResults, OverlapCheck } from '../../../shared/orders/overlap-check.ts';
import { analyticDisplayName } from '../../../shared/results/analytic-name.ts';
import { useApp } from '../../app/app-context.tsx';
import { useOrders } from '../../app/use-stores.ts';
import { sendOrder } from '../../commands/order-commands.ts';
import { formatQuantity } from '../../components/format.ts';
import { Note } from '../../components/note.tsx';
import { PanelHeading } from '../../components/panel-heading.tsx';
import styles from './orders.module.css';
import { OrderLink, OverlapRow } from './overlap-row.tsx';

/** What the comparison before sending found. The analyst decides whether the order goes out all the same. */
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
            <Button variant="filled" onClick={() => void sendOrder(app)}>
              Send all the same
            </Button>
          </div>
        </>
      )}
    </Modal>
  );
}

function Findings({ check }: { readonly check: OverlapCheck }) {
  const { overlaps, unjudged, problems, listProblem, results, compared } = check;
  return (
    <>
      {overlaps.length > 0 && (
        <section aria-label="Orders that overlap">
          <PanelHeading level={3} title="Partly ordered already" />
          <ul className={styles.rows}>
            {overlaps.map((overlap) => (
              <OverlapRow key={overlap.orderId} overlap={overlap} />
            ))}
          </ul>
        </section>
      )}
      {results.length > 0 && (
        <section aria-label="Results that are there">
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
          The service could not be asked for its list, so orders that came since are missing. {listProblem}
        </Note>
      )}
      {problems.map((problem) => (
        <Note key={problem} tone="warn">
          {problem}
        </Note>
      ))}
      {unjudged.length > 0 && (
        <details className={styles.disclosure}>
          <summary>
            Not or not wholly compared: {unjudged.length} of {formatQuantity(compared, 'order')}
          </summary>
          <ul className={styles.plain}>
            {unjudged.map(({ orderId, descriptiveName, reason }) => (
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

function describeResults({ analytic, records, detections }: KnownResults): string {
  return `${analyticDisplayName(analytic)}: ${formatQuantity(detections, 'detection')} in ${formatQuantity(records, 'record')}`;
}
