import { Button, Modal } from '@mantine/core';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { formatTime } from '../../../shared/format.ts';
import { orderName } from '../../../shared/orders/order-name.ts';
import type { OrderOverlap } from '../../../shared/orders/overlap/find-overlaps.ts';
import type { ExistingResults, OverlapCheck } from '../../../shared/orders/overlap/overlap-check.ts';
import { analyticDisplayName } from '../../../shared/results/analytics.ts';
import { useApp } from '../../context/app-context.tsx';
import { useOrders } from '../../context/use-stores.ts';
import { Note } from '../../ui/note.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { sendOrder } from './order-commands.ts';
import styles from './orders.module.css';
import { StateBadge } from './state-badge.tsx';
import { texts } from './texts.ts';

/** The findings of the comparison before sending. The analyst decides whether to send the order anyway. */
export function OverlapDialog() {
  const app = useApp();
  const { send, setSend } = useOrders((state) => state);
  const close = () => setSend({ kind: 'idle' });
  return (
    <Modal opened={send.kind === 'checked'} onClose={close} title={texts.overlap.title} size={620}>
      {send.kind === 'checked' && (
        <>
          <Findings check={send.check} />
          <div className={styles.bar}>
            <Button onClick={close} data-autofocus>
              {texts.overlap.back}
            </Button>
            <Button variant="filled" onClick={() => void sendOrder(app, send.retryOf)}>
              {texts.overlap.send}
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
        <section aria-label={texts.overlap.orders}>
          <PanelHeading level={3} title={texts.overlap.partlyOrdered} />
          <ul className={styles.rows}>
            {overlaps.map((overlap) => (
              <OverlapRow key={overlap.orderId} overlap={overlap} />
            ))}
          </ul>
        </section>
      )}
      {results.length > 0 && (
        <section aria-label={texts.overlap.results}>
          <PanelHeading level={3} title={texts.overlap.resultsTitle} />
          <ul className={styles.plain}>
            {results.map((known) => (
              <li key={known.analytic}>{describeResults(known)}</li>
            ))}
          </ul>
          <p className={styles.hint}>{texts.overlap.inferred}</p>
        </section>
      )}
      {overlaps.length === 0 && results.length === 0 && <p>{texts.overlap.notAllCompared}</p>}
      {listProblem !== null && <Note tone="warn">{texts.overlap.listNotRefreshed(listProblem)}</Note>}
      {problems.map((problem) => (
        <Note key={problem} tone="warn">
          {problem}
        </Note>
      ))}
      {unassessed.length > 0 && (
        <details className={styles.disclosure}>
          <summary>{texts.overlap.unassessed(unassessed.length, compared)}</summary>
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
  return texts.overlap.existing(analyticDisplayName(analytic), detections, records);
}

/** A known order that already requests part of the new one, and how much of it. */
function OverlapRow({ overlap }: { readonly overlap: OrderOverlap }) {
  const { orderId, descriptiveName, state, isWithdrawn, commonAnalytics, times, problems } = overlap;
  return (
    <li className={styles.overlap}>
      <span>
        <OrderLink orderId={orderId} name={descriptiveName} />
        {isWithdrawn && <span className="muted"> {texts.overlap.withdrawn}</span>}
      </span>
      <StateBadge state={state ?? undefined} />
      <span className={styles.rowMore}>{commonAnalytics.map(analyticDisplayName).join(', ')}</span>
      <span className={styles.rowMore}>
        {texts.overlap.shareOfArea(
          formatShare(overlap.shareOfArea),
          formatSquareMetres(overlap.squareMetres),
        )}
        {texts.overlap.shareOfTime(formatShare(overlap.shareOfTime))}
        {times.map(({ from, to }) => `${formatTime(from)} → ${formatTime(to)}`).join(', ')}
      </span>
      {problems.map((problem) => (
        <Note key={problem} tone="warn">
          {problem}
        </Note>
      ))}
    </li>
  );
}

/** The name of an order; a click opens the order. The draft is unchanged. */
function OrderLink({ orderId, name }: { readonly orderId: string; readonly name: string | null }) {
  const { show, setSend } = useOrders((state) => state);
  return (
    <TextButton
      onClick={() => {
        setSend({ kind: 'idle' });
        show({ kind: 'order', id: orderId });
      }}
    >
      {orderName({ id: orderId, descriptiveName: name })}
    </TextButton>
  );
}

function formatShare(share: number): string {
  if (share >= 0.995) return texts.overlap.all;
  return share < 0.01 ? texts.overlap.lessThanOne : `${Math.round(100 * share)}%`;
}
